import Addresses
import Folklore
import Foundation
import JSON
import Lunisolar
import Records
import TestSupport
import Testing

@testable import Store

@Suite("Targets that a channel would reject", .timed)
struct TargetTests {
  private func change(_ rules: TargetRules = TargetRules()) throws -> Change {
    Change(actor: "test", at: 1_763_600_000, today: try SolarDate(iso: "2025-11-20"), targets: rules)
  }

  private func draft(_ json: String, place: String = "") throws -> Draft {
    let members = try JSON(json: Data(json.utf8)).members
    return Draft(place: place, fields: members.map { Draft.Given($0.name, $0.value) })
  }

  private static let refused: [(settings: String, expected: String)] = [
    (#"{"channel":"webhook","channel_target":"http://example.org/h"}"#, "https:// only"),
    (#"{"channel":"webhook","channel_target":"https://127.0.0.1/h"}"#, "no public address"),
    (#"{"channel":"webhook","channel_target":"https://2130706433/h"}"#, "127.0.0.1, no public address"),
    (#"{"channel":"ntfy","channel_target":"https://localhost/days"}"#, "is this machine"),
    (#"{"channel":"ntfy","channel_target":"https://ntfy.sh/"}"#, "names no topic"),
    (#"{"channel":"mail","channel_target":"mei@媽祖.tw"}"#, "xn--"),
    (#"{"channel":"push","channel_target":"https://[::1]/h"}"#, "no public address"),
  ]

  @Test("Adding, editing or importing a user with a bad target is rejected with place, field and member")
  func refused() throws {
    let test = try TestStore()
    try test.add(.user, #"{"email":"a@b.tw"}"#)
    for (settings, expected) in Self.refused {
      let write: [(String) throws -> Void] = [
        { try test.store.add([draft(#"{"email":"n@b.tw","settings":\#($0)}"#)], to: .user, change()) },
        { try test.store.edit(.user, key: "a@b.tw", draft(#"{"settings":\#($0)}"#), change()) },
      ]
      for body in write {
        let faults = try #require(throws: RecordFaults.self) { try body(settings) }.faults
        #expect(faults.count == 1 && faults[0].field == "settings" && faults[0].member == "channel_target", "\(faults)")
        #expect(faults[0].problem.contains(expected), "\(settings): \(faults)")
      }
    }
    #expect(try test.store.records(.user).count == 1)
    // The mail address of the account, where mail goes to it.
    let faults = try #require(throws: RecordFaults.self) {
      try test.store.add(
        [draft(#"{"email":"mei@媽祖.tw","settings":{"channel":"mail"}}"#, place: "row 3")], to: .user, change())
    }
    #expect(faults.description.hasPrefix("row 3: settings: channel_target: "))
  }

  @Test("The endpoint of a browser's push service follows the same rules")
  func browsers() throws {
    let test = try TestStore()
    try test.add(.user, #"{"email":"a@b.tw"}"#)
    func register(_ endpoint: String, _ rules: TargetRules = TargetRules()) throws {
      let token = #"{"endpoint":"\#(endpoint)","keys":{"p256dh":"BC","auth":"BT"}}"#
      _ = try test.store.register(
        device: .object([
          .init("token", .text(token)), .init("platform", .text("web")), .init("is_active", .flag(true)),
        ]),
        of: "a@b.tw", change(rules))
    }
    for endpoint in ["https://10.0.0.1/p", "http://push.example.org/p", "https://[::ffff:169.254.169.254]/p"] {
      let faults = try #require(throws: RecordFaults.self) { try register(endpoint) }.faults
      #expect(faults.map(\.field) == ["devices"] && faults.map(\.member) == ["token"], "\(faults)")
      #expect(!faults[0].problem.contains("/p"))
    }
    try register("https://push.example.org/p")
    try register("https://10.0.0.1/p", TargetRules(allowsPrivate: true))
  }

  @Test("Existing invalid values stay while other fields change, and the check reports them")
  func held() throws {
    let test = try TestStore()
    let open = try change(TargetRules(allowsPrivate: true))
    let hook = #"{"channel":"webhook","channel_target":"http://10.0.0.1/secret"}"#
    _ = try test.store.add([draft(#"{"email":"a@b.tw","settings":\#(hook)}"#)], to: .user, open)
    _ = try test.store.edit(.user, key: "a@b.tw", draft(#"{"display_name":"美"}"#), change())
    _ = try test.store.edit(
      .user, key: "a@b.tw", draft(#"{"settings":\#(hook.dropLast()),"advance_days":3}}"#), change())
    #expect(throws: RecordFaults.self) {
      try test.store.edit(
        .user, key: "a@b.tw", draft(#"{"settings":{"channel":"webhook","channel_target":"http://10.0.0.2/"}}"#),
        change())
    }
    let faults = try test.store.faults()
    #expect(faults.count == 1 && faults[0].contains("settings: channel_target: begins with http://"), "\(faults)")
    #expect(!faults[0].contains("secret"))
    #expect(try test.store.faults(targets: TargetRules(allowsPrivate: true)) == [])
  }
}
