import Folklore
import Lunisolar
import TestSupport
import Testing

@testable import WebAPI

@Suite("What people say in chats", .timed)
struct ChatReaderTests {
  private static let names = ShippedData.catalogue.map { ChatNames($0) }

  private static func reader() throws -> ChatReader {
    ChatReader(today: SolarDate(uncheckedYear: 2025, month: 4, day: 17), names: try names.get())
  }

  @Test("A saying means what people in Taiwan mean by it", arguments: Sayings.all)
  func saying(said: String, meant: String) throws {
    #expect(try Self.reader().meaning(of: said).summary == meant)
  }

  @Test("There are at least 120 sayings, each once")
  func number() {
    #expect(Sayings.all.count >= 120)
    #expect(Set(Sayings.all.map(\.said)).count == Sayings.all.count)
  }

  @Test("Full width letters, blanks, quotation marks and politeness change nothing")
  func forms() throws {
    let reader = try Self.reader()
    for (said, meant) in Sayings.all
    where !["unknown", "thanks"].contains(meant) && !said.hasPrefix("/") && said.count > 1 {
      guard !meant.hasPrefix("join fcj"), !meant.hasPrefix("join A") else { continue }
      for form in ["　\(said)　", "「\(said)」", "請問\(said)", "\(said)！"] {
        #expect(reader.meaning(of: form).summary == meant, "\(form)")
      }
    }
  }

  @Test(
    "Simplified Chinese means the same as Traditional",
    arguments: [
      ("订阅 妈祖", "follow 妈祖"), ("取消订阅 妈祖", "unfollow 妈祖"), ("初一十五 开", "moons both on"), ("初一十五 关", "moons both off"),
      ("提前 3 天", "before 3"), ("时间 08:00", "time 08:00"), ("附近 鹿港", "near 鹿港"), ("说明", "help"), ("下一个", "next"),
      ("这个月", "month 0"), ("离开", "leave"), ("确定离开", "leave for sure"), ("连结账号", "link"), ("连接账号", "link"),
    ])
  func simplified(said: String, meant: String) throws {
    #expect(try Self.reader().meaning(of: said).summary == meant)
  }

  @Test("Anything at all gets a meaning, and long or strange texts do no harm")
  func anything() throws {
    let reader = try Self.reader()
    var random = SystemRandomNumberGenerator()
    let seed = UInt64.random(in: 0 ... .max, using: &random)
    var numbers = SeededNumbers(seed: seed)
    let pieces = Array("訂閱取消媽祖初一十五開關時間提前天月日附近農曆國曆民國年 0123456789:/#?？「」fcj_-abcé😀\u{0}\u{200B}")
    for _ in 0..<100 {
      let text = String(
        (0..<Int.random(in: 0...12, using: &numbers)).map { _ in pieces.randomElement(using: &numbers) ?? "?" })
      _ = reader.meaning(of: text)
      // What is understood does not depend on what was said before.
      #expect(reader.meaning(of: text) == reader.meaning(of: text), "seed \(seed): \(text)")
    }
    _ = reader.meaning(of: String(repeating: "請問", count: 250))
    _ = reader.meaning(of: String(repeating: "農曆", count: 250))
  }

  @Test("What a deity is called finds its days; a name of one day finds that day alone; a number finds it too")
  func names() throws {
    let names = try Self.names.get()
    func keys(_ text: String) -> Set<String> { Set(names.days(of: names.find(text)).map(\.key)) }
    #expect(keys("媽祖") == keys("天上聖母") && keys("媽祖").contains("mazu") && keys("媽祖").count > 1)
    #expect(keys("媽祖聖誕") == ["mazu"] && keys("妈祖圣诞") == ["mazu"])
    #expect(keys("媽祖生日") == ["mazu"] && keys("媽祖誕辰") == ["mazu"])
    let mazu = try #require(try ShippedData.catalogue.get().event("mazu"))
    #expect(keys("#\(mazu.id)") == ["mazu"])
    #expect(keys("中秋").contains("zhongqiu"))
    #expect(keys("媽").isEmpty && keys("#99999").isEmpty && keys("").isEmpty)
    // A group has its own name.
    #expect(names.named("媽祖信仰").count == 1)
  }

  @Test("Each day and group has a name of its own for a suggestion, without a number", arguments: Language.allCases)
  func handles(language: Language) throws {
    let names = try Self.names.get()
    for event in try ShippedData.catalogue.get().events where event.isEnabled {
      let handle = try #require(names.handle(event, language), "\(event.key)")
      #expect(!handle.contains("#") && names.named(handle) == [.event(event)], "\(event.key): \(handle)")
    }
    for group in try ShippedData.catalogue.get().groups where group.isEnabled {
      let handle = try #require(names.handle(group, language), "\(group.key)")
      #expect(!handle.contains("#") && names.named(handle) == [.group(group)], "\(group.key): \(handle)")
    }
  }

  // MARK: Being told less

  @Test("Words for being left alone end all reminders", arguments: Sayings.leftAlone)
  func leftAlone(said: String) throws {
    #expect(try Self.reader().meaning(of: said) == .reminders(false))
  }

  @Test(
    "The end of one day is that of one day; what is not sure is not done", arguments: Sayings.ending + Sayings.unsure)
  func ending(said: String, meant: String) throws {
    #expect(try Self.reader().meaning(of: said).summary == meant)
  }

  @Test("A text of 100 characters is read; a longer one, or one of many scalars, is not")
  func length() throws {
    let reader = try Self.reader()
    #expect(!ChatReader.isTooLong(String(repeating: "的", count: 100)))
    #expect(ChatReader.isTooLong(String(repeating: "的", count: 101)))
    #expect(ChatReader.isTooLong("e" + String(repeating: "\u{301}", count: 1_000)))
    #expect(reader.meaning(of: String(repeating: "今天", count: 100)).summary == "unknown")
  }
}

/// Random numbers that a seed repeats (SplitMix64).
private struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension ChatMeaning {
  /// The meaning in a few words, for tables of tests.
  var summary: String {
    func word(_ text: String) -> String { text.isEmpty ? "?" : text }
    return switch self {
    case .help: "help"
    case .greeting: "greeting"
    case .thanks: "thanks"
    case .acknowledged: "acknowledged"
    case .day(let date, _): "day \(date)"
    case .noDay: "no day"
    case .name(let name): "name \(name)"
    case .next(let name): name.map { "next \($0)" } ?? "next"
    case .month(let distance): "month \(distance)"
    case .week(let distance): "week \(distance)"
    case .moons: "moons"
    case .setMoons(let new, let full, let isOn):
      "moons \(new && full ? "both" : new ? "new" : "full") \(isOn ? "on" : "off")"
    case .follow(let name): "follow " + word(name)
    case .unfollow(let name): "unfollow " + word(name)
    case .mine: "mine"
    case .daysBefore(let days): "before \(days)"
    case .prepare(let days): days.map { "prepare \($0)" } ?? "prepare off"
    case .need(let need): "need \(need.rawValue)"
    case .wrongDays(let text): "wrong days " + text
    case .time(let time): "time \(time)"
    case .wrongTime(let text): "wrong time " + text
    case .reminders(let isOn): isOn ? "reminders on" : "reminders off"
    case .near(let place): "near " + word(place ?? "")
    case .language(let language): "language " + (language?.rawValue ?? "?")
    case .join(let code): "join " + code
    case .confirmJoin: "join for sure"
    case .link: "link"
    case .leave: "leave"
    case .confirmLeave: "leave for sure"
    case .daysOff(let name): "days off " + name
    case .hours(let temple): "hours " + temple
    case .ownDay(let title, let rule, let isConfirmed): "own \(title) \(rule)" + (isConfirmed ? " for sure" : "")
    case .unknown: "unknown"
    }
  }
}
