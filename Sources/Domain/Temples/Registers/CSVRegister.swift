internal import Words

/// Reads a CSV register (RFC 4180): fields separated by commas, semicolons or tabs, quoted if they contain one, a doubled quote or a line end.
/// Lines end in LF, CR LF or CR. The first line names the fields in any order; unknown fields are ignored.
struct CSVRegister {
  private let file: String
  private let sink: RecordSink
  private var state = State.fieldStart
  /// The bytes of the current field.
  private var field: [UInt8] = []
  private var column = 0
  /// The byte between fields; nil before the first line.
  private var separator: UInt8?
  /// True behind a CR, whose LF is of the same line end.
  private var isBehindReturn = false
  /// True if some field of the current record is not blank.
  private var hasText = false
  /// The meaning of each column; nil before the first line.
  private var columns: [Column]?
  private var header: [String] = []
  private var builder = RowBuilder()
  /// The fault of the current record.
  private var fault: RegisterFault?
  private var line = 1
  /// The line where the record, and the line where the quoted field, began.
  private var recordLine = 1
  private var quoteLine = 1

  private enum State {
    case fieldStart, bare, quoted
    /// After a quote in a quoted field: its end, or the first of two quotes.
    case quote
    /// The rest of a faulty record.
    case skipped
  }

  private struct Column {
    let field: TempleField?
    let label: String
  }

  /// - Returns: the fields that have a column.
  static func read(_ chunks: DecodedChunks, _ sink: RecordSink) throws -> Set<TempleField> {
    try withoutActuallyEscaping(sink) { sink in
      var reader = CSVRegister(file: chunks.name, sink: sink)
      while let chunk = try chunks.next() { try reader.read(chunk) }
      try reader.finish()
      return Set((reader.columns ?? []).compactMap(\.field))
    }
  }

  private init(file: String, sink: @escaping RecordSink) {
    self.file = file
    self.sink = sink
  }

  private mutating func read(_ chunk: [UInt8]) throws {
    var chunk = chunk[...]
    if separator == nil {
      let (sign, hintBytes) = CellSeparator.found(in: chunk)
      separator = sign
      chunk = chunk.dropFirst(hintBytes)
      if hintBytes > 0 { (line, recordLine) = (2, 2) }
    }
    let comma = separator ?? UInt8(ascii: ",")
    for byte in chunk {
      let isPair = isBehindReturn && byte == 0x0A
      isBehindReturn = byte == 0x0D
      if isPair, state != .quoted { continue }
      switch (state, byte) {
      case (.quoted, UInt8(ascii: "\"")): state = .quote
      case (.quote, UInt8(ascii: "\"")):
        field.append(byte)
        state = .quoted
      case (.fieldStart, UInt8(ascii: "\"")):
        state = .quoted
        quoteLine = line
      case (.quoted, _): try append(byte)
      case (_, 0x0A), (_, 0x0D): try endRecord()
      case (.skipped, _): break
      case (_, comma): try endField()
      case (.quote, _):
        refuse("結束的引號後面還有文字：引號裡的引號要寫兩次", "text behind the closing quote: write a quote inside quotes as two")

      case (.bare, UInt8(ascii: "\"")):
        refuse("引號在欄位中間：請把整個欄位放進引號", "a quote in the middle of a field: put the whole field in quotes")

      default:
        state = .bare
        try append(byte)
      }
      if byte == 0x0D || byte == 0x0A && !isPair { line += 1 }
    }
  }

  private mutating func finish() throws {
    if state == .quoted {
      throw RegisterFault(
        file: file, place: .line(quoteLine), "這裡開始的引號沒有結束", "the quote that opens here is never closed")
    }
    if column > 0 || !field.isEmpty || state != .fieldStart {
      line += 1
      try endRecord()
    }
    if columns == nil {
      throw RegisterFault(file: file, place: .file, "沒有欄位名稱的那一列", "has no line of field names")
    }
  }

  private mutating func append(_ byte: UInt8) throws {
    field.append(byte)
    if field.count > RowBuilder.longestField {
      throw RegisterFault(
        file: file, place: .line(state == .quoted ? quoteLine : recordLine),
        "有一個欄位超過 \(RowBuilder.longestField) 個位元組：是不是少了結束的引號？",
        "a field longer than \(RowBuilder.longestField) bytes: is a quote missing that should close it?")
    }
  }

  /// Skips the rest of the record and reports it as faulty.
  private mutating func refuse(_ chinese: String, _ english: String) {
    let place = columns.flatMap { $0.indices.contains(column) ? $0[column].label : nil }
    fault = fault ?? RegisterFault(file: file, place: .line(recordLine), field: place, chinese, english)
    state = .skipped
  }

  private mutating func endField() throws {
    hasText = hasText || field.contains { $0 > 0x20 }
    if let columns {
      if columns.indices.contains(column), let known = columns[column].field {
        builder.set(known, String(decoding: field, as: UTF8.self), label: columns[column].label)
      }
    } else {
      header.append(String(decoding: field, as: UTF8.self).trimmingBlanks)
    }
    column += 1
    field.removeAll(keepingCapacity: true)
    state = .fieldStart
  }

  private mutating func endRecord() throws {
    defer {
      column = 0
      hasText = false
      field.removeAll(keepingCapacity: true)
      state = .fieldStart
      fault = nil
      recordLine = line + 1
    }
    if column == 0, field.isEmpty, state == .fieldStart { return }
    if state != .skipped { try endField() }
    // Spreadsheets write trailing empty rows as commas.
    if columns != nil, fault == nil, !hasText {
      builder.clear()
      return
    }
    guard let columns else {
      if let fault { throw fault }
      return try readHeader()
    }
    if fault == nil, column != columns.count {
      fault = RegisterFault(
        file: file, place: .line(recordLine),
        "有 \(column) 個欄位，第一列卻有 \(columns.count) 個",
        "has \(column) fields where the first line names \(columns.count)")
    }
    let record = builder.finish(file: file, place: .line(recordLine))
    try sink(fault.map(Result.failure) ?? record)
  }

  private mutating func readHeader() throws {
    func refuse(_ chinese: String, _ english: String) -> RegisterFault {
      RegisterFault(file: file, place: .line(recordLine), chinese, english)
    }
    let found = header.map { Column(field: TempleField(column: $0), label: $0) }
    guard found.contains(where: { $0.field == .name }) else {
      throw refuse(
        "沒有「寺廟名稱」這一欄；欄位有 \(header.prefix(12).joined(separator: "、"))",
        "no column is called 寺廟名稱; the columns are \(header.prefix(12).joined(separator: ", "))")
    }
    var seen: [TempleField: String] = [:]
    for column in found {
      guard let field = column.field else { continue }
      if let other = seen.updateValue(column.label, forKey: field) {
        throw refuse(
          "有兩欄是同一個欄位：\(other) 和 \(column.label)，請只留一欄",
          "two columns give the same field: \(other) and \(column.label)")
      }
    }
    columns = found
  }
}
