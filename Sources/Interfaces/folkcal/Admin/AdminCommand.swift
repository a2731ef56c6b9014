import ArgumentParser
import Records

/// The commands for operators.
struct AdminCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "admin",
    abstract: Speech.say("管理節日、神明、廟宇、活動、群組與使用者。", "Keep events, deities, temples, activities, groups and users."),
    subcommands: [
      EntityCommand<EventKind>.self, EntityCommand<DeityKind>.self, EntityCommand<TempleKind>.self,
      EntityCommand<ActivityKind>.self, EntityCommand<GroupKind>.self, EntityCommand<UserKind>.self,
      EntityCommand<SourceKind>.self, TokenCommand.self, WholeExportCommand.self, WholeImportCommand.self,
      CheckCommand.self, BackupCommand.self, RestoreCommand.self, CopyCommand.self, AuditCommand.self,
      StatisticsCommand.self, AlarmCommand.self,
    ])
}

/// A kind of record on the command line.
protocol AdminKind {
  static var entity: Entity { get }
  /// The kind in a sentence, for help texts.
  static var abstract: String { get }
  /// One option for each field.
  associatedtype Fields: FieldArguments
  /// Additional commands of this kind.
  static var ownCommands: [any ParsableCommand.Type] { get }
  /// The command that reads records from a file.
  static var importCommand: any ParsableCommand.Type { get }
  /// The columns of a list.
  static var columns: [ListColumn] { get }
}

extension AdminKind {
  static var ownCommands: [any ParsableCommand.Type] { [] }
  static var importCommand: any ParsableCommand.Type { ImportCommand<Self>.self }

  /// The help of the argument that names a record.
  ///
  /// - Parameter name: the argument's name in English.
  static func keyHelp(as name: String) -> ArgumentHelp {
    entity == .user
      ? .say(
        "使用者：UUID、電子郵件地址，或 u42 這樣的編號。", "UUID, mail address, or number such as u42.",
        valueName: Speech.say("使用者", name))
      : .say("\(entity.chinese)的代號。", "The key.", valueName: Speech.say("代號", name))
  }
}

extension Entity {
  /// The kind of record in Chinese, for sentences.
  var chinese: String {
    switch self {
    case .event: "節日"
    case .deity: "神明"
    case .temple: "廟宇"
    case .activity: "活動"
    case .group: "群組"
    case .source: "來源"
    case .user: "使用者"
    }
  }

  /// One record of the kind in Chinese, with its measure word.
  var chineseOne: String {
    switch self {
    case .event, .group: "一個\(chinese)"
    case .deity, .user: "一位\(chinese)"
    case .temple: "一間\(chinese)"
    case .activity: "一項\(chinese)"
    case .source: "一筆\(chinese)"
    }
  }

  /// An option whose field every record may lack, for examples of an empty value.
  var clearableOption: String {
    switch self {
    case .event, .source: "--note"
    case .deity, .activity, .group: "--description"
    case .temple: "--introduction"
    case .user: "--display-name"
    }
  }
}

/// The commands of one kind: `folkcal admin event …`.
struct EntityCommand<Kind: AdminKind>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Kind.entity.rawValue, abstract: Kind.abstract,
      subcommands: [
        ListCommand<Kind>.self, ShowCommand<Kind>.self, AddCommand<Kind>.self, EditCommand<Kind>.self,
        RemoveCommand<Kind>.self, Kind.importCommand, ExportCommand<Kind>.self,
      ] + Kind.ownCommands)
  }
}
