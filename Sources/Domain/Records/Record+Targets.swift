package import Addresses
package import Folklore
import JSON

// Where a user's reminders go, and whether the channel would send anything there.

extension Record {
  /// What the channels would refuse of a user's targets.
  ///
  /// - Parameters:
  ///   - old: the user as it was. What stays as it is, is not looked at: the operator's rules may have become stricter since it was given.
  ///   - failed: fields whose new value is wrong anyway.
  package func refusedTargets(_ rules: TargetRules, since old: Record?, besides failed: Set<String> = [])
    -> [RecordFault]
  {
    guard entity == .user else { return [] }
    var faults: [RecordFault] = []
    if !failed.contains("settings"), old.map({ $0.settingsTarget != settingsTarget }) ?? true,
      let problem = settingsTarget.problem(rules)
    {
      faults.append(RecordFault(field: "settings", member: "channel_target", problem: problem))
    }
    let known = Set(old?["devices"].list.map { $0["token"] } ?? [])
    for device in self["devices"].list where !failed.contains("devices") && !known.contains(device["token"]) {
      if let problem = Self.endpoint(of: device).flatMap(rules.problem(withWebAddress:)) {
        faults.append(RecordFault(field: "devices", member: "token", problem: "its endpoint \(problem)"))
      }
    }
    return faults
  }

  /// Where a browser's push service is posted to; nil for devices of other platforms, and for what is no subscription.
  private static func endpoint(of device: JSON) -> String? {
    guard device["platform"] == .text("web"), let text = device["token"].text, text.contains("{") else { return nil }
    return (try? JSON(json: [UInt8](text.utf8)))?["endpoint"].text
  }

  /// How a user's reminders leave; nil for what is no user, and for a name that is none of a channel.
  package var channel: ChannelKind? { self["settings"]["channel"].text.flatMap(ChannelKind.init(rawValue:)) }

  private var settingsTarget: SettingsTarget {
    let settings = self["settings"]
    return SettingsTarget(channel: channel, target: settings["channel_target"].text, email: self["email"].text)
  }
}

/// How and where the reminders of a user leave.
private struct SettingsTarget: Equatable {
  let channel: ChannelKind?
  let target: String?
  let email: String?

  /// The address of the account matters only where mail goes to it.
  static func == (left: SettingsTarget, right: SettingsTarget) -> Bool {
    left.channel == right.channel && left.target == right.target
      && (left.channel?.target != .mailAddress || left.target != nil || left.email == right.email)
  }

  func problem(_ rules: TargetRules) -> String? {
    switch channel?.target {
    case .topic: return target.flatMap(rules.problem(withTopic:))
    case .mailAddress:
      // What is no mail address at all is a contradiction already.
      return (target ?? email).flatMap { try? FieldKind.email($0) }.flatMap { address in
        MailAddressShape.problem(with: address).map { "no mail can be sent to \"\(address)\": \($0)" }
      }
    // A web address beside a channel that does not use it waits for one that does.
    case .webAddress, .nothing, nil: return target.flatMap(rules.problem(withWebAddress:))
    }
  }
}
