import ArgumentParser
import Foundation

/// A command as the parser describes it to programs (its tool information, version 0); only what a help screen shows.
struct CommandDescription: Decodable {
  var abstract: String?
  var discussion: String?
  var arguments: [Argument]?

  struct Argument: Decodable {
    let kind: Kind
    let shouldDisplay: Bool
    let names: [Name]?
    let valueName: String?
    let defaultValue: String?
    let allValues: [String]?
    /// Values with another text than their own, by value.
    let allValueDescriptions: [String: String]?
    let abstract: String?
  }

  enum Kind: String, Decodable {
    case positional, option, flag
  }

  struct Name: Decodable {
    let kind: Kind
    let name: String

    enum Kind: String, Decodable {
      case long, short, longWithSingleDash
    }

    var text: String { (kind == .long ? "--" : "-") + name }
  }

  init(of type: any ParsableCommand.Type) throws {
    struct Tool: Decodable {
      let command: CommandDescription
    }
    self = try JSONDecoder().decode(Tool.self, from: Data(type._dumpHelp().utf8)).command
  }
}
