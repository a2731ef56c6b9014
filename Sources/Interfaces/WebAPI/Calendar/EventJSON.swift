import Ephemeris
import Folklore
import JSON
import Lunisolar

/// Events as JSON.
struct EventJSON {
  let call: Call

  /// An occurrence: the fields of the specification's section 5.4 and more.
  func occurrence(_ event: Event, _ occurrence: Occurrence) -> JSON {
    let deity = event.deityKey.flatMap { call.data.catalogue.deity($0) }
    return [
      "id": .integer(event.id), "key": .text(event.key), "type": .text(event.kind.rawValue),
      "observance": .text(event.observance.rawValue), "title": .text(event.title.text(in: call.language)),
      "lunar": Self.lunar(occurrence.lunarDate), "solar_date": "\(occurrence.date)",
      "last_date": "\(occurrence.lastDate)", "rule": "\(event.rule)", "deity": JSON(event.deityKey),
      "deity_role": JSON(deity?.role), "region": .text(event.region.rawValue),
      "regions": .list(event.regions.map { .text($0.rawValue) }), "weight": .integer(event.weight),
      "bundle": JSON(event.bundle),
      "description": JSON(event.description(in: call.language)),
      "worship_notes": JSON(event.worshipNotes(in: call.language)),
      "cover_url": JSON(event.coverURL.map(call.service.publicAddress)),
      "countdown_days": .integer(call.today.distance(to: occurrence.date)),
    ]
  }

  /// An event in full with its next days.
  func details(_ event: Event) throws -> JSON {
    let dates = try next(event, years: 5)
    let guide = call.data.catalogue.worshipGuide(of: event)
    let deity = event.deityKey.flatMap { call.data.catalogue.deity($0) }
    return [
      "id": .integer(event.id), "key": .text(event.key), "type": .text(event.kind.rawValue),
      "observance": .text(event.observance.rawValue), "title": .text(event.title.text(in: call.language)),
      "aliases": .list(event.aliases.map(JSON.text)),
      "lunar": dates.first.map { Self.lunar($0.lunarDate) } ?? nil,
      "solar_date": Self.date(dates.first?.date), "last_date": Self.date(dates.first?.lastDate),
      "countdown_days": JSON(dates.first.map { call.today.distance(to: $0.date) }),
      "awaits_announcement": awaitsAnnouncement(event),
      "rule": "\(event.rule)", "deity": JSON(event.deityKey),
      "deity_role": JSON(deity?.role), "region": .text(event.region.rawValue),
      "regions": .list(event.regions.map { .text($0.rawValue) }), "weight": .integer(event.weight(in: .taiwan)),
      "bundle": JSON(event.bundle),
      "description": JSON(event.description(in: call.language)),
      "worship_notes": JSON(event.worshipNotes(in: call.language)),
      "worship_guide": .worshipGuide(guide, in: call.language),
      "note": JSON(event.note),
      "cover_url": JSON(event.coverURL.map(call.service.publicAddress)),
      "sources": .list(event.sources.map(JSON.text)),
      "references": .list(
        // Those of the date first.
        call.data.catalogue.sources(event.sources + guide.flatMap(\.sources)).map {
          ["title": .text($0.title), "kind": .text($0.kind.rawValue), "url": JSON($0.url)]
        }),
      "disagreements": .list(
        event.disagreements.map {
          ["rule": "\($0.rule)", "sources": .list($0.sources.map(JSON.text)), "note": JSON($0.note)]
        }),
      "dates": .list(
        dates.prefix(12).map {
          ["solar_date": "\($0.date)", "last_date": "\($0.lastDate)", "lunar": Self.lunar($0.lunarDate)]
        }),
      "is_enabled": .flag(event.isEnabled), "revision": .integer(event.revision),
      "link": .text(event.deepLink),
    ]
  }

  /// A day of a deity.
  func deityDay(_ event: Event) throws -> JSON {
    let next = try next(event, years: 2).first
    return [
      "id": .integer(event.id), "key": .text(event.key), "title": .text(event.title.text(in: call.language)),
      "observance": .text(event.observance.rawValue), "rule": "\(event.rule)",
      "lunar": next.map { Self.lunar($0.lunarDate) } ?? nil, "solar_date": Self.date(next?.date),
      "countdown_days": JSON(next.map { call.today.distance(to: $0.date) }),
      "awaits_announcement": awaitsAnnouncement(event),
    ]
  }

  /// An event of a group. The lunar date is omitted if the rule is solar or counts the cycle of sixty.
  func groupItem(_ event: Event) throws -> JSON {
    let next = try next(event, years: 2).first
    let lunar = event.rule.isLunar ? next.map { Self.lunar($0.lunarDate) } ?? nil : nil
    return .object(
      [
        JSON.Member("id", .integer(event.id)), JSON.Member("key", .text(event.key)),
        JSON.Member("title", .text(event.title.text(in: call.language))),
      ] + (lunar == nil ? [] : [JSON.Member("lunar", lunar)]) + [
        JSON.Member("solar_date", Self.date(next?.date)), JSON.Member("last_date", Self.date(next?.lastDate)),
        JSON.Member("rule", "\(event.rule)"), JSON.Member("awaits_announcement", awaitsAnnouncement(event)),
      ])
  }

  /// The schema `LunarDate`, with the specification's `isLeap`.
  static func lunar(_ date: LunarDate) -> JSON {
    [
      "year": .integer(date.year), "month": .integer(date.month), "day": .integer(date.day),
      "isLeap": .flag(date.isLeap),
    ]
  }

  /// Whether the event has no date because its next day is still to be announced.
  func awaitsAnnouncement(_ event: Event) -> JSON { .flag(event.rule.awaitsAnnouncement(from: call.today)) }

  static func date(_ date: SolarDate?) -> JSON { date.map { "\($0)" } ?? nil }

  /// The days of an event from today on, including a range that has started. If there is none within the years, the next one: a leap eleventh
  /// month is decades apart.
  func next(_ event: Event, years: Int) throws -> [Occurrence] {
    let today = call.today
    let last = try LunisolarCalendar.chinese.solarDates.upperBound
    for years in [years, 40, 400] {
      let days = today.advanced(by: -60)...min(today.advanced(by: years * 366), last)
      let found = try event.rule.occurrences(in: days, calendar: LunisolarCalendar.chinese)
        .filter { $0.lastDate >= today }
      if !found.isEmpty { return found }
    }
    return []
  }
}

extension SolarDate {
  /// The last supported day.
  static let last = SolarDate(uncheckedYear: SolarDate.years.upperBound, month: 12, day: 31)
}

extension WorshipLineRecord {
  /// A line of the member `worship_guide`; nil if it is none.
  init?(_ json: JSON) {
    guard let part = json["part"].text.flatMap(WorshipLine.Part.init), let text = json["text"].text else {
      return nil
    }
    self.init(
      part, text, amount: json["amount"].integer, unit: json["unit"].text, people: json["people"].integer,
      diet: json["diet"].text.flatMap(WorshipLine.Diet.init),
      among: json["among"].text.flatMap(WorshipLine.Custom.init),
      sources: json["sources"].texts)
  }
}

extension JSON {
  /// How to worship, line by line, in a language: the schema `WorshipLine`, as `WorshipLineRecord` has it.
  static func worshipGuide(_ lines: [WorshipLine], in language: Language) -> JSON {
    .list(
      lines.map { WorshipLineRecord($0, in: language) }.map { line in
        let members: [(String, JSON)] = [
          ("part", .text(line.part.rawValue)), ("text", .text(line.text)), ("amount", JSON(line.amount)),
          ("unit", JSON(line.unit)), ("people", JSON(line.people)), ("diet", JSON(line.diet?.rawValue)),
          ("among", JSON(line.among?.rawValue)), ("sources", .list(line.sources.map(JSON.text))),
        ]
        return .object(members.filter { $0.1 != .null }.map { JSON.Member($0.0, $0.1) })
      })
  }
}
