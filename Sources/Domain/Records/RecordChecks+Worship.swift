internal import Folklore
internal import JSON
internal import Words

// Rules of the structured note on worship, and of the needs that a deity answers.

extension Record {
  func worshipFaults() -> [RecordFault] {
    var faults: [RecordFault] = []
    var names: Set<JSON> = []
    let isBuddhist =
      entity == .temple
      ? self["religion"] == "佛教" : WorshipLine.isBuddhist(self[entity.nameField].text ?? "")
    for (index, line) in self["worship_guide"].list.enumerated() {
      let text = line["text"].text ?? ""
      func fault(_ english: String, _ chinese: String) {
        faults.append(
          RecordFault(
            field: "worship_guide", "line \(index + 1), \"\(text)\", \(english)", "第 \(index + 1) 行「\(text)」\(chinese)")
        )
      }
      let part = WorshipLine.Part(rawValue: line["part"].text ?? "")
      if line["sources"].list.isEmpty { fault("names no source: give at least one", "沒有寫來源：至少寫一個") }
      if part == .offering || part == .paper {
        if text.count > WorshipLine.nameLimit || text.contains(where: { "、，。；,;()（）".contains($0) }) {
          fault(
            "is no bare name of one thing: \(WorshipLine.nameLimit) characters at most, the amount apart",
            "不是一樣東西的名稱：最多 \(WorshipLine.nameLimit) 個字，數量另外寫，一行一樣")
        }
        if !names.insert(.text(text)).inserted { fault("is named twice", "寫了兩次") }
      } else if let stray = ["amount", "unit", "people", "diet"].first(where: { line[$0] != .null }) {
        fault("has \(stray), which goes with what is offered or burned", "的 \(stray) 只有供品與金紙才有")
      }
      if part == .paper, !WorshipLine.papers.contains(text) {
        let near = Similarity.closest(to: text, among: WorshipLine.papers)
        fault(
          "is no known joss paper: \(near.map { "perhaps \($0)" } ?? WorshipLine.papers.joined(separator: ", "))",
          "不是認得的金紙：\(near.map { "也許是「\($0)」" } ?? "請寫 \(WorshipLine.papers.joined(separator: "、"))")")
      }
      if isBuddhist, line["diet"].text == WorshipLine.Diet.meat.rawValue {
        fault("has meat: on a Buddhist day nothing with meat is offered", "是葷食：佛教的日子不供葷食")
      }
      if line["amount"] == .null, line["unit"] != .null || line["people"] != .null {
        fault("has a unit or people without an amount", "有單位或人數，卻沒有數量")
      }
      if (part == .custom) != (line["among"] != .null) {
        fault(
          part == .custom ? "says not among whom: give among" : "has among, which goes with a custom only",
          part == .custom ? "沒有寫是哪裡的習俗：請填 among" : "的 among 只有各地習俗才填")
      }
    }
    return faults
  }

  func needFaults() -> [RecordFault] {
    var seen: Set<JSON> = []
    return self["needs"].list.compactMap { answer in
      let need = answer["need"].text ?? ""
      if !seen.insert(answer["need"]).inserted {
        return RecordFault(field: "needs", "\"\(need)\" is named twice", "「\(need)」寫了兩次")
      }
      guard answer["sources"].list.isEmpty else { return nil }
      return RecordFault(field: "needs", "\"\(need)\" names no source: give at least one", "「\(need)」沒有寫來源：至少寫一個")
    }
  }
}
