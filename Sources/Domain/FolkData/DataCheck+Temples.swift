internal import Folklore
internal import Temples

extension DataCheck {
  /// Temples whose name or main deity says another deity than the one they are linked to, or any deity where they are linked to none.
  static func deityFaults(
    _ temples: [DataFiles.Entry<Temple>], _ mentions: DeityMentions
  ) -> [DataFault] {
    temples.flatMap { reader, temple in
      let linked = [temple.deityKey].compactMap(\.self) + temple.otherDeityKeys
      let texts = [("name", temple.name), ("main_deity", temple.mainDeity ?? "")]
      return texts.flatMap { field, text in
        mentions.names(in: text).filter { name in !linked.contains { mentions.isName(name, of: $0) } }.map { name in
          linked.isEmpty
            ? reader.fault(
              field, "提到「\(name)」，但沒有寫 deity：請寫出是哪一位神明", "says \(name), but the temple has no deity: name it")
            : reader.fault(
              field, "提到「\(name)」，但連到 \(linked.joined(separator: "、"))：請改 deity，或寫進 other_deities",
              "says \(name), but the temple is linked to \(linked.joined(separator: ", ")): change deity, or add it to other_deities"
            )
        }
      }
    }
  }

  /// Festivals and processions that begin with a temple's name in their text, but that the temple does not list among its events.
  static func ownDayFaults(
    _ temples: [DataFiles.Entry<Temple>], _ events: [DataFiles.Entry<Event>]
  ) -> [DataFault] {
    events.compactMap { _, event in
      guard event.kind == .festival || event.observance == .procession else { return nil }
      let text = TempleText([event.title.traditionalChinese, event.description ?? ""].joined(separator: "。"))
      let found = temples.filter { text.begins(with: $0.value.name) }.max { $0.value.name.count < $1.value.name.count }
      guard let (reader, temple) = found, !temple.dates.contains(where: { $0.eventKey == event.key }) else {
        return nil
      }
      return reader.fault(
        "events", "沒有這間廟自己的節日「\(event.title.traditionalChinese)」（\(event.key)）",
        "lacks \"\(event.key)\", whose text says that this temple keeps it")
    }
  }
}

/// A text about a day, up to the end of the first name of a temple in it.
private struct TempleText {
  private let text: String
  private let head: String

  init(_ text: String) {
    let text = text.replacing("台", with: "臺")
    let end = text.firstRange(of: /[宮廟寺殿庵堂]|代天府/)?.upperBound
    self.text = text
    head = end.map { String(text[..<$0]) } ?? ""
  }

  /// True if the first temple of the text is this one, with its place before the name or elsewhere in the text: 受天宮 in 松柏嶺.
  func begins(with name: String) -> Bool {
    let name = name.replacing("台", with: "臺")
    if head.hasSuffix(name) { return true }
    guard name.count >= 5 else { return false }
    return head.hasSuffix(name.dropFirst(2)) && text.contains(name.prefix(2))
  }
}
