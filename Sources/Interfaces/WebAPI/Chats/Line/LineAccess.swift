package import Channels
import Crypto
import Foundation
import Logging

/// Our LINE Official Account: what checks that LINE sends an event, and what answers it.
package struct LineAccess: Sendable {
  /// `@123abcde`, for links that open the chat.
  package let basicID: String
  private let client: LineClient
  private let secret: SymmetricKey

  /// - Parameter secret: the channel secret.
  package init(client: LineClient, secret: String, basicID: String) {
    self.client = client
    self.secret = SymmetricKey(data: Array(secret.utf8))
    self.basicID = basicID
  }

  /// True if LINE has signed a body: `X-Line-Signature` is its HMAC-SHA256 with the channel secret, in base64. Compares in constant time.
  func hasSigned(_ body: [UInt8], _ signature: String?) -> Bool {
    // 32 bytes in base64. Foundation would take it without its padding, too.
    guard let signature, signature.utf8.count == 44, let code = Data(base64Encoded: signature) else { return false }
    return HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: body, using: secret)
  }

  /// Answers an event by its reply token. An answer that fails is lost: the token is good for a minute and for one answer, and a push message would
  /// use up the operator's quota.
  func answer(_ reply: ChatReply, to replyToken: String, _ logger: Logger, now: Int) async {
    let outcome = await client.reply(reply.forLine, with: replyToken, now: now)
    guard outcome != .delivered else { return }
    // The reason may repeat what was sent.
    logger.warning("an answer to a chat on LINE was lost: \(outcome.reason.replacing(replyToken, with: "…"))")
  }
}
