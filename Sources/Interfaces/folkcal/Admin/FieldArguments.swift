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
  @Option(help: .say("代號，訂定後不變：小寫英文字母、數字與連字號。", "The stable name: a to z, 0 to 9 and hyphens.")) var key: String?
  @Option(
    help: .say(
      "類別：festival（節慶）、deity（神明）或 custom（自訂）；預設依 --deity 與 --owner 判斷。",
      "festival, deity or custom; by default from --deity and --owner.")) var type: String?
  @Option(
    help: .say(
      "性質：birth（聖誕）、ascension（飛昇）、memorial（忌日）、birthday（生日）、festival（節慶）……",
      "birth, ascension, memorial, birthday, festival …")) var observance: String?
  @Option(help: .say("正體中文名稱。", "The title in Traditional Chinese.")) var title: String?
  @Option(help: .say("簡體中文名稱。", "The title in Simplified Chinese.")) var titleZhHans: String?
  @Option(help: .say("英文名稱。", "The title in English.")) var titleEn: String?
  @Option(help: .say("別名：天上聖母、天后。", "Other names: 天上聖母、天后.")) var aliases: String?
  @Option(
    help: ArgumentHelp.say(
      "日期規則：\"lunar 3/23\"、農曆三月廿三、\"term 冬至\"；每年另行公布的節日，寫出已知的日期：\"announced 2026-04-17..2026-04-26\"。",
      "When it falls: \"lunar 3/23\", 農曆三月廿三, \"term 冬至\"; of a day that is announced each year, the known ones: \"announced 2026-04-17..2026-04-26\".",
      valueName: "rule"))
  var rule: String?
  @Option(
    help: .say(
      "遇閏月時：regular（只算平月）、leap（只算閏月）或 both（兩個月都算）。", "In a year that repeats the month: regular, leap or both."))
  var leap: String?
  @Option(
    help: .say(
      "小月沒有三十時：backward（提前到廿九）、forward（延到次日）或 omit（當月略過）。", "The 30th in a month of 29 days: backward, forward or omit."
    )) var short: String?
  @Option(help: .say("這一天屬於哪位神明：代號或名稱。", "The deity whose day it is: its key or its name.")) var deity: String?
  @Option(help: .say("這個自訂日子屬於哪位使用者：UUID。", "The user whose own day it is: UUID.")) var owner: String?
  @Option(
    help: .say(
      "分量：1（家家都過）到 5（齋戒、禁忌與曆書的日子）；清單依此排列。預設為 4。",
      "How many keep it: 1 (everybody) to 5 (fasts, taboos, the almanac); lists are ordered by it. 4 by default."))
  var weight: String?
  @Option(help: .say("其他地區的分量：HK:1,MY:2。", "The weight in other regions: HK:1,MY:2.")) var weightIn: String?
  @Option(help: .say("通行地區：TW,HK,MO……（ISO 3166-1）。", "Where the day is kept: TW,HK,MO … (ISO 3166-1).")) var regions:
    String?
  @Option(help: .say("同日合併：與哪個節日合成一則（代號）。", "The key of the event with which it is told as one.")) var bundle: String?
  @Option(help: .say("介紹：紀念什麼、有哪些習俗。", "What people remember or do.")) var description: String?
  @Option(help: .say("拜拜須知。", "How people worship.")) var worshipNotes: String?
  @Option(help: .say("英文介紹。", "The description in English.")) var descriptionEn: String?
  @Option(help: .say("英文拜拜須知。", "The worship notes in English.")) var worshipNotesEn: String?
  @Option(help: .worshipGuide) var worshipGuide: String?
  @Option(
    help: .say(
      "自訂日子的提前天數，0 到 30；未指定時依使用者的設定。", "Of a user's own day: days before, 0 to 30; without it those of the settings."))
  var advanceDays: String?
  @Option(help: .say("編者註：讀者另外該知道的事。", "What a reader should know besides.")) var note: String?
  @Option(help: .say("圖片的網址。", "The address of a picture.")) var coverUrl: String?
  @Option(help: .say("來源的代號：LJS1,LAPP。", "Keys of sources: LJS1,LAPP.")) var sources: String?
  @Option(help: .say("其他說法：由 {rule, sources, note} 組成的 JSON 清單。", "A JSON list of {rule, sources, note}."))
  var disagreements: String?
  @Option(help: .say("是否啟用：true 或 false。", "true or false.")) var isEnabled: String?
  @Option(help: .say("在同一天各節日中的排列順序。", "Where it stands among the events of a day.")) var position: String?

  /// The rule with the policies after it; the rule's parser checks them.
  var given: [Draft.Given] {
    options.filter { !["leap", "short"].contains($0.field) }.map { field, text in
      let policies = (leap.map { " leap=\($0)" } ?? "") + (short.map { " short=\($0)" } ?? "")
      return Draft.Given(field, .text(field == "rule" ? text + policies : text), isText: true)
    }
  }

  mutating func validate() throws {
    guard rule != nil || (leap == nil && short == nil) else {
      throw ValidationError(
        Speech.say(
          "--leap 與 --short 是日期規則的一部分，必須與 --rule 一起使用", "--leap and --short go with --rule: they are part of it"))
    }
    // The rule's parser would name a place in a text that nobody typed.
    try Self.check("--leap", leap, ["regular", "leap", "both"])
    try Self.check("--short", short, ["backward", "forward", "omit"])
  }

  private static func check(_ option: String, _ value: String?, _ choices: [String]) throws {
    guard let value, !choices.contains(value) else { return }
    throw ValidationError(Failure.wrongChoice(option, value, choices).message)
  }
}

struct DeityFields: FieldArguments {
  @Option(help: .say("代號，訂定後不變：小寫英文字母、數字與連字號。", "The stable name: a to z, 0 to 9 and hyphens.")) var key: String?
  @Option(help: .say("正體中文名稱。", "The name in Traditional Chinese.")) var name: String?
  @Option(help: .say("簡體中文名稱。", "The name in Simplified Chinese.")) var nameZhHans: String?
  @Option(help: .say("英文名稱。", "The name in English.")) var nameEn: String?
  @Option(help: .say("別名：天上聖母、天后。", "Other names: 天上聖母、天后.")) var aliases: String?
  @Option(help: .say("職掌：信眾祈求什麼。", "What people turn to the deity for (職掌).")) var role: String?
  @Option(
    help: .say(
      "管什麼：由 {need, sources} 組成的 JSON 清單，例如 [{\"need\":\"exams\",\"sources\":[\"FOLKTW\"]}]。",
      "What people ask for: a JSON list of {need, sources}."))
  var needs: String?
  @Option(help: .say("介紹：這位神明是誰。", "Who the deity is.")) var description: String?
  @Option(help: .say("拜拜須知。", "How people worship.")) var worshipNotes: String?
  @Option(help: .say("英文介紹。", "The description in English.")) var descriptionEn: String?
  @Option(help: .say("英文拜拜須知。", "The worship notes in English.")) var worshipNotesEn: String?
  @Option(help: .worshipGuide) var worshipGuide: String?
  @Option(help: .say("圖片的網址。", "The address of a picture.")) var imageUrl: String?
  @Option(help: .say("來源的代號：LJS1,LAPP。", "Keys of sources: LJS1,LAPP.")) var sources: String?
}

struct TempleFields: FieldArguments {
  @Option(help: .say("代號，訂定後不變：小寫英文字母、數字與連字號。", "The stable name: a to z, 0 to 9 and hyphens.")) var key: String?
  @Option(help: .say("登記資料中的編號。", "The number in the register that it comes from.")) var sourceRef: String?
  @Option(help: .say("名稱。", "The name.")) var name: String?
  @Option(help: .say("英文名稱。", "The name in English.")) var nameEn: String?
  @Option(help: .say("地址。", "The address.")) var address: String?
  @Option(help: .say("縣市。", "The county or city.")) var county: String?
  @Option(help: .say("鄉鎮市區。", "The township or district.")) var town: String?
  @Option(parsing: .unconditional, help: .say("緯度，單位為度（WGS84）。", "The latitude in degrees (WGS84).")) var lat: String?
  @Option(parsing: .unconditional, help: .say("經度，單位為度（WGS84）。", "The longitude in degrees (WGS84).")) var lng: String?
  @Option(
    help: .say(
      "座標品質：ok（可用）、missing（沒有座標）、default_point（預設點，不可信）、county_mismatch（不在所屬縣市）、swapped（經緯度曾對調，已更正）、projected（由其他座標系換算）。",
      "ok, missing, default_point, county_mismatch, swapped, projected."))
  var coordinateQuality: String?
  @Option(help: .say("主祀神，依廟方的寫法。", "The main deity as the temple names it.")) var mainDeity: String?
  @Option(help: .say("主祀神的代號。", "The key of the main deity.")) var deity: String?
  @Option(help: .say("其他神明的代號。", "Keys of other deities.")) var otherDeities: String?
  @Option(help: .say("宗教：道教、佛教……", "道教, 佛教 …")) var religion: String?
  @Option(help: .say("寺廟登記的方式。", "How it is registered.")) var registration: String?
  @Option(parsing: .unconditional, help: .say("創建年份（西元）。", "The year in which it was founded.")) var founded: String?
  @Option(help: .say("創建年份的不同說法。", "What is disputed about that year.")) var foundedNote: String?
  @Option(
    help: .say("開放時間：05:00-22:00，或 OpenStreetMap 的寫法。", "Opening hours: 05:00-22:00, or as OpenStreetMap writes them."))
  var openTime: String?
  @Option(help: .say("電話號碼。", "The telephone number.")) var phone: String?
  @Option(help: .say("評分，0 到 5。", "0 to 5.")) var rating: String?
  @Option(help: .say("廟宇簡介。", "What it is (寺廟簡介).")) var introduction: String?
  @Option(help: .say("參拜特色。", "What to see (參拜特色).")) var features: String?
  @Option(help: .say("交通資訊。", "How to get there (交通資訊).")) var transportation: String?
  @Option(help: .say("無障礙設施。", "What helps visitors who cannot climb steps (無障礙設施).")) var accessibility: String?
  @Option(help: .say("參拜建議。", "How to worship (參拜建議).")) var worshipTips: String?
  @Option(help: .worshipGuide) var worshipGuide: String?
  @Option(help: .say("圖片的網址。", "The address of a picture.")) var imageUrl: String?
  @Option(help: .say("來源的代號。", "Keys of sources.")) var sources: String?
  @Option(help: .say("廟裡自己的日期：由 {event, rule} 組成的 JSON 清單。", "Its own dates: a JSON list of {event, rule}."))
  var events: String?
}

struct ActivityFields: FieldArguments {
  @Option(help: .say("代號，訂定後不變；預設自動產生。", "The stable name; generated by default.")) var key: String?
  @Option(help: .say("主辦的廟宇：代號，或名稱（不重複時）。", "The temple that holds it: its key, or its name where no other bears it."))
  var temple: String?
  @Option(help: .say("為哪個節日舉辦：代號或名稱。", "The event that it is for: its key or its name.")) var event: String?
  @Option(help: .say("名稱。", "The title.")) var title: String?
  @Option(help: .say("每年舉辦的活動：日期規則，例如 \"lunar 3/23\"。", "For a yearly activity: when it falls, as \"lunar 3/23\"."))
  var rule: String?
  @Option(
    help: .say(
      "單次活動的開始時間：\"2027-04-29 19:00\"（--time-zone 的當地時間），或 2027-04-29T19:00:00+08:00。",
      "For a single one: \"2027-04-29 19:00\", local time of --time-zone, or 2027-04-29T19:00:00+08:00."))
  var startAt: String?
  @Option(help: .say("結束時間，寫法相同。", "When it ends, written the same way.")) var endAt: String?
  @Option(help: .say("地點（不在廟裡時）。", "Where it is, if not at the temple.")) var place: String?
  @Option(parsing: .unconditional, help: .say("該地點的緯度，十進位度數。", "The latitude of that place, decimal.")) var lat: String?
  @Option(parsing: .unconditional, help: .say("該地點的經度。", "Its longitude.")) var lng: String?
  @Option(help: .say("介紹：活動內容。", "What happens.")) var description: String?
  @Option(help: .say("圖片的網址。", "The address of a picture.")) var imageUrl: String?
}

struct GroupFields: FieldArguments {
  @Option(help: .say("代號，訂定後不變：小寫英文字母、數字與連字號。", "The stable name: a to z, 0 to 9 and hyphens.")) var key: String?
  @Option(help: .say("正體中文名稱。", "The name in Traditional Chinese.")) var name: String?
  @Option(help: .say("簡體中文名稱。", "The name in Simplified Chinese.")) var nameZhHans: String?
  @Option(help: .say("英文名稱。", "The name in English.")) var nameEn: String?
  @Option(help: .say("介紹：群組的主題。", "The subject of the group.")) var description: String?
  @Option(help: .say("影片的網址。", "The address of a film.")) var videoUrl: String?
  @Option(help: .say("是否啟用：true 或 false。", "true or false.")) var isEnabled: String?
  @Option(help: .say("群組內節日的代號，依順序：mazu,guanyin。", "Keys of its events, in order: mazu,guanyin.")) var events: String?
}

struct UserFields: FieldArguments {
  @Option(help: .say("UUID；預設自動產生。", "Generated by default.")) var uuid: String?
  @Option(help: .say("電子郵件地址。", "The mail address.")) var email: String?
  @Option(help: .say("顯示名稱。", "The name that is shown.")) var displayName: String?
  @Option(
    help: .say(
      "後台權限：reader（檢視）、editor（編輯）或 admin（管理）；空白表示沒有。",
      "The right in the back office: reader, editor or admin; empty for none.", valueName: Speech.say("角色", "role")))
  var role: String?
  @Option(help: .say("Google 帳號。", "The account at Google.")) var googleId: String?
  @Option(help: .say("圖片的網址。", "The address of a picture.")) var avatarUrl: String?
  @Option(help: .say("訊息的語言：zh-Hant、zh-Hans 或 en。", "The language of messages: zh-Hant, zh-Hans or en.")) var locale:
    String?
  @Option(name: .customLong("user-time-zone"), help: .say("使用者的時區：Asia/Taipei。", "The user's time zone: Asia/Taipei."))
  var timeZone: String?
}

struct SourceFields: FieldArguments {
  @Option(help: .say("引用時用的代號：FOLKTW。", "How entries name it: FOLKTW.")) var key: String?
  @Option(help: .say("名稱。", "The title.")) var title: String?
  @Option(
    help: .say(
      "種類：temple（宮廟）、office（政府機關）、book（書籍論文）、press（報導）、list（清單、百科）或 scrape（轉載）。",
      "Whose word it is: temple, office, book, press, list or scrape.")
  ) var kind: String?
  @Option(help: .say("網址。", "The web address.")) var url: String?
  @Option(help: .say("說明：讀者該知道的事。", "What a reader should know of it.")) var note: String?
}

extension ArgumentHelp {
  fileprivate static let worshipGuide = ArgumentHelp.say(
    "拜拜清單：由 {part, text, amount, unit, people, diet, among, sources} 組成的 JSON 清單；part 是 when、offering、paper、step、taboo、custom 或 ask。",
    "What to do, line by line: a JSON list of {part, text, amount, unit, people, diet, among, sources}; part is when, offering, paper, step, taboo, custom or ask."
  )
}
