import Reminders
import Store

extension DeliveryEnvironment {
  /// Nil if not configured.
  func telegram(_ queue: ReminderQueue) throws -> Route? { nil }
}
