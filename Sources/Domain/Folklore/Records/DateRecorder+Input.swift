import Lunisolar

extension DateRecorder {
  /// The record of a typed date, with what was decided about its meaning first among its notes.
  ///
  /// - Throws: `DateReadingError` for a day that does not exist.
  public mutating func record(_ typed: TypedDate, _ reader: DateReader) throws(DateReadingError) -> DateRecord {
    let dated = reader.dated(typed)
    let lunar = try reader.lunarDate(of: dated)
    do throws(CalendarError) {
      var record = try record(of: lunar)
      record.notes = dated.remarks.map { $0.text(in: language) } + record.notes
      return record
    } catch {
      throw DateReadingError(text: typed.text, reason: .noSuchDay(error), advice: reader.advice(for: error))
    }
  }
}
