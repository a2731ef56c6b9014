/// Words before or between the numbers of a date.
enum ChineseWords {
  static let lunar = ["農曆", "农历", "農歷", "舊曆", "旧历", "陰曆", "阴历", "夏曆", "夏历", "農民曆", "古曆", "古历"]
  static let solar = ["國曆", "国历", "公曆", "公历", "陽曆", "阳历", "新曆", "新历", "西曆", "西历"]
  static let day = ["日", "號", "号"]
  static let leap = ["閏", "闰", "潤"]
  static let last = ["最後一天", "最後一日", "最后一天", "最后一日", "底"]
}

/// How years are counted.
struct Era {
  /// The year before the first.
  let offset: Int
  var countsBackwards = false
  /// The last year of a reign; nil for eras without an end.
  var length: Int?
  /// True for the Qing, whose years are lunar.
  var isLunar = false

  func year(_ number: Int) -> Int { countsBackwards ? offset - number : offset + number }

  /// The era whose name comes next.
  ///
  /// The years of the Qing are lunar years, those of Japan solar ones; both stand in household registers. First years: 鄭鶴聲, 近世中西史日對照表.
  static func take(_ scanner: inout TextScanner) -> Era? {
    let start = scanner.position
    if scanner.takeAny(["中華民國", "中华民国", "民國", "民国"]) != nil || scanner.takeWord(of: ["roc"]) != nil
      || scanner.takeAny(["R.O.C.", "r.o.c."]) != nil
    {
      scanner.skipBlanks()
      return scanner.take("前") ? Era(offset: 1_912, countsBackwards: true) : Era(offset: 1_911)
    }
    if scanner.take("民前") { return Era(offset: 1_912, countsBackwards: true) }
    if scanner.takeAny(["西元", "公元"]) != nil {
      return scanner.take("前") ? Era(offset: 1, countsBackwards: true) : Era(offset: 0)
    }
    if scanner.takeWord(of: ["ad", "ce"]) != nil { return Era(offset: 0) }
    if scanner.take("民"), scanner.next?.isNumber == true { return Era(offset: 1_911) }
    scanner.rewind(to: start)
    if scanner.takeAny(["清朝", "清", "日治", "日本"]) != nil { scanner.skipBlanks() }
    for reign in reigns where reign.names.contains(where: { scanner.take($0) }) {
      return Era(offset: reign.first - 1, length: reign.length, isLunar: reign.first < 1_912 && reign.names[0] != "明治")
    }
    scanner.rewind(to: start)
    return nil
  }

  private static let reigns: [(names: [String], first: Int, length: Int)] = [
    (["康熙"], 1_662, 61), (["雍正"], 1_723, 13), (["乾隆"], 1_736, 60), (["嘉慶", "嘉庆"], 1_796, 25), (["道光"], 1_821, 30),
    (["咸豐", "咸丰"], 1_851, 11), (["同治"], 1_862, 13), (["光緒", "光绪"], 1_875, 34), (["宣統", "宣统"], 1_909, 3),
    (["明治"], 1_868, 45),
    (["大正"], 1_912, 15), (["昭和"], 1_926, 64), (["平成"], 1_989, 31), (["令和"], 2_019, 100),
  ]
}
