import Folklore
import JSON
import Lunisolar

/// A parameter of the path or the query: its declaration in the OpenAPI document and its parser.
struct Parameter<Value: Sendable>: Sendable {
  private(set) var declaration: ParameterDeclaration
  /// Parses the percent-decoded text; throws the expected form.
  let read: @Sendable (String) throws(ParameterProblem) -> Value

  init(
    _ name: String, _ description: String, schema: JSON, isRequired: Bool = false,
    read: @escaping @Sendable (String) throws(ParameterProblem) -> Value
  ) {
    declaration = ParameterDeclaration(
      name: name, description: description, schema: schema, isRequired: isRequired, isInPath: false
    ) { text throws(ParameterProblem) in _ = try read(text) }
    self.read = read
  }

  /// The parameter with a value for the request that the document shows.
  func example(_ value: JSON) -> Parameter {
    var parameter = self
    parameter.declaration.example = value
    return parameter
  }
}

/// A parameter in the OpenAPI document.
struct ParameterDeclaration: Sendable {
  let name: String
  let description: String
  let schema: JSON
  let isRequired: Bool
  let isInPath: Bool
  /// A value for the request that the document shows; null to leave the parameter out of it.
  var example: JSON = nil
  /// Throws the expected form if the text is invalid. Path parameters are not checked: an unknown path gets 404.
  var check: @Sendable (String) throws(ParameterProblem) -> Void = { _ in }

  /// A path parameter that names a record.
  static func inPath(_ name: String, _ description: String, schema: JSON = ["type": "string"]) -> ParameterDeclaration {
    ParameterDeclaration(name: name, description: description, schema: schema, isRequired: true, isInPath: true)
  }
}

/// An invalid parameter text, with the expected form.
struct ParameterProblem: Error {
  /// What the text is not: `a day such as 2025-04-20`; in Chinese what follows 不是.
  let expected: Wording

  init(expected chinese: String, _ english: String) {
    expected = Wording(chinese, english)
  }

  /// One of some words.
  init(oneOf words: [String]) {
    self.init(expected: "其中之一：\(words.joined(separator: "、"))", words.joined(separator: ", "))
  }
}

// MARK: - Kinds

extension Parameter where Value == SolarDate {
  static func date(_ name: String, _ description: String) -> Parameter {
    Parameter(name, description, schema: ["type": "string", "format": "date"]) { text throws(ParameterProblem) in
      guard text.utf8.count == 10, let date = try? SolarDate(iso: text) else {
        throw ParameterProblem(expected: "日期，例如 2025-04-20", "a day such as 2025-04-20")
      }
      return date
    }
  }
}

extension Parameter where Value == Int {
  static func integer(
    _ name: String, _ description: String, in range: ClosedRange<Int>, default value: Int? = nil
  ) -> Parameter {
    var schema: JSON = [
      "type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound),
    ]
    if let value { schema = schema.adding(["default": .integer(value)]) }
    return Parameter(name, description, schema: schema) { text throws(ParameterProblem) in
      guard let number = Int(text), range.contains(number), "\(number)" == text else {
        throw ParameterProblem(
          expected: "從 \(range.lowerBound) 到 \(range.upperBound) 的整數",
          "a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }
  }
}

extension Parameter where Value == Double {
  static func number(
    _ name: String, _ description: String, in range: ClosedRange<Double>, default value: Double? = nil,
    isAboveLowest: Bool = false
  ) -> Parameter {
    var schema: JSON = [
      "type": "number", isAboveLowest ? "exclusiveMinimum" : "minimum": .real(range.lowerBound),
      "maximum": .real(range.upperBound),
    ]
    if let value { schema = schema.adding(["default": .real(value)]) }
    return Parameter(name, description, schema: schema) { text throws(ParameterProblem) in
      // `Double` also accepts 0x1p3, inf and nan.
      guard text.utf8.allSatisfy(Self.isDecimal), let number = Double(text), number.isFinite, range.contains(number),
        !isAboveLowest || number > range.lowerBound
      else {
        throw ParameterProblem(
          expected: isAboveLowest
            ? "大於 \(range.lowerBound)、最大 \(range.upperBound) 的數字" : "從 \(range.lowerBound) 到 \(range.upperBound) 的數字",
          "a number \(isAboveLowest ? "above" : "from") \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }
  }
}

extension Parameter where Value == Double {
  private static func isDecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"): true
    default: false
    }
  }
}

extension Parameter where Value == String {
  static func text(_ name: String, _ description: String, limit: Int = 100) -> Parameter {
    Parameter(
      name, description,
      schema: [
        "type": "string", "minLength": 1, "maxLength": .integer(limit),
        "pattern": #"^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$"#,
      ]
    ) { text throws(ParameterProblem) in
      guard (1...limit).contains(text.unicodeScalars.count), !text.unicodeScalars.contains(where: isControl) else {
        throw ParameterProblem(expected: "一行 1 到 \(limit) 個字的文字", "1 to \(limit) characters of one line")
      }
      return text
    }
  }

  /// Control characters and line separators.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    default: false
    }
  }

  /// One of some words.
  static func choice(_ name: String, _ description: String, _ words: [String]) -> Parameter {
    Parameter(name, description, schema: .choice(words)) { text throws(ParameterProblem) in
      guard words.contains(text) else { throw ParameterProblem(oneOf: words) }
      return text
    }
  }
}

extension Parameter where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of the cases of an enumeration.
  static func choice(_ name: String, _ description: String, without hidden: [Value] = []) -> Parameter {
    let words = Value.allCases.map(\.rawValue).filter { word in !hidden.contains { $0.rawValue == word } }
    return Parameter(name, description, schema: .choice(words)) { text throws(ParameterProblem) in
      guard words.contains(text), let value = Value(rawValue: text) else {
        throw ParameterProblem(oneOf: words)
      }
      return value
    }
  }
}

extension Parameter where Value == Bool {
  static func flag(_ name: String, _ description: String) -> Parameter {
    Parameter(name, description, schema: ["type": "boolean"]) { text throws(ParameterProblem) in
      switch text {
      case "true": true
      case "false": false
      default: throw ParameterProblem(expected: " true 或 false", "true or false")
      }
    }
  }
}
