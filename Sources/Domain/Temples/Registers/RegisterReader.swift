/// Reads a temple register record by record, in memory that does not grow with the file.
///
///     let summary = try RegisterReader(.file("temple.xml")).read { record in
///       switch record {
///       case .success(let record): print(record.row.name)
///       case .failure(let fault): print(fault)      // this record is wrong; reading goes on
///       }
///     }
///
/// The format is told by the content: the ministry's XML, CSV with a line of names, GeoJSON.
public struct RegisterReader: Sendable {
  private let input: RegisterInput
  private let encoding: RegisterEncoding?

  /// - Parameter encoding: what the register is written in; nil to tell it by the content.
  public init(_ input: RegisterInput, encoding: RegisterEncoding? = nil) {
    self.input = input
    self.encoding = encoding
  }

  /// What is done with each record.
  public typealias RecordHandler = (Result<RegisterRecord, RegisterFault>) throws -> Void

  /// Hands over every record in order: the row, or what is wrong with it.
  ///
  /// - Parameter progress: is told after each record how many bytes of the file were read.
  /// - Throws: `RegisterFault` where the file as a whole cannot be read on; what `visit` throws.
  @discardableResult
  public func read(_ progress: (Int) -> Void = { _ in }, _ visit: RecordHandler) throws -> RegisterSummary {
    let chunks = try DecodedChunks(input, encoding: encoding)
    guard let (format, first) = try Self.format(of: chunks) else {
      throw RegisterFault(
        file: input.name, place: .file, problem: "is empty: a register is the ministry's XML, a CSV file or GeoJSON")
    }
    chunks.putBack(first)
    var summary = RegisterSummary(format: format)
    func count(_ record: Result<RegisterRecord, RegisterFault>?) throws {
      switch record {
      case .success?: summary.rows += 1
      case .failure?: summary.faults += 1
      case nil: summary.others += 1
      }
      if let record { try visit(record) }
      progress(chunks.bytesRead)
    }
    summary.fields =
      switch format {
      case .xml: try XMLRegister.read(chunks, count)
      case .csv: try CSVRegister.read(chunks, count)
      case .geoJSON: try GeoJSONRegister.read(chunks, count)
      }
    summary.encoding = chunks.encoding ?? .utf8
    return summary
  }

  /// All rows and all faults. The file must fit into memory.
  public func readAll() throws -> RegisterContents {
    var records: [RegisterRecord] = []
    var faults: [RegisterFault] = []
    let summary = try read { record in
      switch record {
      case .success(let record): records.append(record)
      case .failure(let fault): faults.append(fault)
      }
    }
    return RegisterContents(summary: summary, records: records, faults: faults)
  }

  /// The first byte that is no blank tells the format; what was read to find it comes with it.
  private static func format(of chunks: DecodedChunks) throws -> (RegisterFormat, [UInt8])? {
    var read: [UInt8] = []
    while let chunk = try chunks.next() {
      read += chunk
      switch read.first(where: { $0 > 0x20 }) {
      case UInt8(ascii: "<"): return (.xml, read)
      case UInt8(ascii: "{"), UInt8(ascii: "["): return (.geoJSON, read)
      case nil: continue
      default: return (.csv, read)
      }
    }
    return nil
  }
}

/// How a register is laid out.
public enum RegisterFormat: String, Hashable, Sendable {
  case xml = "XML"
  case csv = "CSV"
  case geoJSON = "GeoJSON"
}

/// What was read of a register.
public struct RegisterSummary: Hashable, Sendable {
  public let format: RegisterFormat
  public internal(set) var encoding = RegisterEncoding.utf8
  /// The fields that the file has at all, filled in or not: of the others it says nothing.
  public internal(set) var fields: Set<TempleField> = []
  /// Records that are temples.
  public internal(set) var rows = 0
  /// Records that are wrong.
  public internal(set) var faults = 0
  /// Records that say by their 類型 that they are not temples.
  public internal(set) var others = 0

  init(format: RegisterFormat) {
    self.format = format
  }
}

/// A register read whole.
public struct RegisterContents: Hashable, Sendable {
  public let summary: RegisterSummary
  public let records: [RegisterRecord]
  public let faults: [RegisterFault]
}

/// What a format's reader does with each record: a row, a fault, or nil for what is not a temple.
typealias RecordSink = (Result<RegisterRecord, RegisterFault>?) throws -> Void
