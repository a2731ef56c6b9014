internal import Foundation
internal import Transfer

/// What FCM says was wrong (HTTP v1, "ErrorCode").
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

  /// Nil where the answer does not say it in the details that are FCM's own: then it is not FCM that speaks, but
  /// something before it, and a 404 of that says nothing about the device.
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
  /// What an answer of FCM means for the message. What it wrote is not repeated, for it may hold the device's token.
  func cloudMessagingOutcome(now: Int) -> Outcome {
    let fault = CloudMessagingFault(self)
    let reason = "FCM answered \(status)" + (fault.map { " \($0.rawValue)" } ?? "")
    switch (status, fault) {
    case (200, _): return .delivered
    case (_, .unregistered): return .gone(reason: "\(reason): the app is no longer installed on this device")
    // The device belongs to another project. It is not called dead: with a wrong key file that would switch off all.
    case (403, .senderMismatch):
      return .rejected(
        reason: "\(reason): the device's token is for another Firebase project than the service account's")
    case (403, _):
      return .failed(reason: "\(reason): may the service account send messages (cloudmessaging.messages.create)?")
    case (401, .thirdPartyAuthentication):
      return .failed(reason: "\(reason): the project's key for Apple or for Web Push is missing or wrong")
    case (401, _): return .failed(reason: "\(reason): it did not accept the token of the service account")
    // Of the message or of the token: FCM does not tell which, so the device stays.
    case (400, _): return .rejected(reason: "\(reason): the message or the device's token is not well-formed")
    case (404, _):
      return .failed(reason: "\(reason): is project_id in the key file of the service account right?")
    // A minute where FCM does not say how long ("Scale FCM": Handle retries), as the shared rule has it. What FCM does
    // not document (a redirect, 410) comes from something before it.
    default:
      return HTTPResponse(status: status, headers: headers).outcome(now: now).withReason(reason).sparingTheMessage
    }
  }
}
