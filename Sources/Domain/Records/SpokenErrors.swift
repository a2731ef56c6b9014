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
    case .notJSON(let reason): "輸入不是 JSON：\(Self.chinese(reason))"
    case .memberTwice(let name, let line, let column):
      "第 \(line) 行第 \(column) 個字：物件裡有兩個「\(name.prefix(100))」，請只留一個"
    }
  }

  /// The parser's reason in Chinese, as far as it names a place.
  private static func chinese(_ reason: String) -> String {
    if reason.contains("end of file") || reason.contains("Unexpected end") { return "內容不完整" }
    if let place = reason.firstMatch(of: #/around line (\d+), column (\d+)/#) {
      return "第 \(place.1) 行第 \(place.2) 個字附近不對"
    }
    if let place = reason.firstMatch(of: #/around character (\d+)/#) { return "第 \(place.1) 個字附近不對" }
    return String(reason.prefix(200))
  }

  public var code: String {
    switch self {
    case .notJSON: "not_json"
    case .memberTwice: "json_member_twice"
    }
  }
}

extension JSON {
  /// The value as it begins a Chinese message: a text in 「」, anything else with a blank behind it.
  package var chineseShown: String { text == nil ? shown + " " : "「" + shown.dropFirst().dropLast() + "」" }

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
