internal import Foundation

/// Cuts a GeoJSON FeatureCollection into its features; only one is in memory at a time.
///
/// It parses the outermost object and its list of features. Each value in them is cut out by counting brackets and parsed by
/// Foundation, which rejects invalid JSON.
struct FeatureCutter {
  private let file: String
  private var expected = Expected.collection
  /// The current value: its kind and its bytes.
  private var piece: Piece?
  private var bytes: [UInt8] = []
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var name = ""
  private var hasFeatures = false
  private var hasType = false
  private var featureCount = 0

  /// The upper limit for one feature.
  private static let longestPiece = 1 << 20

  private enum Expected {
    case collection, nameOrEnd, name, colon, value, commaOrEnd
    case featureOrEnd, feature, featureCommaOrEnd
    case nothing
  }

  private enum Piece {
    case name, value, feature
  }

  init(file: String) {
    self.file = file
  }

  mutating func read(_ chunk: [UInt8], _ visit: ([UInt8]) throws -> Void) throws {
    for byte in chunk {
      if let piece {
        switch try gather(byte) {
        case .goesOn: continue
        case .endsWithThis:
          try end(piece, visit)
          continue
        case .endedBeforeThis: try end(piece, visit)
        }
      }
      if byte != 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 { try step(byte) }
    }
  }

  func finish() throws {
    guard expected == .nothing else { throw fault("檔案在清單結束之前就結束了", "the file ends before the collection is closed") }
    guard hasFeatures, hasType else { throw notCollection }
  }

  private var notCollection: RegisterFault {
    let right = "{\"type\": \"FeatureCollection\", \"features\": […]}"
    return fault(
      "不是 FeatureCollection：JSON 的登記資料是 \(right)", "is not a FeatureCollection: a JSON register is \(right)")
  }

  private func fault(_ chinese: String, _ english: String) -> RegisterFault {
    let isInFeatures = [.featureOrEnd, .feature, .featureCommaOrEnd].contains(expected)
    return RegisterFault(file: file, place: isInFeatures ? .feature(featureCount) : .file, chinese, english)
  }

  /// Processes a byte between values.
  private mutating func step(_ byte: UInt8) throws {
    switch (expected, byte) {
    case (.collection, UInt8(ascii: "{")): expected = .nameOrEnd
    case (.collection, _): throw notCollection
    case (.nameOrEnd, UInt8(ascii: "}")), (.commaOrEnd, UInt8(ascii: "}")): expected = .nothing
    case (.nameOrEnd, UInt8(ascii: "\"")), (.name, UInt8(ascii: "\"")): try begin(.name, byte)
    case (.colon, UInt8(ascii: ":")): expected = .value
    case (.value, UInt8(ascii: "[")) where name == "features":
      if hasFeatures { throw fault("有兩個 features 清單", "has two lists of features") }
      hasFeatures = true
      expected = .featureOrEnd
    case (.value, _) where name != "features": try begin(.value, byte)
    case (.commaOrEnd, UInt8(ascii: ",")): expected = .name
    case (.featureOrEnd, UInt8(ascii: "]")), (.featureCommaOrEnd, UInt8(ascii: "]")): expected = .commaOrEnd
    case (.featureOrEnd, UInt8(ascii: "{")), (.feature, UInt8(ascii: "{")): try begin(.feature, byte)
    case (.featureCommaOrEnd, UInt8(ascii: ",")): expected = .feature
    default:
      let character = Character(UnicodeScalar(byte))
      throw fault("不是 JSON：這裡不能有「\(character)」", "is not JSON: \"\(character)\" is out of place")
    }
  }
}

// MARK: - One value

extension FeatureCutter {
  private enum Progress {
    case goesOn, endsWithThis, endedBeforeThis
  }

  private mutating func begin(_ piece: Piece, _ byte: UInt8) throws {
    self.piece = piece
    bytes.removeAll(keepingCapacity: true)
    depth = 0
    isInString = false
    _ = try gather(byte)
  }

  private mutating func gather(_ byte: UInt8) throws -> Progress {
    if isInString {
      bytes.append(byte)
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
        if depth == 0 { return .endsWithThis }
      }
    } else {
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // A number or a word ends at the next byte of the surrounding structure.
        if depth == 0 { return .endedBeforeThis }
        depth -= 1
        if depth == 0 {
          bytes.append(byte)
          return .endsWithThis
        }
      case UInt8(ascii: ",") where depth == 0: return .endedBeforeThis
      default: break
      }
      bytes.append(byte)
    }
    if bytes.count > Self.longestPiece {
      throw fault("有一個值超過 \(Self.longestPiece) 個位元組", "a value longer than \(Self.longestPiece) bytes")
    }
    return .goesOn
  }

  private mutating func end(_ piece: Piece, _ visit: ([UInt8]) throws -> Void) throws {
    self.piece = nil
    switch piece {
    case .name:
      guard let name = try value() as? String else { throw fault("不是 JSON：這裡要寫名稱", "is not JSON: a name is expected") }
      self.name = name
      expected = .colon
    case .value:
      let value = try value()
      if name == "type" {
        guard value as? String == "FeatureCollection" else { throw notCollection }
        hasType = true
      }
      expected = .commaOrEnd
    case .feature:
      try visit(bytes)
      featureCount += 1
      expected = .featureCommaOrEnd
    }
  }

  private func value() throws -> Any {
    do {
      return try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    } catch {
      let beginning = String(decoding: bytes.prefix(40), as: UTF8.self)
      throw fault("不是 JSON：\(beginning)", "is not JSON: \(beginning)")
    }
  }
}
