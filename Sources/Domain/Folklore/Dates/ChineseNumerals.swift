/// Numbers of months and days as people write them in Chinese: 正, 臘, 初三, 廿三, 二十三, 三十, and digits.
enum ChineseNumerals {
  /// The month that comes next, before 月: 正月, 冬月 (11), 臘月 (12), 十二月, 3月.
  static func takeMonth(_ scanner: inout TextScanner) -> Int? {
    let start = scanner.position
    let number: Int?
    if scanner.take("正") {
      number = 1
    } else if scanner.take("冬") {
      number = 11
    } else if scanner.takeAny(["臘", "腊"]) != nil {
      number = 12
    } else {
      number = takeNumber(&scanner)
    }
    guard let number, scanner.takeAny(["月"]) != nil else {
      scanner.rewind(to: start)
      return nil
    }
    return number
  }

  /// The next day, and whether it has the lunar form (初三, 廿三, without 日).
  static func takeDay(_ scanner: inout TextScanner) -> (day: Int, isLunarStyle: Bool)? {
    let start = scanner.position
    let startsLow = scanner.take("初")
    guard let number = takeNumber(&scanner) else {
      scanner.rewind(to: start)
      return nil
    }
    let hasUnit = scanner.takeAny(["日", "號", "号"]) != nil
    return (number, startsLow || !hasUnit)
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

  /// 十一, 二十, 二十三, 廿三, 卅.
  private static func number(of numeral: String) -> Int? {
    let values = numeral.compactMap(value(of:))
    switch values.count {
    case 1: return values[0]
    case 2 where values[0] == 10 && values[1] < 10: return 10 + values[1]
    case 2 where values[0] < 10 && values[1] == 10: return values[0] * 10
    case 2 where values[0] >= 20 && values[1] < 10: return values[0] + values[1]
    case 3 where values[0] < 10 && values[1] == 10 && values[2] < 10: return values[0] * 10 + values[2]
    default: return nil
    }
  }

  private static func value(of character: Character) -> Int? {
    switch character {
    case "一": 1
    case "二": 2
    case "三": 3
    case "四": 4
    case "五": 5
    case "六": 6
    case "七": 7
    case "八": 8
    case "九": 9
    case "十": 10
    case "廿": 20
    case "卅": 30
    default: nil
    }
  }
}
