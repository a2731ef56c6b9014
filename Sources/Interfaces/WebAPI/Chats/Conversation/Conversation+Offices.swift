import Folklore
import Lunisolar
import Nearby
import OpeningHours
import Temples

// Days off work, and when temples are open.
extension Conversation {
  /// The days off around the next day of a name: 端午節放幾天.
  func daysOff(_ name: String) throws -> ChatReply {
    let days = names.days(of: names.find(name))
    guard let next = try coming(days).first else { return try about(name) }
    let date = next.occurrence.date
    let title = next.event.title.text(in: language)
    func isOff(_ date: SolarDate) -> Bool? { service.daysOff.year(date.year)?[date].isDayOff }
    let shown = "\(date.longText(in: language))（\(date.weekday.name(in: language))，\(countdown(date))）"
    guard let isDayOff = isOff(date) else {
      return ChatReply(
        title: title,
        lines: [
          shown, say("那一年的放假日還沒有公布。", "那一年的放假日还没有公布。", "The days off of that year are not announced yet."),
        ], suggestions: usualSuggestions)
    }
    guard isDayOff else {
      return ChatReply(
        title: title, lines: [shown, say("那一天不放假。", "那一天不放假。", "That day is a working day.")],
        suggestions: usualSuggestions)
    }
    var (first, last) = (date, date)
    while isOff(first.advanced(by: -1)) == true, first.distance(to: date) < Self.longestHoliday {
      first = first.advanced(by: -1)
    }
    while isOff(last.advanced(by: 1)) == true, date.distance(to: last) < Self.longestHoliday {
      last = last.advanced(by: 1)
    }
    let count = first.distance(to: last) + 1
    func text(_ date: SolarDate) -> String {
      "\(date.longText(in: language))（\(date.weekday.name(in: language))）"
    }
    return ChatReply(
      title: say("\(title)放 \(count) 天", "\(title)放 \(count) 天", "\(title): \(count) days off"),
      lines: [
        count == 1
          ? text(first)
          : say("\(text(first))到 \(text(last))", "\(text(first))到 \(text(last))", "\(text(first)) to \(text(last))"),
        say("照政府機關的行事曆。", "照政府机关的行事历。", "By the calendar of government offices."),
      ], suggestions: [say("今天", "今天", "today"), say("下一個", "下一个", "next")])
  }

  /// More than nine days in a row are never off.
  private static let longestHoliday = 15

  /// Whether a temple is open now, its hours and its telephone; nothing is guessed.
  func hours(_ name: String) -> ChatReply {
    let temple: Temple
    do {
      guard case .temple(let found, _) = try data.directory.place(name, names: data.templeNames) else {
        return (try? near(name)) ?? unknown(name)
      }
      temple = found
    } catch {
      return (try? near(name)) ?? unknown(name)
    }
    let hours = temple.openTime.flatMap { try? OpeningHours($0) }
    let state = hours?.state(on: moment.date, at: moment.time) ?? .unknown
    let said: String =
      switch state {
      case .open: say("現在開放。", "现在开放。", "It is open now.")
      case .closed: say("現在沒有開放。", "现在没有开放。", "It is closed now.")
      case .unknown:
        say("不知道現在有沒有開，去之前請先打電話。", "不知道现在有没有开，去之前请先打电话。", "Whether it is open is not known: call before you go.")
      }
    return ChatReply(
      title: temple.name(in: language),
      lines: [
        said, temple.openTime.map { say("開放時間：\($0)", "开放时间：\($0)", "Hours: \($0)") },
        temple.phone.map { say("電話：\($0)", "电话：\($0)", "Telephone: \($0)") }, temple.address,
      ].compactMap(\.self),
      links: temple.trustedCoordinate.map {
        [ChatReply.Link(label: say("地圖", "地图", "Map"), address: MapLinks($0).google)]
      } ?? [], suggestions: [say("附近", "附近", "nearby"), say("今天", "今天", "today")])
  }
}
