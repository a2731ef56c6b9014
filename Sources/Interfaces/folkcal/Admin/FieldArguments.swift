import ArgumentParser
import JSON
import Records

/// Options for the fields of a record, all as text; an empty text removes a value.
///
/// Each option has the name of its field: `titleEn` gives `title_en`. A test compares the options with `Entity.fields`.
protocol FieldArguments: ParsableArguments {
  /// The given fields.
  var given: [Draft.Given] { get }
}

extension FieldArguments {
  var given: [Draft.Given] { options.map { Draft.Given($0.field, .text($0.text), isText: true) } }

  /// The given options, by field.
  fileprivate var options: [(field: String, text: String)] {
    Mirror(reflecting: self).children.compactMap { child in
      guard let label = child.label, let text = (child.value as? Option<String?>)?.wrappedValue else { return nil }
      return (
        label.drop { $0 == "_" }.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : "\($1)" }, text
      )
    }
  }
}

struct EventFields: FieldArguments {
  @Option(help: "The stable name: a to z, 0 to 9 and hyphens.") var key: String?
  @Option(help: "festival, deity or custom; by default from --deity and --owner.") var type: String?
  @Option(help: "birth, ascension, memorial, birthday, festival …") var observance: String?
  @Option(help: "The title in Traditional Chinese.") var title: String?
  @Option(help: "The title in Simplified Chinese.") var titleZhHans: String?
  @Option(help: "The title in English.") var titleEn: String?
  @Option(help: "Other names: 天上聖母、天后.") var aliases: String?
  @Option(
    help: ArgumentHelp(
      "When it falls: \"lunar 3/23\", 農曆三月廿三, \"term 冬至\"; of a day that is announced each year, the known ones: \"announced 2026-04-17..2026-04-26\".",
      valueName: "rule"))
  var rule: String?
  @Option(help: "In a year that repeats the month: regular, leap or both.") var leap: String?
  @Option(help: "The 30th in a month of 29 days: backward, forward or omit.") var short: String?
  @Option(help: "The deity whose day it is: its key or its name.") var deity: String?
  @Option(help: "The user whose own day it is: UUID.") var owner: String?
  @Option(help: "Where the day is kept: TW, HK, MO … (ISO 3166-1).") var region: String?
  @Option(help: "The key of the event with which it is told as one.") var bundle: String?
  @Option(help: "What people remember or do.") var description: String?
  @Option(help: "How people worship.") var worshipNotes: String?
  @Option(help: "The description in English.") var descriptionEn: String?
  @Option(help: "The worship notes in English.") var worshipNotesEn: String?
  @Option(help: "Of a user's own day: days before, 0 to 30; without it those of the settings.") var advanceDays: String?
  @Option(help: "What a reader should know besides.") var note: String?
  @Option(help: "The address of a picture.") var coverUrl: String?
  @Option(help: "Keys of sources: LJS1,LAPP.") var sources: String?
  @Option(help: "A JSON list of {rule, sources, note}.") var disagreements: String?
  @Option(help: "true or false.") var isEnabled: String?
  @Option(help: "Where it stands among the events of a day.") var position: String?

  /// The rule with the policies after it; the rule's parser checks them.
  var given: [Draft.Given] {
    options.filter { !["leap", "short"].contains($0.field) }.map { field, text in
      let policies = (leap.map { " leap=\($0)" } ?? "") + (short.map { " short=\($0)" } ?? "")
      return Draft.Given(field, .text(field == "rule" ? text + policies : text), isText: true)
    }
  }

  mutating func validate() throws {
    guard rule != nil || (leap == nil && short == nil) else {
      throw ValidationError("--leap and --short go with --rule: they are part of it")
    }
  }
}

struct DeityFields: FieldArguments {
  @Option(help: "The stable name: a to z, 0 to 9 and hyphens.") var key: String?
  @Option(help: "The name in Traditional Chinese.") var name: String?
  @Option(help: "The name in Simplified Chinese.") var nameZhHans: String?
  @Option(help: "The name in English.") var nameEn: String?
  @Option(help: "Other names: 天上聖母、天后.") var aliases: String?
  @Option(help: "What people turn to the deity for (職掌).") var role: String?
  @Option(help: "Who the deity is.") var description: String?
  @Option(help: "How people worship.") var worshipNotes: String?
  @Option(help: "The address of a picture.") var imageUrl: String?
  @Option(help: "Keys of sources: LJS1,LAPP.") var sources: String?
}

struct TempleFields: FieldArguments {
  @Option(help: "The stable name: a to z, 0 to 9 and hyphens.") var key: String?
  @Option(help: "The number in the register that it comes from.") var sourceRef: String?
  @Option(help: "The name.") var name: String?
  @Option(help: "The name in English.") var nameEn: String?
  @Option(help: "The address.") var address: String?
  @Option(help: "The county or city.") var county: String?
  @Option(help: "The township or district.") var town: String?
  @Option(parsing: .unconditional, help: "The latitude in degrees (WGS84).") var lat: String?
  @Option(parsing: .unconditional, help: "The longitude in degrees (WGS84).") var lng: String?
  @Option(
    help: "ok, missing, default_point, county_mismatch, swapped, projected.")
  var coordinateQuality: String?
  @Option(help: "The main deity as the temple names it.") var mainDeity: String?
  @Option(help: "The key of the main deity.") var deity: String?
  @Option(help: "Keys of other deities.") var otherDeities: String?
  @Option(help: "道教, 佛教 …") var religion: String?
  @Option(help: "How it is registered.") var registration: String?
  @Option(parsing: .unconditional, help: "The year in which it was founded.") var founded: String?
  @Option(help: "What is disputed about that year.") var foundedNote: String?
  @Option(help: "Opening hours: 05:00-22:00, or as OpenStreetMap writes them.")
  var openTime: String?
  @Option(help: "The telephone number.") var phone: String?
  @Option(help: "0 to 5.") var rating: String?
  @Option(help: "What it is (寺廟簡介).") var introduction: String?
  @Option(help: "What to see (參拜特色).") var features: String?
  @Option(help: "How to get there (交通資訊).") var transportation: String?
  @Option(help: "What helps visitors who cannot climb steps (無障礙設施).") var accessibility: String?
  @Option(help: "How to worship (參拜建議).") var worshipTips: String?
  @Option(help: "The address of a picture.") var imageUrl: String?
  @Option(help: "Keys of sources.") var sources: String?
  @Option(help: "Its own dates: a JSON list of {event, rule}.") var events: String?
}

struct ActivityFields: FieldArguments {
  @Option(help: "The stable name; generated by default.") var key: String?
  @Option(help: "The temple that holds it: its key, or its name where no other bears it.") var temple: String?
  @Option(help: "The event that it is for: its key or its name.") var event: String?
  @Option(help: "The title.") var title: String?
  @Option(help: "For a yearly activity: when it falls, as \"lunar 3/23\".") var rule: String?
  @Option(
    help: "For a single one: \"2027-04-29 19:00\", local time of --time-zone, or 2027-04-29T19:00:00+08:00.")
  var startAt: String?
  @Option(help: "When it ends, written the same way.") var endAt: String?
  @Option(help: "Where it is, if not at the temple.") var place: String?
  @Option(parsing: .unconditional, help: "The latitude of that place, decimal.") var lat: String?
  @Option(parsing: .unconditional, help: "Its longitude.") var lng: String?
  @Option(help: "What happens.") var description: String?
  @Option(help: "The address of a picture.") var imageUrl: String?
}

struct GroupFields: FieldArguments {
  @Option(help: "The stable name: a to z, 0 to 9 and hyphens.") var key: String?
  @Option(help: "The name in Traditional Chinese.") var name: String?
  @Option(help: "The name in Simplified Chinese.") var nameZhHans: String?
  @Option(help: "The name in English.") var nameEn: String?
  @Option(help: "The subject of the group.") var description: String?
  @Option(help: "The address of a film.") var videoUrl: String?
  @Option(help: "true or false.") var isEnabled: String?
  @Option(help: "Keys of its events, in order: mazu,guanyin.") var events: String?
}

struct UserFields: FieldArguments {
  @Option(help: "Generated by default.") var uuid: String?
  @Option(help: "The mail address.") var email: String?
  @Option(help: "The name that is shown.") var displayName: String?
  @Option(help: "The right in the back office: reader, editor or admin; empty for none.") var role: String?
  @Option(help: "The account at Google.") var googleId: String?
  @Option(help: "The address of a picture.") var avatarUrl: String?
  @Option(help: "The language of messages: zh-Hant, zh-Hans or en.") var locale: String?
  @Option(name: .customLong("user-time-zone"), help: "The user's time zone: Asia/Taipei.") var timeZone: String?
}

struct SourceFields: FieldArguments {
  @Option(help: "How entries name it: FOLKTW.") var key: String?
  @Option(help: "The title.") var title: String?
  @Option(help: "Whose word it is: temple, office, book or list.") var kind: String?
  @Option(help: "The web address.") var url: String?
  @Option(help: "What a reader should know of it.") var note: String?
}
