import Addresses

/// Addresses of a server, as options give them.
enum SiteAddress {
  /// Scheme, host and port, without a path.
  static func origin(_ text: String, _ option: String) throws -> String {
    let url = try Failure.asWrongInput { () throws -> StrictURL in
      do { return try StrictURL(parsing: text, as: [.https, .http]) } catch {
        throw Failure.wrongInput("\(option) 的「\(text)」：\(Speech.chinese(error))", "\(option) \"\(text)\": \(error)")
      }
    }
    // The input may contain the scheme's default port.
    let given = "\(url.scheme.rawValue)://\(url.host)" + (url.port.map { ":\($0)" } ?? "")
    guard text == given || text == given + "/" else {
      throw Failure.wrongInput(
        "\(option) 的「\(text)」除了通訊協定、主機與連接埠還有別的：請給 \(url.origin)",
        "\(option) \"\(text)\" has more than scheme, host and port: give \(url.origin)")
    }
    return url.origin
  }

  /// The address of a listening server. Passkeys need a name, so this machine is called localhost.
  static func ofListener(_ host: String, _ port: Int) -> String {
    if ["127.0.0.1", "::1", "localhost"].contains(host) { return "http://localhost:\(port)" }
    return "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }
}
