public import Folklore

/// Reads the texts of messages, `templates/zh-Hant.yaml`, `zh-Hans.yaml` and `en.yaml` of a data folder.
public struct TemplatesLoader: Sendable {
  private let read: @Sendable (Language) -> OptionalFile

  /// - Parameter folder: the path of the data folder.
  public init(folder: String) {
    read = { OptionalFile(Self.fileName($0), folder: folder) }
  }

  /// - Parameter read: returns the text of a language's file; nil if it is missing.
  public init(read: @escaping @Sendable (Language) throws -> String?) {
    self.read = { language in OptionalFile(Self.fileName(language)) { try read(language) } }
  }

  /// The file of a language, such as `templates/zh-Hant.yaml`.
  public static func fileName(_ language: Language) -> String { "templates/\(language.rawValue).yaml" }

  /// - Throws: `DataFault` naming file, line and field of the first fault.
  public func load() throws(DataFault) -> MessageTemplates {
    try MessageTemplates { language throws(DataFault) in
      let file = TemplateFile(language, read(language))
      guard let templates = file.templates else { throw file.faults[0] }
      return templates
    }
  }

  /// The readable texts of all files, with all faults.
  func files() -> [TemplateFile] {
    Language.allCases.map { TemplateFile($0, read($0)) }
  }
}

/// The texts of one language, read one by one to report all faults at once.
struct TemplateFile {
  let language: Language
  /// The texts, each with its position.
  private(set) var texts: [(reader: EntryReader, field: String, text: String)] = []
  private(set) var faults: [DataFault] = []
  /// The templates; nil if there are faults.
  private(set) var templates: MessageTemplates.Texts?

  init(_ language: Language, _ file: OptionalFile) {
    self.language = language
    do throws(DataFault) {
      guard let root = try file.root() else {
        throw DataFault(file: file.name, "沒有這個檔案", "is missing")
      }
      try root.allow(only: ["reminder", "digest", "worship", "correction", "test"])
      templates = try read(root)
    } catch {
      faults.append(error)
    }
    if !faults.isEmpty { templates = nil }
  }

  private mutating func read(_ root: EntryReader) throws(DataFault) -> MessageTemplates.Texts {
    let ofDay: [TextTemplate.Placeholder] = [.title, .lunar, .date, .weekday]
    let distances = MessageTemplates.Distance.allCases.map(\.rawValue)
    let reminder = try Self.section("reminder", of: root, ["title"] + distances)
    let digest = try Self.section("digest", of: root, ["title"] + distances)
    let correction = try Self.section("correction", of: root, ["title", "moved", "withdrawn", "kept"])
    // Texts of an older version have none.
    let worship =
      root.fields.contains("worship") ? try Self.section("worship", of: root, ["offerings", "to_buy"]) : nil
    let test = try Self.section("test", of: root, ["title", "body"])
    return MessageTemplates.Texts(
      reminderTitle: template(reminder, "title", allowing: ofDay, requiring: .title),
      reminder: MessageTemplates.Sentences {
        template(reminder, $0.rawValue, allowing: ofDay + [.days], requiring: .title)
      },
      digestTitle: template(digest, "title", allowing: [.count]),
      digest: MessageTemplates.Sentences {
        template(digest, $0.rawValue, allowing: ofDay + [.days], requiring: .title)
      },
      offerings: worship.map { template($0, "offerings", allowing: [.offerings], requiring: .offerings) },
      toBuy: worship.map { template($0, "to_buy", allowing: [.offerings], requiring: .offerings) },
      correctionTitle: template(correction, "title", allowing: [.title, .oldDate], requiring: .title),
      moved: template(correction, "moved", allowing: ofDay + [.oldDate], requiring: .date),
      withdrawn: template(correction, "withdrawn", allowing: [.title, .oldDate], requiring: .oldDate),
      kept: template(correction, "kept", allowing: ofDay, requiring: .date),
      testTitle: template(test, "title", allowing: []),
      testBody: template(test, "body", allowing: [.message], requiring: .message))
  }

  private static func section(
    _ name: String, of root: EntryReader, _ fields: [String]
  ) throws(DataFault) -> EntryReader {
    guard let section = try root.entry(name) else { throw root.fault(name, "必填", "is missing") }
    try section.allow(only: fields)
    return section
  }

  /// Reads a text; reports a fault and returns an empty text if it is wrong.
  private mutating func template(
    _ reader: EntryReader, _ field: String, allowing allowed: [TextTemplate.Placeholder],
    requiring required: TextTemplate.Placeholder? = nil
  ) -> TextTemplate {
    do throws(DataFault) {
      let text = try reader.text(field)
      texts.append((reader, field, text))
      do throws(TextTemplateError) {
        return try TextTemplate(text, allowing: allowed, requiring: required)
      } catch {
        throw reader.fault(field, error)
      }
    } catch {
      faults.append(error)
      return TextTemplate.empty
    }
  }
}
