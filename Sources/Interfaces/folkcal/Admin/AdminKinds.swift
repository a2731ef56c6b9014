import ArgumentParser
import Folklore
import Imports
import JSON
import Records
import Store
import WebPages

/// A column of a list in a table.
struct ListColumn {
  let heading: (Language) -> String
  let cell: (Record, Language, ZonedClock) -> String

  init(_ traditional: String, _ simplified: String, _ english: String, _ cell: @escaping (Record, Language) -> String) {
    heading = { $0.say(traditional, simplified, english) }
    self.cell = { record, language, _ in cell(record, language) }
  }

  /// A column of local times.
  static func times(
    _ traditional: String, _ simplified: String, _ english: String, _ time: @escaping (Record, ZonedClock) -> String
  ) -> ListColumn {
    ListColumn(heading: { $0.say(traditional, simplified, english) }, cell: { record, _, clock in time(record, clock) })
  }

  private init(
    heading: @escaping (Language) -> String, cell: @escaping (Record, Language, ZonedClock) -> String
  ) {
    self.heading = heading
    self.cell = cell
  }

  /// A column with a field's unchanged value.
  init(_ traditional: String, _ simplified: String, _ english: String, field: String) {
    self.init(traditional, simplified, english) { record, _ in record[field].plain }
  }

  /// A column with the words for a field's value.
  init(_ traditional: String, _ simplified: String, _ english: String, choice field: String) {
    self.init(traditional, simplified, english) { record, language in
      record[field].text.map { ChoiceWords.name(of: $0, field: field, record.entity, language) } ?? ""
    }
  }

  static var id: ListColumn { ListColumn("編號", "编号", "Id") { record, _ in record.id.map(String.init) ?? "" } }
  static var key: ListColumn { ListColumn("代號", "代号", "Key", field: "key") }
  static var name: ListColumn { ListColumn("名稱", "名称", "Name") { record, language in record.name(in: language) } }
}

enum EventKind: AdminKind {
  static let entity = Entity.event
  static let abstract = Speech.say("節慶、神明的日子與使用者的自訂日子。", "Festivals, deities' days and users' own days.")
  typealias Fields = EventFields
  static var columns: [ListColumn] {
    [
      .id, .key, ListColumn("類別", "类别", "Type", choice: "type"), .name, ListColumn("規則", "规则", "Rule", field: "rule"),
      ListColumn("狀態", "状态", "State") { record, language in
        record["is_enabled"] == .flag(true) ? "" : language.say("停用", "停用", "disabled")
      },
    ]
  }
}

enum DeityKind: AdminKind {
  static let entity = Entity.deity
  static let abstract = Speech.say("神明：名稱、別名、職掌與拜拜須知。", "Deities: names, aliases, role, how to worship.")
  typealias Fields = DeityFields
  static var columns: [ListColumn] { [.id, .key, .name, ListColumn("職掌", "职掌", "Role", field: "role")] }
}

enum TempleKind: AdminKind {
  static let entity = Entity.temple
  static let abstract = Speech.say("廟宇，以及參拜所需的資訊。", "Temples, with what a visitor needs.")
  typealias Fields = TempleFields
  static var importCommand: any ParsableCommand.Type { TempleImportCommand.self }
  static var columns: [ListColumn] {
    [
      .id, .key, .name,
      ListColumn("主祀", "主祀", "Deity") { record, _ in (record["main_deity"].text ?? record["deity"].text) ?? "" },
      ListColumn("縣市", "县市", "County", field: "county"), ListColumn("鄉鎮", "乡镇", "Town", field: "town"),
      ListColumn("座標", "座标", "Coordinate", choice: "coordinate_quality"),
    ]
  }
}

enum ActivityKind: AdminKind {
  static let entity = Entity.activity
  static let abstract = Speech.say("廟宇的活動：法會、遶境。", "What temples hold: 法會, 遶境.")
  typealias Fields = ActivityFields
  static var columns: [ListColumn] {
    [
      .id, .key, ListColumn("廟宇", "庙宇", "Temple", field: "temple"), .name,
      .times("時間", "时间", "When") { record, clock in
        record["rule"].text ?? clock.iso(record["start_at"]).map { String($0.prefix(16)).replacing("T", with: " ") }
          ?? ""
      },
    ]
  }
}

enum GroupKind: AdminKind {
  static let entity = Entity.group
  static let abstract = Speech.say("使用者可以追蹤的節日群組。", "Lists of events that users can follow.")
  typealias Fields = GroupFields
  static var ownCommands: [any ParsableCommand.Type] { [AddItemCommand.self, RemoveItemCommand.self] }
  static var columns: [ListColumn] {
    [
      .id, .key, .name, ListColumn("項目", "项目", "Events") { record, _ in String(record["events"].list.count) },
      ListColumn("狀態", "状态", "State") { record, language in
        record["is_enabled"] == .flag(true) ? "" : language.say("停用", "停用", "disabled")
      },
    ]
  }
}

enum UserKind: AdminKind {
  static let entity = Entity.user
  static let abstract = Speech.say("使用者：設定、訂閱、裝置與權杖。", "Users: settings, subscriptions, devices, tokens.")
  typealias Fields = UserFields
  static var ownCommands: [any ParsableCommand.Type] {
    [
      SettingsCommand.self, SubscribeCommand.self, UnsubscribeCommand.self, DevicesCommand.self, ChatsCommand.self,
      UserTokenCommand.self, SignInLinkCommand.self, BounceCommand.self,
    ]
  }
  static var columns: [ListColumn] {
    [
      ListColumn("編號", "编号", "Id") { record, _ in record.id.map { "u\($0)" } ?? "" },
      ListColumn("UUID", "UUID", "UUID", field: "uuid"), .name, ListColumn("電子郵件", "电子邮件", "Mail", field: "email"),
      ListColumn("語言", "语言", "Language") { record, _ in
        record["locale"].text.flatMap(Language.init(rawValue:))?.ownName ?? record["locale"].plain
      }, ListColumn("時區", "时区", "Zone", field: "time_zone"),
    ]
  }
}

enum SourceKind: AdminKind {
  static let entity = Entity.source
  static let abstract = Speech.say("日期的來源。", "Where dates were found.")
  typealias Fields = SourceFields
  static var columns: [ListColumn] { [.key, .name, ListColumn("種類", "种类", "Kind", choice: "kind")] }
}

extension JSON {
  /// The value for tables: texts unchanged, lists joined by 、.
  var plain: String {
    switch self {
    case .null: ""
    case .text(let text): text
    case .list(let list) where list.allSatisfy { $0.text != nil }: texts.joined(separator: "、")
    default: json()
    }
  }
}
