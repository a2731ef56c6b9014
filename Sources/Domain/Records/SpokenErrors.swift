package import Addresses
public import Folklore
public import JSON

// The messages in Chinese and the codes of the errors of modules below Folklore.

extension StrictURL.Problem: SpokenError {
  package var code: String { "bad_url" }
}

extension MailAddressShape.Problem: SpokenError {
  package var code: String {
    switch self {
    case .noAt: "mail_address_without_at"
    case .badLocalPart: "bad_mail_local_part"
    case .badDomain: "bad_mail_domain"
    case .nonASCIILocalPart: "mail_local_part_not_ascii"
    case .nonASCIIDomain: "mail_domain_not_ascii"
    }
  }
}

extension JSONError: SpokenError {
  public var chinese: String {
    switch self {
    case .notJSON(let reason): "輸入不是 JSON：\(reason.prefix(200))"
    case .memberTwice(let name, let line, let column):
      "第 \(line) 行第 \(column) 個字：物件裡有兩個「\(name.prefix(100))」，請只留一個"
    }
  }

  public var code: String {
    switch self {
    case .notJSON: "not_json"
    case .memberTwice: "json_member_twice"
    }
  }
}

extension JSON {
  /// The kind of the value in Traditional Chinese, for messages.
  var chineseKindName: String {
    switch self {
    case .null: "null"
    case .flag: "開關（true 或 false）"
    case .integer, .real: "數字"
    case .text: "文字"
    case .list: "清單"
    case .object: "物件"
    }
  }
}
