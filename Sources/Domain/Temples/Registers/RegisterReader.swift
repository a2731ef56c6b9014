public import Sheets

/// Reads a temple register record by record, with memory use that does not grow with the file.
///
///     let summary = try RegisterReader(.file("temple.xml")).read { record in
///       switch record {
///       case .success(let record): print(record.row.name)
///       case .failure(let fault): print(fault)      // this record is wrong; reading goes on
///       }
///     }
///
/// The content decides the format: the ministry's XML, CSV with a header line, a workbook (`.xlsx`), or GeoJSON. A table is read as a whole.
public struct RegisterReader: Sendable {
  private let input: RegisterInput
  private let encoding: TextEncoding?

  /// - Parameter encoding: the encoding of the register; nil to detect it.
  public init(_ input: RegisterInput, encoding: TextEncoding? = nil) {
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
    let format = try Self.format(of: chunks)
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
    switch format {
    case .xml: summary.fields = try XMLRegister.read(chunks, count)
    case .geoJSON: summary.fields = try GeoJSONRegister.read(chunks, count)
    case .csv, .workbook:
      (summary.fields, summary.notes) = try CSVRegister.read(Self.sheet(of: chunks, format), named: chunks.name, count)
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

  /// The format, by the first bytes.
  ///
  /// - Throws: `RegisterFault` for a file without text.
  private static func format(of chunks: DecodedChunks) throws -> RegisterFormat {
    if SheetFile.beginsAsWorkbook(try chunks.firstBytes()) { return .workbook }
    var read: [UInt8] = []
    while let chunk = try chunks.next() {
      read += chunk
      guard let first = read.first(where: { $0 > 0x20 }) else { continue }
      chunks.putBack(read)
      switch first {
      case UInt8(ascii: "<"): return .xml
      case UInt8(ascii: "{"), UInt8(ascii: "["): return .geoJSON
      default: return .csv
      }
    }
    throw RegisterFault(
      file: chunks.name, place: .file, "是空的：登記資料是內政部的 XML、CSV 檔或 GeoJSON",
      "is empty: a register is the ministry's XML, a CSV file or GeoJSON")
  }

  private static func sheet(of chunks: DecodedChunks, _ format: RegisterFormat) throws -> SheetFile {
    if format == .workbook {
      let bytes = try chunks.allBytes()
      do throws(SheetError) {
        return try SheetFile(bytes)
      } catch {
        throw RegisterFault(error, in: chunks.name)
      }
    }
    var text: [UInt8] = []
    while let chunk = try chunks.next() { text += chunk }
    return .text(text, chunks.encoding ?? .utf8)
  }
}

/// The file format of a register.
public enum RegisterFormat: String, Hashable, Sendable {
  case xml = "XML"
  case csv = "CSV"
  case workbook = "XLSX"
  case geoJSON = "GeoJSON"
}

/// A summary of the records of a register.
public struct RegisterSummary: Hashable, Sendable {
  public let format: RegisterFormat
  public internal(set) var encoding = TextEncoding.utf8
  /// The columns of a table that are not read, and how it was read.
  package internal(set) var notes: [SheetNote] = []
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
