public import Folklore
internal import Foundation
public import JSON
public import Records

extension ZonedClock {
  /// A stored instant as local time with its offset: `2027-04-29T19:00:00+08:00`; nil for other values.
  public func iso(_ value: JSON) -> String? {
    guard let instant = value.text.flatMap({ try? CivilTime.parse($0).unixTime }) else { return nil }
    let offset = offset(at: instant)
    return offset == 0 ? CivilTime.iso(unixTime: instant) : CivilTime.iso(unixTime: instant, offset: offset)
  }

  /// The instant of a local time such as `2027-04-29 19:00`; nil for other texts and for times with an offset.
  public func instant(ofLocal text: String) -> Int? {
    // The text is a local time if it is an instant only after adding the Z of UTC.
    guard (try? CivilTime.parse(text)) == nil, let reading = try? CivilTime.parse(text + "Z").unixTime else {
      return nil
    }
    let (date, second) = CivilTime.local(unixTime: reading, offset: 0)
    return instant(on: date, at: TimeOfDay(uncheckedMinutes: second / 60)) + second % 60
  }
}

extension Draft {
  /// The draft with its local times converted to instants by a clock.
  public func withInstants(of entity: Entity, by clock: ZonedClock) -> Draft {
    let instants = entity.instantFields
    var draft = self
    draft.fields = fields.map { field in
      guard case .text(let text) = field.value, instants.contains(field.name),
        let instant = clock.instant(ofLocal: text.trimmingCharacters(in: .whitespacesAndNewlines))
      else { return field }
      return Given(field.name, .text(CivilTime.iso(unixTime: instant)), isText: field.isText)
    }
    return draft
  }
}
