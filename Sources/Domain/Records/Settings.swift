public import JSON

/// A user's notification settings as fields.
public enum Settings {
  /// A value of a setting, read from text.
  ///
  /// - Throws: `RecordFaults` naming the setting.
  public static func value(_ text: String, of name: String) throws(RecordFaults) -> JSON {
    guard let field = RecordSchema.settings.first(where: { $0.name == name }) else {
      throw RecordFaults([RecordFault.noSetting(name)])
    }
    do throws(FieldProblem) {
      return try field.kind.checked(.text(text), isText: true)
    } catch {
      throw RecordFaults([RecordFault(field: name, error)])
    }
  }

  /// What is wrong with settings as JSON has them, each by its name; that some do not go together, writing them tells.
  public static func faults(of given: [JSON.Member]) -> [RecordFault] {
    given.compactMap { member in
      guard let field = RecordSchema.settings.first(where: { $0.name == member.name }) else {
        return RecordFault.noSetting(member.name)
      }
      if member.value == .null, field.isRequired {
        return RecordFault(field: field.name, "is null: leave it out", "是 null：不要的話請省略")
      }
      do throws(FieldProblem) {
        _ = try field.kind.checked(member.value, isText: false)
        return nil
      } catch {
        return RecordFault(field: field.name, error)
      }
    }
  }
}

extension RecordFault {
  fileprivate static func noSetting(_ name: String) -> RecordFault {
    RecordFault(
      field: name, "is no setting", "沒有這個設定；設定有 \(RecordSchema.settings.map(\.name).joined(separator: "、"))")
  }
}
