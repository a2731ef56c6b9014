import Foundation
import Processes
import TestSupport
import Testing
import Words

@Suite("Help", .timed)
struct HelpTests {
  /// The commands with subcommands and without, as words of a command line, out of the program's own description of itself.
  private static func commands() throws -> [Command] {
    let run = try Program.run("--experimental-dump-help", environment: ["LANG": "zh_TW.UTF-8"])
    let tool = try JSONDecoder().decode(Tool.self, from: Data(run.output.utf8))
    var commands: [Command] = []
    func walk(_ description: Description, _ path: [String]) {
      commands.append(Command(path: path, description: description))
      for below in description.subcommands ?? [] where below.commandName != "help" {
        walk(below, path + [below.commandName])
      }
    }
    walk(tool.command, [])
    return commands
  }

  private struct Tool: Decodable {
    let command: Description
  }

  private struct Description: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let subcommands: [Description]?
    let arguments: [Argument]?

    struct Argument: Decodable {
      let valueName: String?
      let kind: String
      let abstract: String?
      let names: [Name]?

      struct Name: Decodable {
        let name: String
      }
    }
  }

  private struct Command {
    let path: [String]
    let description: Description

    var text: String { path.joined(separator: " ") }
  }

  private static func hasChinese(_ text: String?) -> Bool {
    (text ?? "").unicodeScalars.contains { $0.properties.isIdeographic }
  }

  @Test("every command and option has Chinese help")
  func chinese() throws {
    let commands = try Self.commands()
    #expect(commands.count > 60)
    for command in commands {
      #expect(Self.hasChinese(command.description.abstract), "the abstract of \(command.text)")
      if let discussion = command.description.discussion, !discussion.isEmpty {
        #expect(Self.hasChinese(discussion), "the discussion of \(command.text)")
      }
      for argument in command.description.arguments ?? [] {
        let names = argument.names?.map(\.name) ?? []
        guard !names.contains("help"), !names.contains("version") else { continue }
        #expect(Self.hasChinese(argument.abstract), "\(names) \(argument.valueName ?? "") of \(command.text)")
      }
    }
  }

  @Test(
    "Chinese help has Chinese headings and names of values, lines of 80 columns, and none that begins with punctuation")
  func layout() throws {
    for command in try Self.commands() {
      let run = try Program.run(command.path + ["--help", "--lang", "zh-Hant"])
      #expect(run.status == 0 && run.errors.isEmpty, "\(command.text)")
      #expect(run.output.contains("用法：folkcal"), "\(command.text)")
      for line in run.output.split(separator: "\n") {
        #expect(DisplayWidth.of(String(line)) <= 80, "\(command.text): \(line)")
        let first = line.first { $0 != " " }
        #expect(first.map { !"，。、：；）」".contains($0) } ?? true, "\(command.text): \(line)")
      }
      // Examples of values stay as they are, like <22:00-07:00>.
      for name in run.output.matches(of: #/<([a-z][a-z-]*)>/#).map({ String($0.1) }) {
        #expect(name == "mazu", "<\(name)> of \(command.text)")
      }
      for heading in ["OVERVIEW", "USAGE", "ARGUMENTS", "OPTIONS", "SUBCOMMANDS", "default:", "values:"] {
        #expect(!run.output.contains(heading), "\(command.text): \(heading)")
      }
    }
  }

  @Test("English help has no Chinese but words of the data")
  func english() throws {
    let data = [
      "農曆", "年閏六月十五", "年三月廿三", "年", "月", "日", "媽祖", "臺中市西屯區", "臺中市", "臺", "台", "道教", "初一", "十五", "農曆提醒", "宜", "忌",
      "民國", "星期",
      // Examples of dates and places.
      "年閏", "閏", "農曆乙巳年閏六月十五", "今天", "明天", "下週三", "下個月", "除夕", "冬至", "農曆三月廿三", "西屯", "佛教", "考試",
      "天上聖母、天后",
      // Titles of books and papers, fields of the register, orders.
      "協紀辨方書", "玉匣記", "逸周書", "宜忌", "政府行政機關辦公日曆表", "編號", "職掌", "法會", "遶境", "筆畫", "注音", "寺廟簡介", "無障礙設施", "參拜特色",
      "參拜建議", "交通資訊",
      // What pillars are counted from.
      "八字", "立春", "節",
      // The almanac: purposes, days that custom warns of, whose lists the directions follow.
      "欽定協紀辨方書", "嫁娶", "搬家", "開幕", "羊", "三娘煞", "月忌", "楊公忌", "四離", "四絕", "福神", "甲乙", "甲己", "庚辛", "午寅", "庚",
    ]
    for command in try Self.commands() {
      let output = try Program.run(command.path + ["--help"]).output
      #expect(output.contains("USAGE: folkcal"))
      // A word that two lines share is one word.
      let joined = output.replacing(#/(\p{Han})\n *(?=\p{Han})/#) { String($0.1) }
      for word in joined.matches(of: #/\p{Han}+/#).map({ String($0.0) }) {
        #expect(data.contains(word), "\(word) in the help of \(command.text)")
      }
      for line in output.split(separator: "\n") { #expect(DisplayWidth.of(String(line)) <= 80, "\(line)") }
    }
  }

  @Test(
    "each way of asking shows the same help",
    arguments: [
      ["help", "remind", "plan"], ["remind", "plan", "-h"], ["remind", "plan", "help"], ["remind", "help", "plan"],
      ["remind", "plan", "--days", "3", "--help"], ["--lang", "en", "remind", "plan", "--help"],
      ["help", "remind", "plan", "--lang=en"], ["help", "--lang", "en", "remind", "plan"],
    ])
  func ways(arguments: [String]) throws {
    let run = try Program.run(arguments)
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(try run.output == Program.run("remind", "plan", "--help").output)
    #expect(run.output.contains("USAGE: folkcal remind plan [--days <days>]"))
  }

  @Test("a group without a subcommand shows its help", arguments: [["admin"], ["remind"], ["admin", "event"]])
  func groups(path: [String]) throws {
    let run = try Program.run(path + ["--lang", "zh-Hant"])
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.output.contains("用法：folkcal \((path + ["<指令>"]).joined(separator: " "))"))
  }

  @Test("the language of the help is that of --lang, else of the locale")
  func languages() throws {
    #expect(try Program.run("feed", "-h").output.contains("OPTIONS:"))
    #expect(try Program.run(["feed", "-h"], environment: ["LANG": "zh_TW.UTF-8"]).output.contains("輸出到標準輸出"))
    #expect(try Program.run(["feed", "-h"], environment: ["LANG": "zh_CN.UTF-8"]).output.contains("输出到标准输出"))
    let run = try Program.run(["feed", "-h", "--lang", "en"], environment: ["LANG": "zh_TW.UTF-8"])
    #expect(run.output.contains("OPTIONS:"))
  }

  @Test("a word \"help\" that is an argument asks for no help")
  func helpAsArgument() throws {
    let run = try Program.run("remind", "test", "u1", "help", "--database", "sqlite:/nonexistent/folkcal.db")
    #expect(run.output.isEmpty && run.status == 3)
  }

  @Test("--lang may stand before the command")
  func languageFirst() throws {
    let run = try Program.run("--lang", "en", "convert", "2025-04-20")
    #expect(try run.output == Program.run("convert", "2025-04-20", "--lang", "en").output)
    #expect(run.status == 0)
  }
}

@Suite("Errors of the command line", .timed)
struct UsageErrorTests {
  @Test(
    "Chinese messages",
    arguments: [
      (["upcoming", "--knd", "deity"], "沒有 --knd 這個選項。您是不是要找：--kind"),
      (["upcoming", "--zzzzzzzz"], "沒有 --zzzzzzzz 這個選項。"),
      (["upcoming", "--kind"], "--kind <類型> 少了值。"),
      (["upcoming", "--kind", "dety"], "--kind <類型> 的值「dety」不能用；可用的值：festival、deity、custom。您是不是要找：deity"),
      (["upcoming", "--days", "many"], "--days <天數> 的值「many」不能用；請寫整數"),
      (["upcoming", "--json=1"], "選項 --json 不需要值，但給了「1」。"),
      (["upcoming", "mazu"], "多了「mazu」，這裡不需要。"),
      (["upcoming", "mazu", "guanyin"], "多了 2 個詞，這裡不需要：「mazu」、「guanyin」。"),
      (["remind", "show"], "少了 <編號>。"),
      (["remind", "test", "u1"], "少了 <文字>。"),
      (["remind", "cancel", "x"], "<編號> 的值「x」不能用；請寫整數"),
    ])
  func chinese(arguments: [String], message: String) throws {
    let run = try Program.run(arguments, environment: ["LANG": "zh_TW.UTF-8"])
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("folkcal: \(message)\n"), "\(run.errors)")
    #expect(run.errors.contains("\n用法：folkcal \(arguments[0])"))
    #expect(run.errors.contains("--help」查看詳細說明。"))
    #expect(!run.errors.contains("Usage") && !run.errors.contains("See '"))
  }

  @Test(
    "wrong values are named in Chinese, with what is right",
    arguments: [
      (["feed", "--years", "30"], "--years 的 30 不在 1 到 20 之間"),
      (["feed", "--json"], "--json 不能用於 feed"),
      (["feed", "--alarm-time", "07:00"], "--alarm-time 要與 --alarm-days 一起用"),
      (["feed", "--alarm-days", "1", "--alarm-time", "25:00"], "--alarm-time 的「25:00」不是 00:00 到 23:59 的時間"),
      (["feed", "--data", "a", "--database", "sqlite:b"], "--data 與 --database 不能同時使用"),
      (["feed", "--now", "9999-12-31T00:00:00Z"], "--now 的 9999-12-31T00:00:00Z 太晚"),
      (["remind", "preview"], "請給 --events、--groups、--newmoon 或 --fullmoon"),
      (["remind", "preview", "--newmoon", "--quiet", "22:00"], "--quiet 的「22:00」不是兩個時間：請寫成 22:00-07:00"),
      (["remind", "preview", "--newmoon", "--advance-days", "31"], "--advance-days 的 31 不在 0 到 30 之間"),
      (["remind", "preview", "u1", "--newmoon"], "使用者與 --newmoon 不能同時指定"),
      (["remind", "plan", "--days", "0"], "--days 的 0 不在 1 到 1000 之間"),
      (["remind", "list", "--offset", "-1"], "--offset 的 -1 是負數"),
      (["remind", "list", "--after", "2"], "--after 的 2 不是頁面的位置"),
      (["remind", "retry"], "請給提醒的編號，或 --status failed"),
      (["remind", "retry", "--status", "sent"], "--status 的 sent 不能放回"),
      (["remind", "cleanup", "--older-than", "5w"], "--older-than 的「5w」不是 1d 到 3660d 的天數"),
      (["remind", "deliver", "--once", "--follow"], "--once 與 --follow 不能同時使用"),
      (["remind", "deliver", "--to", "x"], "--to 要與 --channel jsonl 或 --channel webhook 一起用"),
      (["remind", "deliver", "--rate", "mail"], "--rate 的 mail：請給提醒方式與每秒則數"),
      (["serve", "--port", "70000"], "--port 的 70000 不在 0 到 65535 之間"),
      (["serve", "--log-level", "loud"], "--log-level 的「loud」不能用；可用的值：trace"),
      (["serve", "--public-url", "https://a.example/b"], "請給 https://a.example"),
    ])
  func values(arguments: [String], message: String) throws {
    let run = try Program.run(arguments, environment: ["LANG": "zh_TW.UTF-8"])
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(!run.errors.contains(#/[A-Za-z]{2,} [A-Za-z]{2,} [A-Za-z]{2,}/#), "\(run.errors)")
  }

  @Test("English messages keep the usage and the reference to the help")
  func english() throws {
    let run = try Program.run("upcoming", "--kind", "dety")
    #expect(run.status == 2)
    #expect(
      run.errors.hasPrefix(
        """
        folkcal: The value 'dety' is invalid for '--kind <kind>'. Please provide one of 'festival', 'deity' or 'custom'. Did you mean 'deity'?
        Help:  --kind <kind>
        """))
    #expect(
      run.errors.hasSuffix("Usage: folkcal upcoming <options>\n  See 'folkcal upcoming --help' for more information.\n")
    )
  }

  @Test(
    "a wrong command gets a suggestion that works",
    arguments: [
      (["conver", "2026-01-01"], "folkcal convert 2026-01-01"), (["trems", "2026"], "folkcal terms 2026"),
      (["2026-11-21"], "folkcal convert 2026-11-21"), (["民國115年11月21日"], "folkcal convert 民國115年11月21日"),
      (["農曆2025年三月廿三"], "folkcal convert 農曆2025年三月廿三"),
      (["媽祖"], "folkcal upcoming --search 媽祖"), (["媽祖 聖誕"], "folkcal upcoming --search 媽祖聖誕"),
      (["西屯"], "folkcal near 西屯"), (["2027"], "folkcal year 2027"), (["2027-02"], "folkcal month 2027-02"),
      (["month-", "2026-11"], "folkcal month 2026-11"),
      (["remind", "previw", "--events", "mazu"], "folkcal remind preview --events mazu"),
      (["preview", "--events", "mazu"], "folkcal remind preview --events mazu"),
      (["data", "chek"], "folkcal data check"),
    ])
  func suggestion(arguments: [String], suggestion: String) throws {
    let english = try Program.run(arguments)
    #expect(english.status == 2 && english.output.isEmpty)
    #expect(
      english.errors.hasPrefix(
        "folkcal: \"\(arguments.last { !$0.contains("=") && isWrong($0, arguments) } ?? "")\" is no command of"))
    #expect(english.errors.contains("\nDid you mean: \(suggestion)\n"), "\(english.errors)")
    let chinese = try Program.run(arguments, environment: ["LANG": "zh_TW.UTF-8"])
    #expect(chinese.status == 2 && chinese.errors.contains("\n您是不是要找：\(suggestion)\n"), "\(chinese.errors)")
    #expect(try shell(suggestion).status == 0, "\(suggestion)")
  }

  @Test("a date that is typed without a command is suggested to convert", arguments: ["三月廿三", "下週三", "114/4/5"])
  func dates(text: String) throws {
    let run = try Program.run(text)
    #expect(run.errors.contains("Did you mean: folkcal convert \(text)\n"), "\(run.errors)")
    #expect(try shell("folkcal convert \(text)").status == 0)
  }

  @Test(
    "folkcal alone shows today and the coming days on ten lines, and where help is",
    arguments: ["zh-Hant", "zh-Hans", "en"])
  func alone(language: String) throws {
    let run = try Program.run("--now", "2025-04-19T08:00:00+08:00", "--lang", language)
    let lines = run.output.split(separator: "\n")
    #expect(run.status == 0 && lines.count <= 10)
    #expect(lines.first?.hasPrefix("2025-04-19") == true && run.output.contains("2025-04-20"))
    #expect(lines.last?.contains("folkcal help") == true)
    let json = try Program.run("--json", "--now", "2025-04-19T08:00:00+08:00").object()
    #expect((json["date"] as? [String: Any])?["solar"] as? String == "2025-04-19")
    #expect((json["coming"] as? [[String: Any]])?.isEmpty == false)
  }

  @Test("a wrong subcommand names those that exist")
  func subcommand() throws {
    let run = try Program.run("admin", "evnt", "--lang", "zh-Hant")
    #expect(run.status == 2)
    #expect(run.errors.contains("「evnt」不是 folkcal admin 的指令。\n您是不是要找：folkcal admin event\n可用的指令：event、"))
    let help = try Program.run("help", "remnd", "--lang", "zh-Hant")
    #expect(help.status == 2 && help.errors.contains("您是不是要找：folkcal remind\n"))
  }

  @Test("a word that is like no command gets no suggestion")
  func noSuggestion() throws {
    for words in [["xyzzy"], ["沒有這種東西"], ["upcoming", "--foo"], ["data", "check", "--data", "x"]] {
      let run = try Program.run(words)
      #expect(run.status == 2 && !run.errors.contains("Did you mean"), "\(words): \(run.errors)")
    }
  }

  @Test(
    "the usual name of a command elsewhere is answered with ours",
    arguments: [
      (["remind", "send"], "folkcal remind deliver"), (["admin", "event", "new"], "folkcal admin event add"),
      (["admin", "event", "delete", "mazu"], "folkcal admin event remove mazu"),
    ])
  func synonym(arguments: [String], suggestion: String) throws {
    let run = try Program.run(arguments)
    #expect(run.status == 2 && run.errors.contains("\nDid you mean: \(suggestion)\n"), "\(run.errors)")
  }

  @Test("an empty result is explained, and an end before the beginning too")
  func nothing() throws {
    for (words, note) in [
      (["upcoming", "--search", "沒有這種"], "沒有符合的節日"),
      (["remind", "preview", "--events", "mazu", "--now", "2026-11-25T08:00:00+08:00"], "60 天內沒有提醒；可用 --days 400"),
      (["upcoming", "--from", "2026-11-25", "--until", "2026-11-20"], "--until 2026-11-20 早於第一天 2026-11-25"),
    ] {
      let run = try Program.run(words + ["--lang", "zh-Hant"])
      #expect(run.output.isEmpty && run.errors.contains("folkcal: \(note)\n"), "\(words): \(run.errors)")
    }
  }

  @Test(
    "unknown groups, deities and events get a suggestion",
    arguments: [
      (["upcoming", "--group", "guanyn"], "您是不是要找：guanyin"), (["upcoming", "--deity", "媽組"], "您是不是要找：媽祖"),
      (["remind", "preview", "--events", "mazuu"], "您是不是要找：mazu"),
      (["remind", "preview", "--groups", "buddist"], "您是不是要找：buddhist"),
    ])
  func keys(arguments: [String], message: String) throws {
    let run = try Program.run(arguments + ["--lang", "zh-Hant"])
    #expect(run.status == 3 && run.output.isEmpty && run.errors.contains(message), "\(run.errors)")
  }

  @Test(
    "reminders have kinds and weekdays in words",
    arguments: [
      ("zh-Hant", "2025-04-17 週四 08:00  三天前    2025-04-20 週日"), ("zh-Hans", "2025-04-19 周六 08:00  提前提醒  2025-04-20 周日"),
      ("en", "2025-04-20 Sun 08:00  on the day  2025-04-20 Sun"),
    ])
  func kinds(language: String, line: String) throws {
    let run = try Program.run(
      "remind", "preview", "--events", "mazu", "--now", "2025-04-01T00:00:00+08:00", "--lang", language)
    #expect(run.status == 0 && run.output.contains(line), "\(run.output)")
  }

  /// The first word that names no command.
  private func isWrong(_ word: String, _ arguments: [String]) -> Bool {
    word == arguments.first { !["remind", "data", "admin"].contains($0) }
  }

  /// Runs a suggested command line as a person does who copies it into a shell.
  private func shell(_ line: String) throws -> Program.Run {
    let program = "'\(Program.executable.path)'"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", program + line.dropFirst("folkcal".count) + " > /dev/null"]
    process.environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "XDG_DATA_HOME": "/nonexistent"]
    process.standardError = FileHandle.nullDevice
    try process.start()
    process.waitUntilExit()
    return Program.Run(output: "", errors: "", status: process.terminationStatus)
  }
}
