package import Transfer

/// The request that sends a message to a push service (RFC 8030, section 5).
package enum WebPushRequest {
  package static func make(
    _ message: Message, body: [UInt8], to subscription: PushSubscription, authorization: String, now: Int
  ) -> HTTPRequest {
    HTTPRequest(
      method: "POST", url: subscription.endpoint,
      headers: [
        .init("Authorization", authorization),
        .init("Content-Encoding", "aes128gcm"),
        .init("Content-Type", "application/octet-stream"),
        .init("TTL", String(message.timeToLiveSeconds(now: now))),
        // "Chat or calendar message" (RFC 8030, section 5.3); it may wait on a low battery.
        .init("Urgency", "normal"),
        .init("Topic", message.topic),
      ], body: body)
  }
}
