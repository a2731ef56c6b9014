internal import Foundation
internal import Transfer

/// FCM's error codes (HTTP v1, "ErrorCode").
///
///     {"error":{"code":404,"status":"NOT_FOUND","message":"…","details":[
///       {"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"UNREGISTERED"}]}}
enum CloudMessagingFault: String {
  case invalidArgument = "INVALID_ARGUMENT"
  case unregistered = "UNREGISTERED"
  case senderMismatch = "SENDER_ID_MISMATCH"
  case quotaExceeded = "QUOTA_EXCEEDED"
  case unavailable = "UNAVAILABLE"
  case internalError = "INTERNAL"
  case thirdPartyAuthentication = "THIRD_PARTY_AUTH_ERROR"

  /// Nil without FCM's own details: the answer then comes from a proxy, and its 404 says nothing about the device.
  init?(_ response: HTTPResponse) {
    guard let form = try? JSONDecoder().decode(Form.self, from: Data(response.body)) else { return nil }
    let detail = form.error.details?.first { $0.type == "type.googleapis.com/google.firebase.fcm.v1.FcmError" }
    guard let code = detail?.errorCode, let fault = CloudMessagingFault(rawValue: code) else { return nil }
    self = fault
  }

  private struct Form: Decodable {
    let error: Fault

    struct Fault: Decodable {
      let details: [Detail]?
    }

    struct Detail: Decodable {
      let type: String?
      let errorCode: String?

      enum CodingKeys: String, CodingKey {
        case type = "@type"
        case errorCode
      }
    }
  }
}

extension HTTPResponse {
  /// The meaning of FCM's answer for the message. The answer's text is not repeated, because it may contain the device token.
  func cloudMessagingOutcome(now: Int) -> Outcome {
    let fault = CloudMessagingFault(self)
    let reason = "FCM answered \(status)" + (fault.map { " \($0.rawValue)" } ?? "")
    switch (status, fault) {
    case (200, _): return .delivered
    case (_, .unregistered): return .gone(reason: "\(reason): the app is no longer installed on this device")
    // The device belongs to another project. It stays active, because a wrong key file would otherwise deactivate all devices.
    case (403, .senderMismatch):
      return .rejected(
        reason: "\(reason): the device's token is for another Firebase project than the service account's")
    case (403, _):
      return .closed(reason: "\(reason): may the service account send messages (cloudmessaging.messages.create)?")
    // Other kinds of devices are reached all the same.
    case (401, .thirdPartyAuthentication):
      return .failed(reason: "\(reason): the project's key for Apple or for Web Push is missing or wrong")
    case (401, _): return .closed(reason: "\(reason): it did not accept the token of the service account")
    // FCM does not say whether message or token is invalid, so the device stays active.
    case (400, _): return .rejected(reason: "\(reason): the message or the device's token is not well-formed")
    case (404, _):
      return .closed(reason: "\(reason): is project_id in the key file of the service account right?")
    // The common rule waits a minute if FCM gives no time ("Scale FCM": Handle retries). Statuses that FCM does not document come from a proxy.
    default:
      return HTTPResponse(status: status, headers: headers).outcome(now: now).withReason(reason).sparingTheMessage
    }
  }
}
