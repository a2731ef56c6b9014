/// The numbers and marks of a typed coordinate.
///
///     24°8'51.7"N 120°40'25"E
///     [24, °, 8, ′, 51.7, ″, N, 120, °, 40, ′, 25, ″, E]
struct CoordinateTokens {
  private enum Token: Equatable {
    case number(Double, isWhole: Bool, isSigned: Bool)
    /// 0 for degrees, 1 for minutes, 2 for seconds.
    case unit(Int)
    case side(CoordinateError.Part, isNegative: Bool)
    case comma
  }

  private var tokens: [Token] = []

  /// - Returns: nil if the text has anything else than numbers, units, sides of the Earth and commas.
  init?(_ text: String) {
    var rest = Substring(text)
    while let character = rest.first {
      if let (word, token) = Self.words.first(where: { rest.hasPrefixIgnoringCase($0.0) }) {
        // S and E begin other words.
        let end = rest.dropFirst(word.count)
        if word.last?.isASCII == true, word.last?.isLetter == true, end.first?.isLetter == true { return nil }
        if let token { tokens.append(token) }
        rest = end
      } else if character.isASCII, character.isNumber || character == "." || character == "+" || character == "-" {
        guard let number = Self.takeNumber(&rest) else { return nil }
        tokens.append(number)
      } else if character.isWhitespace || Self.ignored.contains(character) {
        rest.removeFirst()
      } else if character == "," || character == ";" || character == "/" || character == "，" {
        tokens.append(.comma)
        rest.removeFirst()
      } else {
        return nil
      }
    }
    guard tokens.contains(where: { if case .number = $0 { true } else { false } }) else { return nil }
  }

  /// Brackets, and the colons of `lat: 24.1` and `24:08:51`.
  private static let ignored: Set<Character> = ["(", ")", "[", "]", "{", "}", ":", "="]

  /// Longer words first.
  private static let words: [(String, Token?)] = [
    ("latitude", .side(.latitude, isNegative: false)), ("longitude", .side(.longitude, isNegative: false)),
    ("lat", .side(.latitude, isNegative: false)), ("long", .side(.longitude, isNegative: false)),
    ("lng", .side(.longitude, isNegative: false)), ("lon", .side(.longitude, isNegative: false)),
    ("北緯", .side(.latitude, isNegative: false)), ("北纬", .side(.latitude, isNegative: false)),
    ("南緯", .side(.latitude, isNegative: true)), ("南纬", .side(.latitude, isNegative: true)),
    ("東經", .side(.longitude, isNegative: false)), ("东经", .side(.longitude, isNegative: false)),
    ("西經", .side(.longitude, isNegative: true)), ("西经", .side(.longitude, isNegative: true)),
    ("緯度", .side(.latitude, isNegative: false)), ("纬度", .side(.latitude, isNegative: false)),
    ("經度", .side(.longitude, isNegative: false)), ("经度", .side(.longitude, isNegative: false)),
    ("北", .side(.latitude, isNegative: false)), ("南", .side(.latitude, isNegative: true)),
    ("東", .side(.longitude, isNegative: false)), ("西", .side(.longitude, isNegative: true)),
    ("座標", nil), ("坐標", nil), ("坐标", nil), ("wgs84", nil), ("gps", nil),
    ("north", .side(.latitude, isNegative: false)), ("south", .side(.latitude, isNegative: true)),
    ("east", .side(.longitude, isNegative: false)), ("west", .side(.longitude, isNegative: true)),
    ("n", .side(.latitude, isNegative: false)), ("s", .side(.latitude, isNegative: true)),
    ("e", .side(.longitude, isNegative: false)), ("w", .side(.longitude, isNegative: true)),
    ("度", .unit(0)), ("°", .unit(0)), ("º", .unit(0)), ("˚", .unit(0)), ("deg", .unit(0)),
    ("分", .unit(1)), ("秒", .unit(2)), ("''", .unit(2)), ("’’", .unit(2)), ("′′", .unit(2)), ("\"", .unit(2)),
    ("″", .unit(2)), ("”", .unit(2)), ("“", .unit(2)), ("〃", .unit(2)), ("'", .unit(1)), ("′", .unit(1)),
    ("’", .unit(1)), ("‘", .unit(1)), ("´", .unit(1)), ("ʹ", .unit(1)), ("`", .unit(1)),
  ]

  private static func takeNumber(_ rest: inout Substring) -> Token? {
    var text = ""
    var after = rest
    if let sign = after.first, sign == "-" || sign == "+" {
      text.append(sign)
      after.removeFirst()
    }
    let isSigned = text == "-"
    var points = 0
    while let character = after.first, character.isASCII, character.isNumber || character == "." {
      if character == "." { points += 1 }
      text.append(character)
      after.removeFirst()
    }
    // A full stop behind the last number ends a sentence.
    if points > 0, text.last == ".", after.isEmpty {
      text.removeLast()
      points -= 1
    }
    guard points <= 1, text.contains(where: \.isNumber), let number = Double(text), number.isFinite else { return nil }
    rest = after
    return .number(number, isWhole: !text.contains("."), isSigned: isSigned)
  }
}

// MARK: - The place

extension CoordinateTokens {
  /// - Parameter text: what was typed, for errors.
  func place(of text: String) throws(CoordinateError) -> TypedCoordinate {
    guard let (first, second) = halves() else {
      // The strict reader has a sentence for half a pair, for decimal commas, and for a pair too many.
      let plain = PlainMarks.halfWidth(text)
      if let strict = try? Coordinate(parsing: plain) { return TypedCoordinate(strict) }
      guard isBare else { throw .unreadable(text: text) }
      _ = try Coordinate(parsing: plain)
      throw .unreadable(text: text)
    }
    let (one, other) = (try Self.angle(first, text), try Self.angle(second, text))
    switch (one.part, other.part) {
    case (.latitude?, .longitude?), (.latitude?, nil), (nil, .longitude?):
      return TypedCoordinate(try Coordinate(latitude: one.degrees, longitude: other.degrees))
    case (.longitude?, .latitude?), (.longitude?, nil), (nil, .latitude?):
      return TypedCoordinate(try Coordinate(latitude: other.degrees, longitude: one.degrees))
    case (nil, nil): return try TypedCoordinate(first: one.degrees, second: other.degrees)
    case (let part, _): throw .twice(part ?? .latitude, text: text)
    }
  }

  /// True for numbers and commas alone.
  private var isBare: Bool {
    tokens.allSatisfy { token in
      switch token {
      case .number, .comma: true
      case .unit, .side: false
      }
    }
  }

  private typealias Half = ArraySlice<Token>

  /// The tokens of the two angles; nil if it is not clear where the second begins.
  private func halves() -> (Half, Half)? {
    var tokens = tokens
    while tokens.last == .comma { tokens.removeLast() }
    let commas = tokens.indices.filter { tokens[$0] == .comma }
    if commas.count == 1, let comma = commas.first {
      let (first, second) = (tokens[..<comma], tokens[(comma + 1)...])
      return Self.hasNumber(first) && Self.hasNumber(second) ? (first, second) : nil
    }
    guard commas.isEmpty, let start = startOfSecond(tokens), start > 0, start < tokens.count else { return nil }
    let (first, second) = (tokens[..<start], tokens[start...])
    return Self.hasNumber(first) && Self.hasNumber(second) ? (first, second) : nil
  }

  private func startOfSecond(_ tokens: [Token]) -> Int? {
    let sides = tokens.indices.filter { if case .side = tokens[$0] { true } else { false } }
    if let first = sides.first {
      // A side stands before its number, as in 北緯, or behind it, as in 24.1477N.
      if first == 0 { return sides.dropFirst().first }
      return first + 1
    }
    let degrees = tokens.indices.filter { tokens[$0] == .unit(0) }
    if degrees.count == 2 { return degrees[1] - 1 }
    let numbers = tokens.indices.filter { if case .number = tokens[$0] { true } else { false } }
    guard numbers.count == tokens.count, [2, 4, 6].contains(numbers.count) else { return nil }
    return numbers.count / 2
  }

  private static func hasNumber(_ half: Half) -> Bool {
    half.contains { if case .number = $0 { true } else { false } }
  }

  /// The degrees of one half, and its side if it has one.
  private static func angle(
    _ half: Half, _ text: String
  ) throws(CoordinateError) -> (degrees: Double, part: CoordinateError.Part?) {
    var side: (part: CoordinateError.Part, isNegative: Bool)?
    var values: [Double] = []
    var isNegative = false
    var lastIsWhole = true
    for token in half {
      switch token {
      case .side(let part, let negative):
        // 緯度 北緯 24 names the side twice; 24N 120 as one half names two.
        guard side == nil || side?.part == part else { throw .unreadable(text: text) }
        side = (part, negative || side?.isNegative == true)
      case .number(let number, let isWhole, let isSigned):
        guard values.count < 3, lastIsWhole, values.isEmpty || !isSigned else { throw .unreadable(text: text) }
        isNegative = isNegative || isSigned
        lastIsWhole = isWhole
        values.append(abs(number))
      case .unit(let unit):
        guard unit == values.count - 1 else { throw .unreadable(text: text) }
      case .comma: throw .unreadable(text: text)
      }
    }
    guard let degrees = values.first else { throw .unreadable(text: text) }
    for sixtieth in values.dropFirst() where sixtieth >= 60 { throw .sixtieths(sixtieth, text: text) }
    guard side == nil || !isNegative || side?.isNegative == false else { throw .unreadable(text: text) }
    let minutes = values.count > 1 ? values[1] : 0
    let seconds = values.count > 2 ? values[2] : 0
    let size = degrees + (minutes * 60 + seconds) / 3_600
    return (isNegative || side?.isNegative == true ? -size : size, side?.part)
  }
}

extension Substring {
  fileprivate func hasPrefixIgnoringCase(_ word: String) -> Bool {
    var rest = self[...]
    for character in word {
      guard let next = rest.popFirst(), next == character || next.lowercased() == String(character) else {
        return false
      }
    }
    return true
  }
}
