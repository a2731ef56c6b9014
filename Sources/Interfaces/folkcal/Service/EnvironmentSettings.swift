import Foundation
import WebAPI

/// The variables that set the service up, for the page of its administrators.
enum EnvironmentSettings {
  /// Variables whose values are no secrets.
  private static let open: Set<String> = [
    "FOLKCAL_ALARM_CERTIFICATES", "FOLKCAL_ALARM_LIMITS", "FOLKCAL_FCM_URL", "FOLKCAL_GOOGLE_CLIENT_IDS",
    "FOLKCAL_GOOGLE_KEYS_URL", "FOLKCAL_LINE_ID", "FOLKCAL_LINE_URL", "FOLKCAL_MAIL_FROM", "FOLKCAL_MOI_URL",
    "FOLKCAL_NTFY_URL", "FOLKCAL_RATES",
    "FOLKCAL_TELEGRAM_NAME", "FOLKCAL_TELEGRAM_POLLING", "FOLKCAL_TELEGRAM_URL", "FOLKCAL_UNSUBSCRIBE_URL",
    "FOLKCAL_VAPID_CONTACT",
  ]
  private static let secret: Set<String> = [
    "FOLKCAL_ALARM_TO", "FOLKCAL_FCM_KEY", "FOLKCAL_GOOGLE_CLIENT_SECRET", "FOLKCAL_HOOK_URL", "FOLKCAL_LINE_SECRET",
    "FOLKCAL_LINE_TOKEN", "FOLKCAL_NTFY_TOKEN", "FOLKCAL_SESSION_SECRET", "FOLKCAL_SMTP_URL",
    "FOLKCAL_TELEGRAM_SECRET", "FOLKCAL_TELEGRAM_TOKEN", "FOLKCAL_VAPID_KEY", "FOLKCAL_WEBHOOK_SECRET",
  ]

  /// All of them; another variable of ours that is set counts as a secret.
  static func all(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> [ServiceSetting] {
    let known = open.union(secret)
    let others = environment.keys.filter { $0.hasPrefix("FOLKCAL_") && !known.contains($0) }
    return known.union(others).sorted().map {
      ServiceSetting(name: $0, value: environment[$0], isSecret: !open.contains($0))
    }
  }
}
