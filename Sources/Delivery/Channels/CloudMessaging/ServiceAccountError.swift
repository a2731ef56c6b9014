/// The reason why a file is no service account key. No case contains data of the file except its type.
public enum ServiceAccountError: Error, Hashable, Sendable, CustomStringConvertible {
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
}
