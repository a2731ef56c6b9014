import Folklore
import Records
import Reminders
import Store
import WebPages

/// The open alarms, on the overview and on the page of the service.
enum AlarmBlock {
  /// - Parameter checkedAt: the last check in seconds of UTC since 1970.
  static func make(_ alarms: [Alarm], checkedAt: Int?? = .none, _ visit: Visit) -> PageBlock {
    let words = AlarmWords(visit.language, visit.clock, zone: visit.service.configuration.timeZone)
    var block = PageBlock(visit.say("警報", "警报", "Alarms"))
    block.isWarning = !alarms.isEmpty
    if let checkedAt {
      block.facts = [
        PageFact(
          visit.say("上次檢查", "上次检查", "Last check"), checkedAt.map { visit.time($0) } ?? visit.say("沒有", "没有", "none"))
      ]
    }
    // What another program said may name hosts and addresses.
    let mayKnow = visit.role >= .admin
    block.table = PageTable(
      [visit.say("狀況", "状况", "What"), visit.say("自", "自", "Since")]
        + (mayKnow ? [visit.say("說明", "说明", "More"), visit.say("怎麼辦", "怎么办", "What to do")] : []),
      alarms.map { alarm in
        PageTable.Row(
          [.init(words.title(alarm.sighting)), .init(visit.time(alarm.sighting.since))]
            + (mayKnow
              ? [.init(words.sentence(alarm.sighting)), .init(words.remedy(alarm.sighting, isLabelled: false))] : []))
      }, nothing: visit.say("沒有警報。", "没有警报。", "There is no alarm."))
    return block
  }
}
