import Folklore
import Foundation
import JSON
import Records

extension ZonedClock {
  /// A kept instant as local time with its offset: `2027-04-29T19:00:00+08:00`; nil for what is none.
  func iso(_ value: JSON) -> String? {
    guard let instant = value.text.flatMap({ try? CivilTime.parse($0).unixTime }) else { return nil }
    let offset = offset(at: instant)
    return offset == 0 ? CivilTime.iso(unixTime: instant) : CivilTime.iso(unixTime: instant, offset: offset)
  }

  /// The instant of a local time as people write it: `2027-04-29 19:00`; nil for what is none, and for what has an offset of its own.
  func instant(ofLocal text: String) -> Int? {
    // With the Z of UTC behind it, it must be an instant.
    guard (try? CivilTime.parse(text)) == nil, let reading = try? CivilTime.parse(text + "Z").unixTime else {
      return nil
    }
    let (date, second) = CivilTime.local(unixTime: reading, offset: 0)
    return instant(on: date, at: TimeOfDay(uncheckedMinutes: second / 60)) + second % 60
  }
}

extension Draft {
  /// The draft with instants for local times, by a clock.
  func withInstants(of entity: Entity, by clock: ZonedClock) -> Draft {
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
