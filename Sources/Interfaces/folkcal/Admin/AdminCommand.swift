import ArgumentParser
import Records

/// The commands for operators.
struct AdminCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "admin", abstract: "Keep events, deities, temples, activities, groups and users.",
    subcommands: [
      EntityCommand<EventKind>.self, EntityCommand<DeityKind>.self, EntityCommand<TempleKind>.self,
      EntityCommand<ActivityKind>.self, EntityCommand<GroupKind>.self, EntityCommand<UserKind>.self,
      EntityCommand<SourceKind>.self, TokenCommand.self, WholeExportCommand.self, WholeImportCommand.self,
      CheckCommand.self, BackupCommand.self, RestoreCommand.self, CopyCommand.self, AuditCommand.self,
      StatisticsCommand.self,
    ])
}

/// A kind of record on the command line.
protocol AdminKind {
  static var entity: Entity { get }
  /// The kind in a word or two, for help texts.
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
