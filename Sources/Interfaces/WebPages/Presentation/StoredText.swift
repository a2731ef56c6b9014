package import Folklore
package import JSON
package import Records

/// Stored values as readers see them, and as they can be typed again.
package enum StoredText {
  /// A stored instant as local time: 2027-04-29 19:00; other texts stay.
  package static func local(_ text: String, _ clock: ZonedClock) -> String {
    guard let instant = try? CivilTime.parse(text).unixTime else { return text }
    let offset = clock.offset(at: instant)
    return String(CivilTime.iso(unixTime: instant, offset: offset).prefix(16)).replacing("T", with: " ")
  }

  /// A value of a field as the history and rehearsals show it.
  ///
  /// - Parameter entity: nil for what is no record.
  package static func shown(
    _ value: JSON, _ field: String, _ entity: Entity?, _ clock: ZonedClock, _ language: Language
  ) -> String {
    let kind = entity?.fields.first { $0.name == field }?.kind
    if case .instant? = kind, let text = value.text { return local(text, clock) }
    if case .dateRule? = kind, let text = value.text { return spoken(text, language) }
    return switch value {
    case .flag(let isOn): isOn ? language.say("是", "是", "yes") : language.say("否", "否", "no")
    case .null: "—"
    case .text(let text): entity.map { ChoiceWords.name(of: text, field: field, $0, language) } ?? text
    case .list(let list) where list.allSatisfy { $0.text != nil }: list.compactMap(\.text).joined(separator: "、")
    default: value.json()
    }
  }

  /// A stored rule in words: 農曆三月廿三; other texts stay.
  static func spoken(_ rule: String, _ language: Language) -> String {
    (try? DateRule(rule))?.spoken(in: language) ?? rule
  }
}
