import Folklore
import JSON
import Sheets

extension RecordInput {
  /// A table to fill in: titles in Traditional Chinese and one example, as CSV for spreadsheets. Reading it gives the example.
  ///
  /// - Returns: nil for users, who are not kept in tables by hand.
  package static func template(of entity: Entity) -> String? {
    guard let example = example(of: entity) else { return nil }
    let required = Set(entity.fields.filter { $0.isRequired && $0.defaultValue == .null }.map(\.name))
    let titles = example.map {
      entity.title(of: $0.field, in: .traditionalChinese) + (required.contains($0.field) ? "*" : "")
    }
    return CSVText.table([titles, example.map(\.text)])
  }

  private static func example(of entity: Entity) -> [(field: String, text: String)]? {
    switch entity {
    case .event:
      [
        ("key", "example-day"), ("title", "範例：某某節"), ("title_en", "Example day"), ("type", "festival"),
        ("observance", "festival"), ("rule", "農曆三月廿三"), ("aliases", "別名一、別名二"), ("weight", "4"),
        ("regions", "TW"), ("description", "這一天的由來"), ("worship_notes", "怎麼拜"), ("is_enabled", "是"),
      ]
    case .deity:
      [
        ("key", "example-deity"), ("name", "範例：某某神"), ("name_en", "Example deity"), ("aliases", "別名一、別名二"),
        ("role", "職掌"), ("description", "由來"), ("worship_notes", "怎麼拜"),
      ]
    case .temple:
      [
        ("key", "example-temple"), ("name", "範例：某某宮"), ("main_deity", "天上聖母"),
        ("address", "新北市板橋區文化路1號"), ("county", "新北市"), ("town", "板橋區"), ("lat", "25.0127"), ("lng", "121.4627"),
        ("coordinate_quality", "ok"), ("open_time", "06:00-21:00"), ("phone", "02-29000000"), ("introduction", "簡介"),
      ]
    case .activity:
      [
        ("key", "example-activity"), ("temple", "example-temple"), ("title", "範例：遶境"),
        ("start_at", "2027-04-29 19:00"), ("end_at", "2027-04-29 22:00"), ("place", "廟埕"), ("description", "說明"),
      ]
    case .group:
      [
        ("key", "example-group"), ("name", "範例：某某群組"), ("description", "說明"), ("is_enabled", "是"),
        ("events", "代號一、代號二"),
      ]
    case .source:
      [
        ("key", "EXAMPLE"), ("title", "範例：書名或網站"), ("kind", "list"), ("url", "https://example.org/"), ("note", "說明"),
      ]
    case .user: nil
    }
  }
}
