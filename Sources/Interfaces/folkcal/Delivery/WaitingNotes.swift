import Folklore
import Reminders
import Store

extension ReminderQueue {
  /// Notes on due reminders whose channels are not configured, one for each channel.
  ///
  /// - Parameter served: the configured channels.
  func waitingNotes(served: Set<ChannelKind>, now: Int) throws -> [String] {
    try dueCounts(now: now).sorted { $0.key < $1.key }.compactMap { name, count -> String? in
      guard let kind = ChannelKind(rawValue: name), !served.contains(kind), let needs = kind.needs else { return nil }
      return Speech.say(
        "有 \(count) 則到期的提醒要以「\(name)」送出，但尚未設定這種提醒方式：請設定 \(needs)",
        "\(count) due \(count == 1 ? "reminder waits" : "reminders wait") for the channel \(name), "
          + "which is not configured: set \(needs)")
    }
  }
}

extension DeliveryTally {
  /// The counts with their names in logs.
  var parts: [(name: String, count: Int)] {
    [
      ("sent", sent), ("failed", failed), ("gave_up", gaveUp), ("deferred", deferred), ("expired", expired),
      ("quieted", quieted), ("released", released), ("lost", lost),
    ]
  }
}
