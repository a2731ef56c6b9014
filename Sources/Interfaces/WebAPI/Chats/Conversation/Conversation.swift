import Folklore
import JSON
import Lunisolar
import NIOPosix
import Nearby
import Records
import Reminders
import Store
import Words

/// One message of one person, and everything that is needed to answer it. Nothing is kept between two messages but what is in the database.
struct Conversation: Sendable {
  let service: APIService
  let event: ChatEvent
  let data: PublicData
  /// Nil if nothing has been kept of the chat.
  var chat: Chat?
  var user: Record?
  private let personal: PersonalDays
  /// Days of the user's own.
  var own: [Event] { personal.own }
  /// The temples that the user follows.
  var temples: [TempleGroup] { personal.temples }
  let names: ChatNames
  var language: Language
  let clock: ZonedClock
  let moment: LocalMoment
  let now: Int

  init(_ service: APIService, _ event: ChatEvent) async throws {
    self.service = service
    self.event = event
    data = try await service.keeper.current()
    let store = service.store
    let found: (Chat?, Record?, PersonalDays) = try await service.threads.runIfActive {
      guard let chat = try store.chat(event.service, event.chat) else { return (nil, nil, PersonalDays()) }
      let user = try store.record(.user, key: chat.user)
      return (chat, user, try store.personalDays(of: user))
    }
    (chat, user, personal) = found
    names = data.chatNames.adding(personal)
    language = Self.language(of: event, user)
    let server = service.moment
    now = server.now
    clock = (user?["time_zone"].text).flatMap { try? ZonedClock(identifier: $0) } ?? server.clock
    moment = LocalMoment(instant: now, clock: clock)
  }

  /// The user's language; otherwise the app's; otherwise that of the text.
  private static func language(of event: ChatEvent, _ user: Record?) -> Language {
    if let own = user?["locale"].text.flatMap(Language.init(rawValue:)) { return own }
    if let language = event.language { return language }
    guard case .text(let text) = event.action else { return .traditionalChinese }
    if text.allSatisfy(\.isASCII), text.contains(where: \.isLetter) { return .english }
    return SimplifiedCharacters.found(in: text).isEmpty ? .traditionalChinese : .simplifiedChinese
  }

  /// The current day where the user is.
  var today: SolarDate { moment.date }

  var reader: ChatReader { ChatReader(today: today, names: names) }

  func say(_ traditionalChinese: String, _ simplifiedChinese: String, _ english: String) -> String {
    language.say(traditionalChinese, simplifiedChinese, english)
  }

  // MARK: Answers

  func reply(to meaning: ChatMeaning) async throws -> ChatReply {
    switch meaning {
    case .help: help
    case .greeting: try await greeting()
    case .thanks:
      ChatReply(title: say("不客氣，祝您平安。", "不客气，祝您平安。", "You are welcome."), suggestions: usualSuggestions)
    case .acknowledged:
      ChatReply(
        title: say("好的，想查日子隨時跟我說。", "好的，想查日子随时跟我说。", "All right. Ask me about a day at any time."),
        suggestions: usualSuggestions)
    case .day(let date, let remarks): day(date, remarks)
    case .noDay(let error): noDay(error)
    case .name(let text): try about(text)
    case .next(nil): try comingDays()
    case .next(let name?): try next(name)
    case .month(let distance): try month(distance)
    case .week(let distance): try week(distance)
    case .moons: try moons()
    case .setMoons(let new, let full, let isOn): try await setMoons(new: new, full: full, isOn)
    case .follow(let name): try await follow(name)
    case .unfollow(let name): try await unfollow(name)
    case .mine: try mine()
    case .daysBefore(let days): try await setDaysBefore(days)
    case .wrongDays: wrongDays
    case .prepare(let days): try await setPrepare(days)
    case .need(let need): try whomToAsk(need)
    case .daysOff(let name): try daysOff(name)
    case .hours(let temple): hours(temple)
    case .ownDay(let title, let rule, let isConfirmed): try await ownDay(title, rule, isConfirmed: isConfirmed)
    case .time(let time): try await setTime(time)
    case .wrongTime: wrongTime
    case .reminders(let isOn): try await setReminders(isOn)
    case .near(nil): askForPlace
    case .near(let place?): try near(place)
    case .language(let language): try await setLanguage(language)
    case .join(let code): try await join(code)
    case .confirmJoin: try await confirmJoin()
    case .link: try await link()
    case .leave: leave
    case .confirmLeave: try await confirmLeave()
    case .unknown(let text): unknown(text)
    }
  }

  // MARK: The user

  /// The actor in the audit log.
  var change: Change { service.change(by: "\(event.service.rawValue) chat", at: service.moment) }

  /// Writers take turns by this.
  var turn: String { "\(event.service.rawValue) \(event.chat)" }

  /// The fields of a user who is only this chat. Nothing is told that nobody asked for: both moons are off.
  private var newcomer: Draft {
    Draft(fields: [
      Draft.Given("locale", .text(language.rawValue)), Draft.Given("time_zone", .text(service.configuration.timeZone)),
      Draft.Given(
        "settings",
        [
          "enable_all": .flag(true), "advance_days": .integer(1), "notify_time": "20:00",
          "newmoon_enabled": .flag(false), "fullmoon_enabled": .flag(false), "custom_enabled": .flag(true),
          "early_enabled": .flag(false), "day_of_enabled": .flag(false), "digest": .flag(true),
          "channel": .text(event.service.channel.rawValue),
        ]),
    ])
  }

  /// Gives the chat a user of its own if it has none.
  ///
  /// - Returns: the UUID of the user.
  func neededUser() async throws -> String {
    if let chat { return chat.user }
    let (service, id, draft, change) = (event.service, event.chat, newcomer, change)
    return try await self.service.write(for: turn) { try $0.addChat(service, id, draft, change) }.user
  }

  /// Changes fields of the user, who is made if there is none.
  func edit(_ make: @escaping @Sendable (Record) throws -> [Draft.Given]) async throws -> Record {
    let (user, change) = (try await neededUser(), change)
    return try await service.write(for: turn) { store in
      try store.edit(.user, key: user, change) { Draft(fields: try make($0)) }.new
    }
  }

  /// Changes one setting.
  func set(_ name: String, _ value: JSON) async throws -> Record {
    try await edit { [Draft.Given("settings", $0["settings"].setting(name, value))] }
  }

  /// What the user wants; nil without a user.
  func wishes() throws -> UserWishes? {
    try user.map { try UserWishes($0, personal, shared: data.catalogue) }
  }

  // MARK: Links

  /// A page of ours; nil if the server's public address is not known.
  func page(_ path: String) -> String? { service.configuration.publicURL.map { $0 + path } }

  func links(_ label: String, _ path: String) -> [ChatReply.Link] {
    page(path).map { [ChatReply.Link(label: label, address: $0)] } ?? []
  }
}
