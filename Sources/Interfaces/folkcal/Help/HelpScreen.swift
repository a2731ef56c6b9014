import ArgumentParser
import Foundation
import Words

/// The help of a command, in the reader's language.
///
/// The parser's own screen breaks lines at blanks only and counts characters, so Chinese text would run past the edge. This one measures
/// columns. English help keeps the parser's layout.
struct HelpScreen {
  private let path: CommandPath
  private let description: CommandDescription
  private let width: Int
  private static let labelWidth = 26

  /// - Parameter width: the columns of a line.
  init(_ path: CommandPath, width: Int = HelpScreen.terminalWidth) throws {
    self.path = path
    self.width = width
    description = try CommandDescription(of: path.type)
  }

  /// The terminal's width, but no lines that are hard to read.
  static var terminalWidth: Int { min(100, max(60, TerminalWidth.columns ?? 80)) }

  var text: String {
    let sections =
      [overview, Self.usage(of: path, width: width)] + [arguments, options, subcommands].compactMap(\.self)
    return sections.joined(separator: "\n\n") + "\n"
  }

  // MARK: Sections

  private var overview: String {
    let label = Speech.say("", "OVERVIEW: ")
    var lines = LineWrapping.lines(
      of: description.abstract ?? "", width: width - 1, firstColumn: DisplayWidth.of(label))
    lines[0] = label + lines[0]
    if let discussion = description.discussion, !discussion.isEmpty {
      lines += [""] + LineWrapping.lines(of: discussion, width: width - 1)
    }
    return lines.joined(separator: "\n")
  }

  /// The usage lines of a command, with its heading.
  static func usage(of path: CommandPath, width: Int, heading: String = Speech.say("用法：", "USAGE: ")) -> String {
    let usage = Folkcal.usageString(for: path.type)
    let parts = usageParts(usage.hasPrefix("Usage: ") ? String(usage.dropFirst("Usage: ".count)) : usage)
    var lines = [heading]
    let indentation = String(repeating: " ", count: DisplayWidth.of(heading))
    var isFirst = true
    for part in parts {
      let part = HelpWords.usage(part)
      let last = lines[lines.count - 1]
      if isFirst {
        lines[lines.count - 1] = last + part
      } else if DisplayWidth.of(last) + 1 + DisplayWidth.of(part) <= width - 1 {
        lines[lines.count - 1] = last + " " + part
      } else {
        lines.append(indentation + part)
      }
      isFirst = false
    }
    return lines.joined(separator: "\n")
  }

  /// The words of a usage line; what stands in brackets is one.
  private static func usageParts(_ usage: String) -> [String] {
    var parts = [""]
    var depth = 0
    for character in usage {
      if character == "[" || character == "<" { depth += 1 } else if character == "]" || character == ">" { depth -= 1 }
      if character == " ", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts
  }

  private var arguments: String? {
    section(
      Speech.say("參數：", "ARGUMENTS:"),
      shown { $0.kind == .positional }.map { ("<\(HelpWords.valueName($0.valueName))>", text(of: $0)) })
  }

  private var options: String? {
    var rows = shown { $0.kind != .positional }.map { (label(of: $0), text(of: $0)) }
    // The description of a command alone does not have the option of the program.
    if path.names.count > 1 {
      rows.insert(("--version", HelpWords.parserText("Show the version.")), at: max(rows.count - 1, 0))
    }
    return section(Speech.say("選項：", "OPTIONS:"), rows)
  }

  private var subcommands: String? {
    let rows = path.subcommands.map { ($0.name, $0.type.configuration.abstract) }
    let heading = Speech.say("指令：", "SUBCOMMANDS:")
    guard let section = section(heading, rows) else { return nil }
    var names = path.names
    names.insert("help", at: 1)
    let words = names.joined(separator: " ")
    let more = Speech.say(
      "用「\(words) <\(HelpWords.valueName("subcommand"))>」查看詳細說明。", "See '\(words) <subcommand>' for detailed help.")
    return section + "\n\n" + LineWrapping.lines(of: "  " + more, width: width - 1).joined(separator: "\n")
  }

  private func section(_ heading: String, _ rows: [(label: String, text: String)]) -> String? {
    guard !rows.isEmpty else { return nil }
    return ([heading] + rows.flatMap { row($0.label, $0.text) }).joined(separator: "\n")
  }

  private func row(_ label: String, _ text: String) -> [String] {
    let label = "  " + label
    let blanks = String(repeating: " ", count: Self.labelWidth)
    var lines = LineWrapping.lines(of: text, width: width - 1 - Self.labelWidth).map { blanks + $0 }
    guard !text.isEmpty else { return [label] }
    guard DisplayWidth.of(label) < Self.labelWidth else { return [label] + lines }
    lines[0] = label + String(lines[0].dropFirst(DisplayWidth.of(label)))
    return lines
  }

  // MARK: Arguments

  private func shown(_ isIncluded: (CommandDescription.Argument) -> Bool) -> [CommandDescription.Argument] {
    (description.arguments ?? []).filter { $0.shouldDisplay && isIncluded($0) }
  }

  private func label(of argument: CommandDescription.Argument) -> String {
    let names = argument.names ?? []
    let sorted = names.filter { $0.kind == .short } + names.filter { $0.kind != .short }
    let text = sorted.map(\.text).joined(separator: ", ")
    return argument.kind == .flag ? text : "\(text) <\(HelpWords.valueName(argument.valueName))>"
  }

  private func text(of argument: CommandDescription.Argument) -> String {
    let abstract = HelpWords.parserText(argument.abstract ?? "")
    let values = argument.allValues ?? []
    let preset = argument.defaultValue.map { argument.allValueDescriptions?[$0] ?? $0 } ?? ""
    let notes = [
      values.isEmpty
        ? nil
        : Speech.say("可用的值：\(values.joined(separator: "、"))", "values: \(values.joined(separator: ", "))"),
      preset.isEmpty ? nil : Speech.say("預設：\(preset)", "default: \(preset)"),
    ].compactMap(\.self)
    guard !notes.isEmpty else { return abstract }
    return abstract
      + Speech.say("（\(notes.joined(separator: "；"))）", " (\(notes.joined(separator: "; ")))")
  }
}
