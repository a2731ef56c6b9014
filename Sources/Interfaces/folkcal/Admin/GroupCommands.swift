import ArgumentParser
import JSON
import Records
import Store

/// Adds an event to a group.
///
///     folkcal admin group add-item mazu qianshun --at 2
struct AddItemCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add-item", abstract: Speech.say("把節日放進群組。", "Put an event into a group."))

  @Argument(help: .say("群組的代號。", "The group's key.")) var group: String
  @Argument(help: .say("節日的代號或名稱。", "The event's key or its name.")) var event: String

  @Option(
    parsing: .unconditional,
    help: .say(
      "放在第幾個，從 1 起算；預設放在最後。已在群組內的節日會移到該位置。", "Its place, from 1; by default the end. An event in the group moves."))
  var at: Int?

  @OptionGroup var author: AuthorOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let store = try author.store.open()
    let event = try store.keyIfKnown(.event, named: event)
    let (_, group) = try store.edit(.group, key: group, author.change(time)) { record in
      var events = record["events"].texts.filter { $0 != event }
      let place = at ?? events.count + 1
      guard (1...(events.count + 1)).contains(place) else {
        throw Failure.outOfRange("--at", "\(place)", "1", "\(events.count + 1)")
      }
      events.insert(event, at: place - 1)
      return Draft(fields: [Draft.Given("events", .list(events.map(JSON.text)))])
    }
    output.told(.edited, group)
  }
}

/// Removes an event from a group.
struct RemoveItemCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove-item", abstract: Speech.say("把節日移出群組。", "Take an event out of a group."))

  @Argument(help: .say("群組的代號。", "The group's key.")) var group: String
  @Argument(help: .say("節日的代號或名稱。", "The event's key or its name.")) var event: String

  @OptionGroup var author: AuthorOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let store = try author.store.open()
    let event = try store.keyIfKnown(.event, named: event)
    let (_, group) = try store.edit(.group, key: group, author.change(time)) { record in
      let events = record["events"].texts
      guard events.contains(event) else {
        throw Failure.notFound(
          "群組「\(record.key)」沒有節日「\(event)」；群組內有 \(events.joined(separator: "、"))",
          "group \"\(record.key)\" has no event \"\(event)\"; it has \(events.joined(separator: ", "))")
      }
      return Draft(fields: [Draft.Given("events", .list(events.filter { $0 != event }.map(JSON.text)))])
    }
    output.told(.edited, group)
  }
}
