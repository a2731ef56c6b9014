import Channels
import HTTPTypes
import HummingbirdCore
import JSON
import Records
import Store
import WebPages

/// How this server reaches browsers by push messages.
package struct PushService: Sendable {
  /// The public key in base64url, for `pushManager.subscribe`.
  package let publicKey: String
  /// True for a test push service on this machine, without encryption.
  private let allowsPlainHTTP: Bool

  package init(publicKey: String, allowsPlainHTTP: Bool) {
    self.publicKey = publicKey
    self.allowsPlainHTTP = allowsPlainHTTP
  }

  /// True for a push subscription as browsers give it.
  func accepts(_ subscription: String) -> Bool {
    (try? PushSubscription(json: subscription, allowsPlainHTTP: allowsPlainHTTP)) != nil
  }
}

/// What the service worker sends: `/push/renew`.
enum PushPages {
  static let all = [BrowserPage.post("/push/renew", .everybody, renew)]

  /// A browser replaces a push subscription when it likes, and tells the service worker. Who names the former subscription whole had it.
  private static func renew(_ visit: Visit) async throws -> PageAnswer {
    let change = visit.choiceChange
    guard let body = try? JSON(json: visit.body), let old = body["old"].text, let new = body["new"].text,
      ChoicePages.isSubscription(new, visit)
    else { throw PageProblem.badForm }
    // Strangers who guess do not take turns with those who write.
    guard let user = try await visit.work({ try $0.user(ofDevice: old) }) else { throw PageProblem.nothingHere }
    try await visit.write { try $0.replaceDevice(old, by: new, of: user, change) }
    return .json(["renewed": .flag(true)])
  }
}
