/// Reads a temple register record by record, with memory use that does not grow with the file.
///
///     let summary = try RegisterReader(.file("temple.xml")).read { record in
///       switch record {
///       case .success(let record): print(record.row.name)
///       case .failure(let fault): print(fault)      // this record is wrong; reading goes on
///       }
///     }
///
/// The content decides the format: the ministry's XML, CSV with a header line, or GeoJSON.
public struct RegisterReader: Sendable {
  private let input: RegisterInput
  private let encoding: RegisterEncoding?

  /// - Parameter encoding: the encoding of the register; nil to detect it.
  public init(_ input: RegisterInput, encoding: RegisterEncoding? = nil) {
    self.input = input
    self.encoding = encoding
  }

  /// Handles each record.
  public typealias RecordHandler = (Result<RegisterRecord, RegisterFault>) throws -> Void

  /// Passes on every record in order: the row, or its fault.
  ///
  /// - Parameter progress: receives the number of bytes read from the file, after each record.
  /// - Throws: `RegisterFault` if the rest of the file cannot be read; errors of `visit`.
  @discardableResult
  public func read(_ progress: (Int) -> Void = { _ in }, _ visit: RecordHandler) throws -> RegisterSummary {
    let chunks = try DecodedChunks(input, encoding: encoding)
    guard let (format, first) = try Self.format(of: chunks) else {
      throw RegisterFault(
        file: input.name, place: .file, "是空的：登記資料是內政部的 XML、CSV 檔或 GeoJSON",
        "is empty: a register is the ministry's XML, a CSV file or GeoJSON")
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

  /// The format, by the first byte that is not blank, and the chunk read to find it.
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

/// The file format of a register.
public enum RegisterFormat: String, Hashable, Sendable {
  case xml = "XML"
  case csv = "CSV"
  case geoJSON = "GeoJSON"
}

/// A summary of the records of a register.
public struct RegisterSummary: Hashable, Sendable {
  public let format: RegisterFormat
  public internal(set) var encoding = RegisterEncoding.utf8
  /// The fields that occur in the file, filled in or empty.
  public internal(set) var fields: Set<TempleField> = []
  /// The number of temples.
  public internal(set) var rows = 0
  /// The number of faulty records.
  public internal(set) var faults = 0
  /// The number of records whose 類型 is not a temple.
  public internal(set) var others = 0

  init(format: RegisterFormat) {
    self.format = format
  }
}

/// The whole contents of a register.
public struct RegisterContents: Hashable, Sendable {
  public let summary: RegisterSummary
  public let records: [RegisterRecord]
  public let faults: [RegisterFault]
}

/// Receives each record from a format's reader: a row, a fault, or nil for a record that is not a temple.
typealias RecordSink = (Result<RegisterRecord, RegisterFault>?) throws -> Void
