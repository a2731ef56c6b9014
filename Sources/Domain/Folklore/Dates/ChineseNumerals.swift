/// Numbers of months and days as people write them in Chinese: 正, 臘, 初三, 廿三, 二十三, 三十, and digits.
enum ChineseNumerals {
  /// The month that comes next, before 月: 正月, 冬月 (11), 臘月 (12), 十二月, 3月.
  static func takeMonth(_ scanner: inout TextScanner) -> Int? {
    let start = scanner.position
    let number: Int?
    if scanner.take("正") {
      number = 1
    } else if scanner.take("元") {
      number = 1
    } else if scanner.take("冬") {
      number = 11
    } else if scanner.takeAny(["臘", "腊"]) != nil {
      number = 12
    } else {
      number = takeNumber(&scanner)
    }
    guard let number, takeUnit(["月"], &scanner) else {
      scanner.rewind(to: start)
      return nil
    }
    return number
  }

  /// The next day, and whether it has the lunar form (初三, 廿三, without 日).
  static func takeDay(_ scanner: inout TextScanner) -> (day: Int, isLunarStyle: Bool)? {
    let start = scanner.position
    let startsLow = scanner.take("初")
    // 初一 to 初十; 初一十五 are two days.
    let low = startsLow ? scanner.next.flatMap(value(of:)).flatMap { (1...10).contains($0) ? $0 : nil } : nil
    if let low, let word = scanner.next {
      _ = scanner.take(String(word))
      _ = takeUnit(["日", "號", "号"], &scanner)
      return (low, true)
    }
    guard let number = takeNumber(&scanner) else {
      scanner.rewind(to: start)
      return nil
    }
    let hasUnit = takeUnit(["日", "號", "号"], &scanner)
    return (number, startsLow || !hasUnit)
  }

  /// A unit, also behind a blank.
  private static func takeUnit(_ units: [String], _ scanner: inout TextScanner) -> Bool {
    let start = scanner.position
    scanner.skipBlanks()
    if scanner.takeAny(units) != nil { return true }
    scanner.rewind(to: start)
    return false
  }

  /// A number of ASCII digits or of Chinese numerals up to 99.
  static func takeNumber(_ scanner: inout TextScanner) -> Int? {
    if let number = scanner.takeNumber() { return number }
    let start = scanner.position
    let numeral = scanner.takeWhile { value(of: $0) != nil }
    guard let number = number(of: numeral) else {
      scanner.rewind(to: start)
      return nil
    }
    return number
  }

  /// The year that comes next: digits, 二〇二五, 一一四, 一百一十四, 兩千零二十五, 卅八, 元.
  static func takeYear(_ scanner: inout TextScanner) -> Int? {
    if let number = scanner.takeNumber() { return number }
    let start = scanner.position
    if scanner.take("元") { return 1 }
    let numeral = scanner.takeWhile { value(of: $0) != nil || unit(of: $0) != nil }
    guard let number = numeral.count > 1 ? spelled(numeral) ?? positional(numeral) : number(of: numeral) else {
      scanner.rewind(to: start)
      return nil
    }
    return number
  }

  /// 二〇二五, 一一四: digit by digit.
  private static func positional(_ numeral: String) -> Int? {
    let values = numeral.compactMap(value(of:))
    guard values.count == numeral.count, values.count <= 4, values.allSatisfy({ $0 < 10 }) else { return nil }
    return values.reduce(0) { $0 * 10 + $1 }
  }

  /// 一百一十四, 兩千零二十五, and what `number(of:)` reads.
  private static func spelled(_ numeral: String) -> Int? {
    if let number = number(of: numeral) { return number }
    var sum = 0
    var rest = numeral[...]
    for unit in [1_000, 100] {
      guard let place = rest.firstIndex(where: { Self.unit(of: $0) == unit }) else { continue }
      let head = rest[..<place]
      guard head.count <= 1, let digit = head.isEmpty ? 1 : value(of: head[head.startIndex]), (1...9).contains(digit)
      else { return nil }
      sum += digit * unit
      rest = rest[rest.index(after: place)...]
      if let first = rest.first, value(of: first) == 0 { rest = rest.dropFirst() }
    }
    guard sum > 0 else { return nil }
    guard !rest.isEmpty else { return sum }
    return number(of: String(rest)).map { sum + $0 }
  }

  /// 十一, 二十, 二十三, 廿三, 卅.
  private static func number(of numeral: String) -> Int? {
    let values = numeral.compactMap(value(of:))
    guard values.count == numeral.count else { return nil }
    switch values.count {
    case 1: return values[0]
    case 2 where values[0] == 10 && values[1] < 10: return 10 + values[1]
    case 2 where values[0] < 10 && values[1] == 10: return values[0] * 10
    case 2 where values[0] >= 20 && values[1] < 10: return values[0] + values[1]
    case 3 where values[0] < 10 && values[1] == 10 && values[2] < 10: return values[0] * 10 + values[2]
    default: return nil
    }
  }

  /// A number from 1 to 9999 in words: 三, 十二, 二十, 三百六十六.
  static func text(_ number: Int) -> String {
    let digits = Array("〇一二三四五六七八九")
    guard (1..<10_000).contains(number) else { return "\(number)" }
    var text = ""
    var isGap = false
    for (unit, name) in [(1_000, "千"), (100, "百"), (10, "十"), (1, "")] {
      let digit = number / unit % 10
      guard digit > 0 else {
        isGap = !text.isEmpty
        continue
      }
      if isGap { text += "零" }
      isGap = false
      text += (digit == 1 && unit == 10 && text.isEmpty ? "" : String(digits[digit])) + name
    }
    return text
  }

  private static func value(of character: Character) -> Int? {
    switch character {
    case "〇", "○", "◯", "零": 0
    case "一", "壹": 1
    case "二", "貳", "贰", "兩", "两": 2
    case "三", "參", "叁": 3
    case "四", "肆": 4
    case "五", "伍": 5
    case "六", "陸", "陆": 6
    case "七", "柒": 7
    case "八", "捌": 8
    case "九", "玖": 9
    case "十", "拾": 10
    case "廿", "卄", "念": 20
    case "卅": 30
    case "卌": 40
    default: nil
    }
  }

  private static func unit(of character: Character) -> Int? {
    switch character {
    case "百", "佰": 100
    case "千", "仟": 1_000
    default: nil
    }
  }
}
