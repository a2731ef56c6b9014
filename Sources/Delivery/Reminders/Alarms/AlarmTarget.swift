internal import Addresses
internal import Channels
public import Folklore

/// Where alarms go: one word of `FOLKCAL_ALARM_TO`.
public enum AlarmTarget: Hashable, Sendable {
  case mail(String)
  /// The URL of a topic.
  case ntfy(String)
  case webhook(String)
  /// A user's UUID, mail address, or number such as `u42`.
  case user(String)

  /// Reads `mail:ops@example.org`, `ntfy:https://ntfy.sh/topic`, `webhook:https://…` or `user:mei@example.org`.
  public init(_ text: String) throws(AlarmTargetError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { throw .unknownKind }
    let value = parts[1]
    switch parts[0] {
    case "mail":
      do { _ = try MailAddress(parsing: value) } catch { throw .badMailAddress }
      self = .mail(value)
    case "ntfy", "webhook":
      do { _ = try StrictURL(parsing: value, as: [.https, .http]) } catch {
        throw .badURL(parts[0], "\(error.description)", error.chinese)
      }
      self = parts[0] == "ntfy" ? .ntfy(value) : .webhook(value)
    case "user":
      guard !value.isEmpty else { throw .noUser }
      self = .user(value)
    default: throw .unknownKind
    }
  }

  /// All targets of a text, with blanks between; each once.
  public static func all(_ text: String) throws(AlarmTargetError) -> [AlarmTarget] {
    var targets: [AlarmTarget] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      let target = try AlarmTarget(String(word))
      if !targets.contains(target) { targets.append(target) }
    }
    return targets
  }

  /// Names the target in the database without disclosing it, because a topic and a URL are secrets: the beginning of a SHA-256.
  public var key: String {
    var key = IdempotencyKey()
    key.begin("alarm target")
    key.add(kind)
    key.add(value)
    return key.text
  }

  /// The target for people; of a URL only the host.
  public var name: String {
    switch self {
    case .mail(let value), .user(let value): "\(kind):\(value)"
    case .ntfy(let value), .webhook(let value):
      "\(kind):" + ((try? StrictURL(parsing: value, as: [.https, .http]))?.host ?? "?")
    }
  }

  private var kind: String {
    switch self {
    case .mail: "mail"
    case .ntfy: "ntfy"
    case .webhook: "webhook"
    case .user: "user"
    }
  }

  private var value: String {
    switch self {
    case .mail(let value), .ntfy(let value), .webhook(let value), .user(let value): value
    }
  }
}

/// A text that is no target. It omits the text, because a topic and a URL are secrets.
public enum AlarmTargetError: SpokenError, Hashable {
  case unknownKind
  case badMailAddress
  case badURL(String, String, String)
  case noUser

  public var description: String {
    switch self {
    case .unknownKind:
      "a target is none of mail:ops@example.org, ntfy:https://ntfy.sh/topic, webhook:https://… and user:UUID or address"
    case .badMailAddress: "the text after mail: is no mail address"
    case .badURL(let kind, let problem, _): "\(kind): \(problem)"
    case .noUser: "there is no user after user:"
    }
  }

  public var chinese: String {
    switch self {
    case .unknownKind:
      "有一個目標不是 mail:ops@example.org、ntfy:https://ntfy.sh/主題、webhook:https://… 或 user:UUID或地址"
    case .badMailAddress: "mail: 後面不是電子郵件地址"
    case .badURL(let kind, _, let problem): "\(kind)：\(problem)"
    case .noUser: "user: 後面沒有使用者"
    }
  }

  public var code: String { "bad_alarm_target" }
}
