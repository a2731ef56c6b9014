/// Fetches a file of another server, whole or not at all.
///
///     let bytes = try await Download("https://example.org/list.xml").bytes { print($0) }
package struct Download: Sendable {
  /// Receives the number of bytes that have come, on the client's thread.
  @TaskLocal static var progress: (@Sendable (Int) -> Void)?

  private let url: String
  private let client: TransferClient
  private let allowsPlain: Bool

  package enum Failure: Error, Hashable, Sendable {
    case transfer(TransferError)
    /// An answer other than 200.
    case status(Int, host: String)
    case tooManyRedirects(host: String)
    /// A redirect to an address that is not https.
    case notSecure(host: String)
    case empty(host: String)
  }

  /// The most redirects that are followed; each goes to an address that is checked as the first one.
  private static let mostRedirects = 3

  /// - Parameters:
  ///   - largestBytes: a larger file is refused.
  ///   - seconds: the time for the whole file.
  ///   - allowsPlain: allows http and every address; for tests on this machine.
  package init(_ url: String, largestBytes: Int = 64 << 20, seconds: Int = 300, allowsPlain: Bool = false) {
    self.url = url
    self.allowsPlain = allowsPlain
    var configuration = TransferClient.Configuration()
    configuration.timeout = .seconds(seconds)
    configuration.keptBodyBytes = largestBytes
    configuration.largestBodyBytes = largestBytes
    configuration.addresses = allowsPlain ? .any : .publicOnly
    client = TransferClient(configuration)
  }

  /// The file. Cancelling the task ends the transfer.
  package func bytes(_ progress: @escaping @Sendable (Int) -> Void = { _ in }) async throws(Failure) -> [UInt8] {
    var (address, redirects) = (url, 0)
    while true {
      let host = Self.host(of: address)
      guard allowsPlain || address.lowercased().hasPrefix("https://") else { throw .notSecure(host: host) }
      let response = try await response(to: address, progress)
      switch response.status {
      case 200:
        guard !response.body.isEmpty else { throw .empty(host: host) }
        return response.body
      case 301, 302, 303, 307, 308:
        guard let location = response.header("Location"), redirects < Self.mostRedirects else {
          throw .tooManyRedirects(host: host)
        }
        redirects += 1
        address = location.hasPrefix("/") ? Self.origin(of: address) + location : location
      default: throw .status(response.status, host: host)
      }
    }
  }

  private func response(
    to address: String, _ progress: @escaping @Sendable (Int) -> Void
  ) async throws(Failure) -> HTTPResponse {
    let request = HTTPRequest(method: "GET", url: address, headers: [.init("Accept", "application/xml, text/xml, */*")])
    let result = await Self.$progress.withValue(progress) { () async -> Result<HTTPResponse, TransferError> in
      do throws(TransferError) {
        return .success(try await client.response(to: request))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let response): return response
    case .failure(let error): throw .transfer(error)
    }
  }

  /// `https://example.org:8443` of an address.
  private static func origin(of address: String) -> String {
    guard let start = address.firstRange(of: "://") else { return address }
    return String(address[..<start.upperBound]) + address[start.upperBound...].prefix { $0 != "/" && $0 != "?" }
  }

  private static func host(of address: String) -> String {
    String(origin(of: address).split(separator: "/").last ?? "")
  }
}
