internal import Addresses
import Folklore
package import JSON

// Rules between the fields of a record.

extension Record {
  /// The faults of a record besides those of single fields.
  ///
  /// - Parameter failed: fields with invalid values, which are not checked again.
  package func contradictions(besides failed: Set<String> = []) -> [RecordFault] {
    var faults: [RecordFault] = []
    /// - Parameter others: the other fields of the rule.
    func fault(_ field: String, _ problem: String, by others: String...) {
      if failed.isDisjoint(with: others + [field]) { faults.append(RecordFault(field: field, problem: problem)) }
    }
    let schema = entity.schema
    for index in values.indices where schema.fields[index].isRequired && values[index] == .null {
      fault(schema.fields[index].name, "is missing")
    }
    switch entity {
    case .source, .deity, .group: break
    case .event:
      let type = self["type"].text
      if (type == "deity") != (self["deity"] != .null) {
        fault(
          "deity", type == "deity" ? "is missing: a deity's day names its deity" : "goes with type deity only",
          by: "type")
      }
      if (type == "custom") != (self["owner"] != .null) {
        fault(
          "owner", type == "custom" ? "is missing: a custom event is a user's own" : "goes with type custom only",
          by: "type")
      }
      for other in self["disagreements"].list where other["sources"].list.isEmpty && other["note"] == .null {
        fault("disagreements", "\(other["rule"].text ?? ""): name a source, or say why there is none in note")
      }
    case .temple:
      let (hasLatitude, hasLongitude) = (self["lat"] != .null, self["lng"] != .null)
      if hasLatitude != hasLongitude {
        fault(hasLatitude ? "lng" : "lat", "is missing: a coordinate has both", by: "lat", "lng")
      }
      if !hasLatitude, self["coordinate_quality"] != .text("missing") {
        fault(
          "coordinate_quality", "is \(self["coordinate_quality"].shown), but there is no coordinate: it is missing",
          by: "lat")
      }
      if let main = self["deity"].text, self["other_deities"].list.contains(.text(main)) {
        fault("other_deities", "names the main deity \(main) again", by: "deity")
      }
    case .activity:
      if (self["rule"] == .null) == (self["start_at"] == .null) {
        fault(
          "rule", "a yearly activity has a rule, a single one has start_at: give one of them", by: "start_at")
      }
      if self["rule"] != .null, self["end_at"] != .null { fault("end_at", "goes with start_at only", by: "rule") }
      if let start = self["start_at"].unixTime, let end = self["end_at"].unixTime, end < start {
        fault("end_at", "lies before start_at \(self["start_at"].text ?? "")", by: "start_at")
      }
    case .user: if !failed.contains("settings") { faults += settingsContradictions(besides: failed) }
    }
    for field in schema.fields where !failed.contains(field.name) { faults += repeated(field) }
    return faults
  }

  private func settingsContradictions(besides failed: Set<String>) -> [RecordFault] {
    let settings = self["settings"]
    var faults: [RecordFault] = []
    func fault(_ member: String, _ problem: String) {
      faults.append(RecordFault(field: "settings", member: member, problem: problem))
    }
    let (from, to) = (settings["quiet_from"], settings["quiet_to"])
    if (from == .null) != (to == .null) {
      fault(from == .null ? "quiet_from" : "quiet_to", "is missing: quiet hours have a beginning and an end")
    } else if from != .null, from == to {
      fault("quiet_to", "is the same as quiet_from: give two different times")
    }
    let target = settings["channel_target"].text
    let channel = settings["channel"].text ?? ""
    switch ChannelKind(rawValue: channel)?.target {
    case .webAddress, .topic:
      guard let target else {
        fault("channel_target", "the channel \(channel) needs a web address there")
        break
      }
      do throws(StrictURL.Problem) {
        _ = try StrictURL(parsing: target, as: [.https, .http])
      } catch {
        fault("channel_target", "\"\(target)\" is no web address for the channel \(channel): \(error)")
      }
    case .mailAddress:
      let address = target ?? self["email"].text
      if address.map({ (try? FieldKind.email($0)) != nil }) != true, !failed.contains("email") {
        fault("channel_target", "the channel \(channel) needs a mail address there, or in email")
      }
    case .nothing, nil: break
    }
    return faults
  }

  /// Items of a part with the same key.
  private func repeated(_ field: Field) -> [RecordFault] {
    guard let part = field.part, !part.isSingle, !part.isBare else { return [] }
    let name = part.fields[0].name
    var seen: Set<JSON> = []
    return self[field.name].list.filter { !seen.insert($0[name]).inserted }.map {
      RecordFault(field: field.name, problem: "\($0[name].shown) is named twice")
    }
  }
}

extension JSON {
  /// The UTC seconds of a checked instant.
  package var unixTime: Int? { text.flatMap { try? CivilTime.parse($0).unixTime } }
}
