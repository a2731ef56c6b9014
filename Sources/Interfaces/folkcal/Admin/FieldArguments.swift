import ArgumentParser
import JSON
import Records

/// Options that give the fields of a record, all as text; an empty text takes a value away.
protocol FieldArguments: ParsableArguments {
  /// Every field with what was given for it.
  var texts: [(name: String, value: String?)] { get }
}

extension FieldArguments {
  /// The fields that were given.
  var given: [Draft.Given] {
    texts.compactMap { name, value in value.map { Draft.Given(name, .text($0), isText: true) } }
  }
}

struct EventFields: FieldArguments {
  @Option(help: "The stable name: a to z, 0 to 9 and hyphens.") var key: String?
  @Option(help: "festival, deity or custom; by default from --deity and --owner.") var type: String?
  @Option(help: "birth, ascension, memorial, birthday, festival …") var observance: String?
  @Option(help: "The title in Traditional Chinese.") var title: String?
  @Option(name: .customLong("title-zh-hans"), help: "The title in Simplified Chinese.") var titleSimplified: String?
  @Option(name: .customLong("title-en"), help: "The title in English.") var titleEnglish: String?
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
  @Option(name: .customLong("worship-notes"), help: "How people worship.") var worshipNotes: String?
  @Option(name: .customLong("description-en"), help: "The description in English.") var englishDescription: String?
  @Option(name: .customLong("worship-notes-en"), help: "The worship notes in English.") var englishWorshipNotes: String?
  @Option(help: "What a reader should know besides.") var note: String?
  @Option(name: .customLong("cover-url"), help: "The address of a picture.") var coverURL: String?
  @Option(help: "Keys of sources: LJS1,LAPP.") var sources: String?
  @Option(help: "A JSON list of {rule, sources, note}.") var disagreements: String?
  @Option(name: .customLong("is-enabled"), help: "true or false.") var isEnabled: String?
  @Option(help: "Where it stands among the events of a day.") var position: String?

  var texts: [(name: String, value: String?)] {
    [
      ("key", key), ("type", type), ("observance", observance), ("title", title), ("title_zh_hans", titleSimplified),
      ("title_en", titleEnglish), ("aliases", aliases), ("rule", ruleWithPolicies), ("deity", deity), ("owner", owner),
      ("region", region), ("bundle", bundle), ("description", description), ("worship_notes", worshipNotes),
      ("description_en", englishDescription), ("worship_notes_en", englishWorshipNotes), ("note", note),
      ("cover_url", coverURL),
      ("sources", sources), ("disagreements", disagreements), ("is_enabled", isEnabled), ("position", position),
    ]
  }

  /// The rule with the policies behind it; the rule's own parser judges them.
  private var ruleWithPolicies: String? {
    rule.map { $0 + (leap.map { " leap=\($0)" } ?? "") + (short.map { " short=\($0)" } ?? "") }
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
  @Option(name: .customLong("name-zh-hans"), help: "The name in Simplified Chinese.") var nameSimplified: String?
  @Option(name: .customLong("name-en"), help: "The name in English.") var nameEnglish: String?
  @Option(help: "Other names: 天上聖母、天后.") var aliases: String?
  @Option(help: "What people turn to the deity for (職掌).") var role: String?
  @Option(help: "Who the deity is.") var description: String?
  @Option(name: .customLong("worship-notes"), help: "How people worship.") var worshipNotes: String?
  @Option(name: .customLong("image-url"), help: "The address of a picture.") var imageURL: String?
  @Option(help: "Keys of sources: LJS1,LAPP.") var sources: String?

  var texts: [(name: String, value: String?)] {
    [
      ("key", key), ("name", name), ("name_zh_hans", nameSimplified), ("name_en", nameEnglish), ("aliases", aliases),
      ("role", role), ("description", description), ("worship_notes", worshipNotes), ("image_url", imageURL),
      ("sources", sources),
    ]
  }
}

struct TempleFields: FieldArguments {
  @Option(help: "The stable name: a to z, 0 to 9 and hyphens.") var key: String?
  @Option(name: .customLong("source-ref"), help: "The number in the register that it comes from.") var sourceRef:
    String?
  @Option(help: "The name.") var name: String?
  @Option(name: .customLong("name-en"), help: "The name in English.") var nameEnglish: String?
  @Option(help: "The address.") var address: String?
  @Option(help: "The county or city.") var county: String?
  @Option(help: "The township or district.") var town: String?
  @Option(parsing: .unconditional, help: "The latitude in degrees (WGS84).") var lat: String?
  @Option(parsing: .unconditional, help: "The longitude in degrees (WGS84).") var lng: String?
  @Option(
    name: .customLong("coordinate-quality"), help: "ok, missing, default_point, county_mismatch, swapped, projected.")
  var coordinateQuality: String?
  @Option(name: .customLong("main-deity"), help: "The main deity as the temple names it.") var mainDeity: String?
  @Option(help: "The key of the main deity.") var deity: String?
  @Option(name: .customLong("other-deities"), help: "Keys of other deities.") var otherDeities: String?
  @Option(help: "道教, 佛教 …") var religion: String?
  @Option(help: "How it is registered.") var registration: String?
  @Option(parsing: .unconditional, help: "The year in which it was founded.") var founded: String?
  @Option(name: .customLong("founded-note"), help: "What is disputed about that year.") var foundedNote: String?
  @Option(name: .customLong("open-time"), help: "Opening hours: 05:00-22:00, or as OpenStreetMap writes them.")
  var openTime: String?
  @Option(help: "The telephone number.") var phone: String?
  @Option(help: "0 to 5.") var rating: String?
  @Option(help: "What it is (寺廟簡介).") var introduction: String?
  @Option(help: "What to see (參拜特色).") var features: String?
  @Option(help: "How to get there (交通資訊).") var transportation: String?
  @Option(help: "What helps visitors who cannot climb steps (無障礙設施).") var accessibility: String?
  @Option(name: .customLong("worship-tips"), help: "How to worship (參拜建議).") var worshipTips: String?
  @Option(name: .customLong("image-url"), help: "The address of a picture.") var imageURL: String?
  @Option(help: "Keys of sources.") var sources: String?
  @Option(help: "Its own dates: a JSON list of {event, rule}.") var events: String?

  var texts: [(name: String, value: String?)] {
    [
      ("key", key), ("source_ref", sourceRef), ("name", name), ("name_en", nameEnglish), ("address", address),
      ("county", county), ("town", town), ("lat", lat), ("lng", lng), ("coordinate_quality", coordinateQuality),
      ("main_deity", mainDeity), ("deity", deity), ("other_deities", otherDeities), ("religion", religion),
      ("registration", registration), ("founded", founded), ("founded_note", foundedNote), ("open_time", openTime),
      ("phone", phone),
      ("rating", rating),
      ("introduction", introduction), ("features", features), ("transportation", transportation),
      ("accessibility", accessibility),
      ("worship_tips", worshipTips), ("image_url", imageURL), ("sources", sources), ("events", events),
    ]
  }
}

struct ActivityFields: FieldArguments {
  @Option(help: "The stable name; generated by default.") var key: String?
  @Option(help: "The temple that holds it: its key, or its name where no other bears it.") var temple: String?
  @Option(help: "The event that it is for: its key or its name.") var event: String?
  @Option(help: "The title.") var title: String?
  @Option(help: "For a yearly activity: when it falls, as \"lunar 3/23\".") var rule: String?
  @Option(
    name: .customLong("start-at"),
    help: "For a single one: \"2027-04-29 19:00\", local time of --time-zone, or 2027-04-29T19:00:00+08:00.")
  var startAt: String?
  @Option(name: .customLong("end-at"), help: "When it ends, written the same way.") var endAt: String?
  @Option(help: "What happens.") var description: String?

  var texts: [(name: String, value: String?)] {
    [
      ("key", key), ("temple", temple), ("event", event), ("title", title), ("rule", rule), ("start_at", startAt),
      ("end_at", endAt), ("description", description),
    ]
  }
}

struct GroupFields: FieldArguments {
  @Option(help: "The stable name: a to z, 0 to 9 and hyphens.") var key: String?
  @Option(help: "The name in Traditional Chinese.") var name: String?
  @Option(name: .customLong("name-zh-hans"), help: "The name in Simplified Chinese.") var nameSimplified: String?
  @Option(name: .customLong("name-en"), help: "The name in English.") var nameEnglish: String?
  @Option(help: "The subject of the group.") var description: String?
  @Option(name: .customLong("video-url"), help: "The address of a film.") var videoURL: String?
  @Option(name: .customLong("is-enabled"), help: "true or false.") var isEnabled: String?
  @Option(help: "Keys of its events, in order: mazu,guanyin.") var events: String?

  var texts: [(name: String, value: String?)] {
    [
      ("key", key), ("name", name), ("name_zh_hans", nameSimplified), ("name_en", nameEnglish),
      ("description", description), ("video_url", videoURL), ("is_enabled", isEnabled), ("events", events),
    ]
  }
}

struct UserFields: FieldArguments {
  @Option(help: "Generated by default.") var uuid: String?
  @Option(help: "The mail address.") var email: String?
  @Option(name: .customLong("display-name"), help: "The name that is shown.") var displayName: String?
  @Option(name: .customLong("google-id"), help: "The account at Google.") var googleID: String?
  @Option(name: .customLong("avatar-url"), help: "The address of a picture.") var avatarURL: String?
  @Option(help: "The language of messages: zh-Hant, zh-Hans or en.") var locale: String?
  @Option(name: .customLong("user-time-zone"), help: "The user's time zone: Asia/Taipei.") var userTimeZone: String?

  var texts: [(name: String, value: String?)] {
    [
      ("uuid", uuid), ("email", email), ("display_name", displayName), ("google_id", googleID),
      ("avatar_url", avatarURL), ("locale", locale), ("time_zone", userTimeZone),
    ]
  }
}

struct SourceFields: FieldArguments {
  @Option(help: "How entries name it: FOLKTW.") var key: String?
  @Option(help: "The title.") var title: String?
  @Option(help: "What a reader should know of it.") var note: String?

  var texts: [(name: String, value: String?)] { [("key", key), ("title", title), ("note", note)] }
}
