public import Channels
internal import Folklore
package import JSON
public import Store

/// What the operator is told: that an alarm began, that it is over, or that a test arrives.
public enum AlarmNotice: Hashable, Sendable {
  case begun(AlarmSighting)
  /// - Parameter clearSince: since when the condition does not hold any more; seconds of UTC since 1970.
  case over(AlarmSighting, clearSince: Int)
  case test(at: Int)

  /// The notice of an errand.
  public init(_ errand: AlarmErrand) {
    switch errand.phase {
    case .begun: self = .begun(errand.alarm.sighting)
    case .over:
      let alarm = errand.alarm
      self = .over(alarm.sighting, clearSince: alarm.clearSince ?? alarm.endedAt ?? alarm.lastSeenAt)
    }
  }

  /// `begun`, `over` or `test`.
  public var phase: String {
    switch self {
    case .begun: "begun"
    case .over: "over"
    case .test: "test"
    }
  }

  private var sighting: AlarmSighting? {
    switch self {
    case .begun(let sighting), .over(let sighting, _): sighting
    case .test: nil
    }
  }

  /// The message to one target. All attempts send the same bytes and the same key, which is made of the alarm's key, its beginning, the phase
  /// and the target; so a receiver that knows keys shows it once.
  ///
  /// - Parameters:
  ///   - target: `AlarmTarget.key`.
  ///   - site: scheme, host and port of the server, whose back office the message links to; nil if it is not known.
  ///   - now: a push service keeps it a day from now for a device that is off.
  public func message(to target: String, _ words: AlarmWords, site: String?, now: Int) -> Message {
    var key = IdempotencyKey()
    key.begin("alarm")
    let since: Int =
      switch self {
      case .test(let at): at
      case .begun(let sighting), .over(let sighting, _): sighting.since
      }
    for text in [sighting?.key ?? "test", "\(since)", phase, target] { key.add(text) }
    let (title, body) = (words.title(self), words.body(self))
    let page = site.map { $0 + "/admin" }
    return Message(
      idempotencyKey: key.text, title: title, body: body, link: page ?? "folklore://alarm", language: words.language,
      scheduledAt: since, expiresAt: now + 86_400, json: Array(json(title, body).json().utf8), page: page)
  }

  /// For web hooks.
  private func json(_ title: String, _ body: String) -> JSON {
    func instant(_ time: Int?) -> JSON { JSON(time.map { CivilTime.iso(unixTime: $0) }) }
    var members: [JSON.Member] = [
      .init("type", "alarm"), .init("phase", .text(phase)), .init("title", .text(title)), .init("body", .text(body)),
    ]
    if let sighting {
      members += [.init("key", .text(sighting.key))] + sighting.members
      if case .over(_, let clear) = self { members.append(.init("over_at", instant(clear))) }
    }
    return .object(members)
  }
}

extension AlarmSighting {
  /// The fields for programs: in web hooks and in `folkcal admin alarm list --json`.
  package var members: [JSON.Member] {
    func instant(_ time: Int?) -> JSON { JSON(time.map { CivilTime.iso(unixTime: $0) }) }
    return [
      .init("kind", .text(kind.rawValue)), .init("since", instant(since)), .init("subject", JSON(subject)),
      .init("reason", JSON(reason)), .init("moment", instant(moment)), .init("count", JSON(count)),
      .init("total", JSON(total)),
    ]
  }
}

extension Alarm {
  /// The alarm for programs.
  package var json: JSON {
    func instant(_ time: Int?) -> JSON { JSON(time.map { CivilTime.iso(unixTime: $0) }) }
    return .object(
      [.init("key", .text(key))] + sighting.members + [
        .init("opened_at", instant(openedAt)), .init("last_seen_at", instant(lastSeenAt)),
        .init("ended_at", instant(endedAt)),
      ])
  }
}
