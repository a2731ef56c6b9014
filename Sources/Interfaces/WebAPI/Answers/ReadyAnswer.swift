import HTTPTypes
import NIOCore
import Synchronization

/// An encoded answer without request-specific parts; requests for the same share it.
final class ReadyAnswer: Sendable {
  let status: HTTPResponse.Status
  let headers: HTTPFields
  let body: ByteBuffer
  let tag: EntityTag?
  private let compressed = Mutex<ByteBuffer?>(nil)

  init(_ answer: Answer, _ caching: Endpoint.Caching, _ standard: StandardHeaders) {
    status = answer.status
    var headers = standard.adding(answer.headers)
    if answer.status != .noContent, headers[.contentType] == nil {
      headers.append(HTTPField(name: .contentType, value: answer.contentType.rawValue))
    }
    headers.append(HTTPField(name: .cacheControl, value: caching.header))
    if let tag = answer.tag { headers.append(HTTPField(name: .eTag, value: tag.description)) }
    self.headers = headers
    body = ByteBuffer(bytes: answer.body)
    tag = answer.tag
  }

  /// The compressed body, made at the first request; nil if too short or zlib has no memory.
  var gzip: ByteBuffer? {
    guard body.readableBytes >= Gzip.shortest else { return nil }
    if let known = compressed.withLock({ $0 }) { return known }
    guard let bytes = Gzip.compressed(body.readableBytesView) else { return nil }
    let made = ByteBuffer(bytes: bytes)
    compressed.withLock { $0 = made }
    return made
  }

  /// The approximate memory in bytes, with the compressed body.
  var size: Int { body.readableBytes * 5 / 4 + 1_000 }
}
