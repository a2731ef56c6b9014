package import Addresses
package import Folklore
import JSON

// The targets of a user's reminders.

extension Record {
  /// The faults that channels would find in a user's targets.
  ///
  /// - Parameters:
  /// - old: the former user. Unchanged targets are not checked, because the operator's rules may have changed.
  /// - failed: fields with another fault.
  package func refusedTargets(_ rules: TargetRules, since old: Record?, besides failed: Set<String> = [])
    -> [RecordFault]
  {
    guard entity == .user else { return [] }
    var faults: [RecordFault] = []
    if !failed.contains("settings"), old.map({ $0.settingsTarget != settingsTarget }) ?? true,
      let problem = settingsTarget.problem(rules)
    {
      faults.append(RecordFault(field: "settings", member: "channel_target", problem.english, problem.chinese))
    }
    let known = Set(old?["devices"].list.map { $0["token"] } ?? [])
    for device in self["devices"].list where !failed.contains("devices") && !known.contains(device["token"]) {
      if let problem = Self.endpoint(of: device).flatMap(rules.problem(withWebAddress:)) {
        faults.append(
          RecordFault(
            field: "devices", member: "token", "its endpoint \(problem.english)", "裝置的 endpoint \(problem.chinese)"))
      }
    }
    return faults
  }

  /// The endpoint of a browser's push service; nil for other platforms and invalid subscriptions.
  private static func endpoint(of device: JSON) -> String? {
    guard device["platform"] == .text("web"), let text = device["token"].text, text.contains("{") else { return nil }
    return (try? JSON(json: [UInt8](text.utf8)))?["endpoint"].text
  }

  /// The user's channel; nil if unknown.
  package var channel: ChannelKind? { self["settings"]["channel"].text.flatMap(ChannelKind.init(rawValue:)) }

  private var settingsTarget: SettingsTarget {
    let settings = self["settings"]
    return SettingsTarget(channel: channel, target: settings["channel_target"].text, email: self["email"].text)
  }
}

/// The channel and target of a user.
private struct SettingsTarget: Equatable {
  let channel: ChannelKind?
  let target: String?
  let email: String?

  /// The account's address matters only for mail.
  static func == (left: SettingsTarget, right: SettingsTarget) -> Bool {
    left.channel == right.channel && left.target == right.target
      && (left.channel?.target != .mailAddress || left.target != nil || left.email == right.email)
  }

  func problem(_ rules: TargetRules) -> Wording? {
    switch channel?.target {
    case .topic: return target.flatMap(rules.problem(withTopic:)).map(Self.ofAddress)
    case .mailAddress:
      // An invalid mail address is reported as a contradiction.
      return (target ?? email).flatMap { try? FieldKind.email($0) }.flatMap { address in
        MailAddressShape.problem(with: address).map {
          Wording("無法寄到「\(address)」：\($0.chinese)", "no mail can be sent to \"\(address)\": \($0)")
        }
      }
    // A web address is kept for a later change of the channel.
    case .webAddress, .nothing, nil:
      return target.flatMap(rules.problem(withWebAddress:)).map(Self.ofAddress)
    }
  }

  private static func ofAddress(_ problem: Wording) -> Wording {
    Wording("網址\(problem.chinese)", problem.english)
  }
}
