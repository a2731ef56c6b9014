import Reminders
import Store

extension DeliveryEnvironment {
  /// Nil if not configured.
  func line(_ queue: ReminderQueue) throws -> Route? { nil }
}
