public import Folklore
internal import Foundation
public import JSON

extension ZonedClock {
  /// A stored instant as local time with its offset: `2027-04-29T19:00:00+08:00`; nil for other values.
  public func iso(_ value: JSON) -> String? {
    guard let instant = value.text.flatMap({ try? CivilTime.parse($0).unixTime }) else { return nil }
    let offset = offset(at: instant)
    return offset == 0 ? CivilTime.iso(unixTime: instant) : CivilTime.iso(unixTime: instant, offset: offset)
  }
}
