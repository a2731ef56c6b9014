/// A user's notification settings as fields.
public enum Settings {
  /// A value of a setting, read from text.
  ///
  /// - Throws: `RecordFaults` naming the setting.
  public static func value(_ text: String, of name: String) throws(RecordFaults) -> FieldValue {
    guard let field = RecordSchema.settings.first(where: { $0.name == name }) else {
      throw RecordFaults([RecordFault(field: name, problem: "is no setting")])
    }
    do throws(FieldProblem) {
      return try field.kind.checked(.text(text), isText: true)
    } catch {
      throw RecordFaults([RecordFault(field: name, problem: error.text)])
    }
  }
}
