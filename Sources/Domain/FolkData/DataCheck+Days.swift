internal import Folklore

extension DataCheck {
  /// Announced days with years between them that have none, and a note that neither names them nor says that
  /// days are unknown (不詳). Days of every third year have no gap.
  static func gapFault(of event: Event, _ reader: EntryReader) -> DataFault? {
    let years = event.rule.announcedYears
    let steps = zip(years, years.dropFirst()).map { $1 - $0 }
    guard let step = steps.min(), step < steps.max() ?? 0 else { return nil }
    let known = Set(years)
    let missing = stride(from: years[0], to: years[years.count - 1], by: step).filter { !known.contains($0) }
    let note = event.note ?? ""
    guard !missing.isEmpty, !note.contains("不詳"), !missing.allSatisfy({ note.contains("\($0)") }) else { return nil }
    let list = missing.map { "\($0)" }
    return reader.fault(
      "rule", "沒有 \(list.joined(separator: "、")) 年的日子：請補上，或在 note 寫出這些年份與原因，不知道就寫「不詳」",
      "has no day in \(list.joined(separator: ", ")): add them, or say in note why these years have none, or that they are unknown (不詳)"
    )
  }

  /// An event with the name of one people's rite that tells of another people, or of none.
  static func riteFault(of event: Event, _ reader: EntryReader) -> DataFault? {
    let title = event.title.traditionalChinese
    let names = ([title, event.title.english ?? ""] + event.aliases).joined(separator: "、").lowercased()
    guard let (rite, people) = rites.first(where: { names.contains($0.rite) }) else { return nil }
    // The people that the title names, or else those of the description.
    let told =
      [title, event.description ?? ""].map { text in peoples.filter(text.contains) }.first { !$0.isEmpty } ?? []
    guard !told.contains(people) else { return nil }
    return reader.fault(
      "names", "「\(rite)」是\(people)的祭典，這裡寫的是\(told.isEmpty ? "沒有寫哪一族" : told.joined(separator: "、"))",
      "has \(rite), a rite of \(people), but tells of \(told.isEmpty ? "no people" : told.joined(separator: ", "))")
  }

  /// Rites that belong to one people, by the names of the data's events and of the Council of Indigenous Peoples.
  private static let rites: [(rite: String, people: String)] = [
    ("ilisin", "阿美族"), ("kiloma'an", "阿美族"), ("malalikid", "阿美族"), ("pasta'ay", "賽夏族"), ("矮靈祭", "賽夏族"),
    ("mayasvi", "鄒族"), ("homeyaya", "鄒族"), ("malahtangia", "布農族"), ("射耳祭", "布農族"), ("maljeveq", "排灣族"),
    ("maleveq", "排灣族"), ("五年祭", "排灣族"), ("mangayaw", "卑南族"), ("猴祭", "卑南族"), ("mivanwa", "達悟族"),
    ("招魚祭", "達悟族"), ("lus'an", "邵族"), ("miatungusu", "拉阿魯哇族"), ("聖貝祭", "拉阿魯哇族"),
    ("mikongu", "卡那卡那富族"), ("米貢祭", "卡那卡那富族"), ("夜祭", "西拉雅族"),
  ]

  private static let peoples =
    Set(rites.map(\.people)).union(["泰雅族", "魯凱族", "噶瑪蘭族", "太魯閣族", "撒奇萊雅族", "賽德克族"]).sorted()
}
