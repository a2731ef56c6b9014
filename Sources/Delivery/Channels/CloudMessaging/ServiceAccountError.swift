public import Folklore

/// The reason why a file is no service account key. No case contains data of the file except its type.
public enum ServiceAccountError: SpokenError, Hashable, Sendable {
  case notJSON
  case anotherKind(String?)
  case missing(String)
  case badProject
  case badTokenURL
  case unreadableKey

  public var description: String {
    switch self {
    case .notJSON: "the key file of the service account is no JSON object: expected the file that Google Cloud gives"
    case .anotherKind(let kind?):
      "the key file is of the type \"\(kind.failureReason.prefix(40))\": expected \"service_account\""
    case .anotherKind(nil):
      "the key file has no type: expected \"service_account\"; google-services.json is the app's file, not this"
    case .missing(let field): "the key file of the service account has no \(field)"
    case .badProject: "project_id in the key file of the service account is no name of a project"
    case .badTokenURL: "token_uri in the key file of the service account is no https URL"
    case .unreadableKey:
      "private_key in the key file of the service account is no RSA key of at least 2,048 bits in PEM"
    }
  }

  public var chinese: String {
    switch self {
    case .notJSON: "服務帳號的金鑰檔不是 JSON 物件：請用 Google Cloud 提供的檔案"
    case .anotherKind(let kind?):
      "金鑰檔的 type 是「\(kind.failureReason.prefix(40))」：應該是「service_account」"
    case .anotherKind(nil):
      "金鑰檔沒有 type：應該是「service_account」；google-services.json 是 App 的檔案，不是這個"
    case .missing(let field): "服務帳號的金鑰檔沒有 \(field)"
    case .badProject: "服務帳號金鑰檔裡的 project_id 不是專案的名稱"
    case .badTokenURL: "服務帳號金鑰檔裡的 token_uri 不是 https 網址"
    case .unreadableKey: "服務帳號金鑰檔裡的 private_key 不是 PEM 格式、至少 2,048 位元的 RSA 金鑰"
    }
  }

  public var code: String {
    switch self {
    case .notJSON: "service_account_not_json"
    case .anotherKind: "not_a_service_account"
    case .missing: "service_account_incomplete"
    case .badProject: "bad_project_id"
    case .badTokenURL: "bad_token_url"
    case .unreadableKey: "service_account_key_unreadable"
    }
  }
}
