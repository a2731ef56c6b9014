import ArgumentParser
import Folklore
import JSON
import Records
import Store

/// Shows and changes a user's notification settings.
///
///     folkcal admin user settings u1 --notify-time 07:30 --advance-days 2
struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings", abstract: Speech.say("顯示或變更使用者的提醒設定。", "Show or change how and when a user is reminded."))

  @Argument(help: .say("使用者：UUID、電子郵件地址，或 u42 這樣的編號。", "UUID, mail address, or number such as u42.")) var user: String

  @Option(name: .customLong("enable-all"), help: .say("總開關：true 或 false。", "The master switch: true or false."))
  var enableAll: String?
  @Option(
    name: .customLong("advance-days"), parsing: .unconditional, help: .say("提前天數，0 到 30。", "Days before, 0 to 30."))
  var advanceDays: String?
  @Option(name: .customLong("notify-time"), help: .say("通知時間（當地時間）：08:00。", "The local time of reminders: 08:00."))
  var notifyTime: String?
  @Option(name: .customLong("newmoon-enabled"), help: .say("初一提醒：true 或 false。", "初一: true or false.")) var newMoon:
    String?
  @Option(name: .customLong("fullmoon-enabled"), help: .say("十五提醒：true 或 false。", "十五: true or false.")) var fullMoon:
    String?
  @Option(
    name: .customLong("custom-enabled"), help: .say("自訂日子提醒：true 或 false。", "The user's own days: true or false."))
  var custom: String?
  @Option(
    name: .customLong("early-enabled"),
    help: .say("三天前提醒：true 或 false。", "The reminder three days before: true or false.")) var early: String?
  @Option(
    name: .customLong("day-of-enabled"), help: .say("當天提醒：true 或 false。", "The reminder on the day: true or false."))
  var dayOf: String?
  @Option(
    name: .customLong("prepare-days"), parsing: .unconditional,
    help: .say(
      "多數人家都過的日子，幾天前提醒要買什麼：1 到 30，空白為關閉。",
      "Days before a day that most people keep that what to buy is told, 1 to 30; empty for none."))
  var prepareDays: String?
  @Option(help: .say("同一時間的提醒合成一則摘要：true 或 false。", "All of one time in one message: true or false.")) var digest:
    String?
  @Option(name: .customLong("quiet-from"), help: .say("勿擾時段的開始：22:00。", "The beginning of quiet hours: 22:00."))
  var quietFrom: String?
  @Option(name: .customLong("quiet-to"), help: .say("勿擾時段的結束：07:00。", "Their end: 07:00.")) var quietTo: String?
  @Option(help: .say("提醒方式：\(ChannelKind.list())。", "The channel of reminders: \(ChannelKind.list()).")) var channel:
    String?
  @Option(
    name: .customLong("fallback-channel"),
    help: .say(
      "提醒方式當天送不到時的備用方式：\(ChannelKind.list(where: \.mayBeFallback))，或空白。",
      "The way if that will not deliver that day: \(ChannelKind.list(where: \.mayBeFallback)), or nothing."))
  var fallback: String?
  @Option(
    name: .customLong("channel-target"),
    help: .say(
      "\(ChannelKind.list { $0.target != .nothing }) 的目標位址。",
      "The address for \(ChannelKind.list { $0.target != .nothing })."))
  var channelTarget: String?

  @OptionGroup var author: AuthorOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let store = try author.store.open()
    let changes = [
      ("enable_all", enableAll), ("advance_days", advanceDays), ("notify_time", notifyTime),
      ("newmoon_enabled", newMoon),
      ("fullmoon_enabled", fullMoon), ("custom_enabled", custom), ("early_enabled", early), ("day_of_enabled", dayOf),
      ("prepare_days", prepareDays), ("digest", digest), ("quiet_from", quietFrom), ("quiet_to", quietTo),
      ("channel", channel),
      ("fallback_channel", fallback), ("channel_target", channelTarget),
    ].compactMap { name, value in value.map { (name, $0) } }
    var record = try store.record(.user, key: user)
    if !changes.isEmpty {
      record = try store.edit(.user, key: user, author.change(time)) { record in
        Draft(fields: [Draft.Given("settings", try record["settings"].changing(changes))])
      }.new
    }
    guard !output.json else { return print(record["settings"].json()) }
    var table = Table()
    for member in record["settings"].members { table.add(member.name, member.value.plain) }
    print(table.text(isColored: false), terminator: "")
  }
}

extension JSON {
  /// The settings with some fields replaced by parsed text.
  fileprivate func changing(_ changes: [(name: String, text: String)]) throws -> JSON {
    let given = try Dictionary(
      uniqueKeysWithValues: changes.map { ($0.name, try Settings.value($0.text, of: $0.name)) })
    return .object(members.map { JSON.Member($0.name, given[$0.name] ?? $0.value) })
  }
}

/// Subscribes a user to an event or a group.
///
///     folkcal admin user subscribe u1 --group mazu
struct SubscribeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "subscribe", abstract: Speech.say("讓使用者訂閱節日與群組。", "Subscribe a user to events and groups."),
    discussion: Speech.say("--off 會關閉節日，即使群組內有該節日。", "--off switches off an event even if a group brings it."))

  @Argument(help: .say("使用者：UUID、電子郵件地址，或 u42 這樣的編號。", "UUID, mail address, or number such as u42.")) var user: String
  @Option(help: ArgumentHelp.say("節日的代號或名稱；可重複指定。", "An event's key or name; may be repeated.", valueName: "key"))
  var event: [String] = []
  @Option(help: ArgumentHelp.say("群組的代號或名稱；可重複指定。", "A group's key or name; may be repeated.", valueName: "key"))
  var group: [String] = []
  @Option(help: ArgumentHelp.say("廟宇的代號或名稱；可重複指定。", "A temple's key or name; may be repeated.", valueName: "key"))
  var temple: [String] = []
  @Flag(help: .say("關閉。", "Switched off.")) var off = false

  @OptionGroup var author: AuthorOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let store = try author.store.open()
    // Users' own days are found by key only.
    let events = try event.map { try store.record(.event, key: store.keyIfKnown(.event, named: $0)).key }
    let temples = try temple.map { try Subscriptions.group(ofTemple: $0, store) }
    try store.openTemples(ofGroups: temples, author.change(time))
    let groups = try group.map { try store.key(.group, named: $0) } + temples
    try Subscriptions.change(user, events, groups, store, author, time, output) { list, name, key in
      list.filter { $0[name] != .text(key) } + [
        .object([JSON.Member(name, .text(key)), JSON.Member("is_enabled", .flag(!off))])
      ]
    }
  }
}

/// Ends a subscription of a user.
struct UnsubscribeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unsubscribe",
    abstract: Speech.say("取消使用者對節日與群組的訂閱。", "End a user's subscriptions to events and groups."))

  @Argument(help: .say("使用者：UUID、電子郵件地址，或 u42 這樣的編號。", "UUID, mail address, or number such as u42.")) var user: String
  @Option(help: ArgumentHelp.say("節日的代號或名稱；可重複指定。", "An event's key or name; may be repeated.", valueName: "key"))
  var event: [String] = []
  @Option(help: ArgumentHelp.say("群組的代號或名稱；可重複指定。", "A group's key or name; may be repeated.", valueName: "key"))
  var group: [String] = []
  @Option(help: ArgumentHelp.say("廟宇的代號或名稱；可重複指定。", "A temple's key or name; may be repeated.", valueName: "key"))
  var temple: [String] = []

  @OptionGroup var author: AuthorOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let store = try author.store.open()
    let events = try event.map { try store.keyIfKnown(.event, named: $0) }
    let groups =
      try group.map { try store.keyIfKnown(.group, named: $0) }
      + temple.map { try Subscriptions.group(ofTemple: $0, store) }
    try Subscriptions.change(user, events, groups, store, author, time, output) { list, name, key in
      guard list.contains(where: { $0[name] == .text(key) }) else {
        let kind = name == "event" ? Entity.event : .group
        throw Failure.notFound(
          "這位使用者沒有訂閱\(kind.chinese)「\(key)」", "the user does not follow the \(name) \"\(key)\"")
      }
      return list.filter { $0[name] != .text(key) }
    }
  }
}

/// The common part of both subscription commands.
private enum Subscriptions {
  /// The key of the group of a temple's days.
  static func group(ofTemple name: String, _ store: Store) throws -> String {
    TempleGroup.key(of: try Temple(record: store.record(.temple, key: store.key(.temple, named: name))))
  }

  static func change(
    _ user: String, _ events: [String], _ groups: [String], _ store: Store, _ author: AuthorOptions,
    _ time: TimeOptions, _ output: OutputOptions, _ body: ([JSON], String, String) throws -> [JSON]
  ) throws {
    guard !events.isEmpty || !groups.isEmpty else {
      throw Failure.wrongInput("請指定 --event、--group 或 --temple", "give --event, --group or --temple")
    }
    let (_, record) = try store.edit(.user, key: user, author.change(time)) { record in
      let eventList = try events.reduce(record["event_subscriptions"].list) { try body($0, "event", $1) }
      let groupList = try groups.reduce(record["group_subscriptions"].list) { try body($0, "group", $1) }
      return Draft(fields: [
        Draft.Given("event_subscriptions", .list(eventList)), Draft.Given("group_subscriptions", .list(groupList)),
      ])
    }
    output.told(.edited, record)
  }
}

/// Shows and changes a user's devices for push messages.
///
///     folkcal admin user devices u1 --add TOKEN --platform ios
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: Speech.say("顯示或變更使用者的裝置。", "Show or change the devices of a user."),
    discussion:
      Speech.say(
        "每位使用者最多 \(Store.deviceLimit) 個裝置。應用程式再登記一個時，會取代舊的裝置。",
        "A user has \(Store.deviceLimit) at most. An app that registers one more has it take the place of an old one."))

  @Argument(help: .say("使用者：UUID、電子郵件地址，或 u42 這樣的編號。", "UUID, mail address, or number such as u42.")) var user: String
  @Option(help: ArgumentHelp.say("新增裝置，或重新啟用。", "Add a device, or activate it again.", valueName: "token")) var add:
    String?
  @Option(help: .say("--add 的平台：ios、android 或 web。", "The platform of --add: ios, android or web.")) var platform:
    String?
  @Option(name: .customLong("switch-off"), help: ArgumentHelp.say("停用裝置。", "Deactivate a device.", valueName: "token"))
  var switchOff: String?
  @Option(help: ArgumentHelp.say("移除裝置。", "Forget a device.", valueName: "token")) var remove: String?

  @OptionGroup var author: AuthorOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let store = try author.store.open()
    var record = try store.record(.user, key: user)
    if add != nil || switchOff != nil || remove != nil {
      record = try store.edit(.user, key: user, author.change(time)) { record in
        Draft(fields: [Draft.Given("devices", .list(try changed(record["devices"].list)))])
      }.new
    }
    guard !output.json else { return print(record["devices"].json()) }
    guard !record["devices"].list.isEmpty else { return StandardError.note("這位使用者沒有裝置", "the user has no devices") }
    var table = Table()
    for device in record["devices"].list {
      table.add(
        device["platform"].plain, device["is_active"] == .flag(true) ? Speech.say("啟用", "on") : Speech.say("停用", "off"),
        device["token"].plain)
    }
    print(table.text(isColored: false), terminator: "")
  }

  private func changed(_ devices: [JSON]) throws -> [JSON] {
    var devices = devices
    func take(_ token: String) throws -> JSON {
      guard let index = devices.firstIndex(where: { $0["token"] == .text(token) }) else {
        throw Failure.notFound("這位使用者沒有權杖為「\(token)」的裝置", "the user has no device with the token \"\(token)\"")
      }
      return devices.remove(at: index)
    }
    func device(_ token: String, _ platform: JSON, isActive: Bool) -> JSON {
      .object([.init("token", .text(token)), .init("platform", platform), .init("is_active", .flag(isActive))])
    }
    if let add {
      let known = devices.first { $0["token"] == .text(add) }
      guard let platform = platform.map(JSON.text) ?? known?["platform"] else {
        throw Failure.wrongInput("--add 需要 --platform：ios、android 或 web", "--add needs --platform ios, android or web")
      }
      devices.removeAll { $0["token"] == .text(add) }
      guard devices.count < Store.deviceLimit else {
        throw Failure.wrongInput(
          "這位使用者已有 \(Store.deviceLimit) 個裝置，達到上限；請先用 --remove 移除一個",
          "the user has \(Store.deviceLimit) devices, and may have no more: --remove one first")
      }
      devices.append(device(add, platform, isActive: true))
    }
    if let switchOff { devices.append(device(switchOff, try take(switchOff)["platform"], isActive: false)) }
    if let remove { _ = try take(remove) }
    return devices
  }
}
