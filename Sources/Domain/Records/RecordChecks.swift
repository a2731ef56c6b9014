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
    func fault(_ field: String, _ problem: String, _ chinese: String, by others: String...) {
      if failed.isDisjoint(with: others + [field]) { faults.append(RecordFault(field: field, problem, chinese)) }
    }
    func checkPosition() {
      let hasLatitude = self["lat"] != .null
      guard hasLatitude != (self["lng"] != .null) else { return }
      fault(hasLatitude ? "lng" : "lat", "is missing: a coordinate has both", "必填：緯度和經度要一起填", by: "lat", "lng")
    }
    let schema = entity.schema
    for index in values.indices where schema.fields[index].isRequired && values[index] == .null {
      fault(schema.fields[index].name, "is missing", "必填")
    }
    switch entity {
    case .source, .group: break
    case .deity: faults += (worshipFaults() + needFaults()).filter { !failed.contains($0.field) }
    case .event:
      let type = self["type"].text
      if (type == "deity") != (self["deity"] != .null) {
        fault(
          "deity", type == "deity" ? "is missing: a deity's day names its deity" : "goes with type deity only",
          type == "deity" ? "必填：類別是神明的日子要寫神明" : "類別是神明時才填",
          by: "type")
      }
      if (type == "custom") != (self["owner"] != .null) {
        fault(
          "owner", type == "custom" ? "is missing: a custom event is a user's own" : "goes with type custom only",
          type == "custom" ? "必填：自訂的日子要指定使用者（UUID）" : "類別是自訂時才有",
          by: "type")
      }
      if type != "custom", self["advance_days"] != .null {
        fault(
          "advance_days", "goes with type custom only: users say how early they are told of other days",
          "只有自訂的日子才有；其他日子由使用者自己設定提前幾天", by: "type")
      }
      if !failed.contains("worship_guide") { faults += worshipFaults() }
      for other in self["disagreements"].list where other["sources"].list.isEmpty && other["note"] == .null {
        fault(
          "disagreements", "\(other["rule"].text ?? ""): name a source, or say why there is none in note",
          "「\(other["rule"].text ?? "")」要寫出來源，沒有來源就在說明裡寫原因")
      }
    case .temple:
      if !failed.contains("worship_guide") { faults += worshipFaults() }
      checkPosition()
      if self["lat"] == .null, self["coordinate_quality"] != .text("missing") {
        fault(
          "coordinate_quality", "is \(self["coordinate_quality"].shown), but there is no coordinate: it is missing",
          "沒有填座標，請選「沒有座標」",
          by: "lat")
      }
      if let main = self["deity"].text, self["other_deities"].list.contains(.text(main)) {
        fault("other_deities", "names the main deity \(main) again", "又寫了主祀神明「\(main)」", by: "deity")
      }
    case .activity:
      checkPosition()
      if (self["rule"] == .null) == (self["start_at"] == .null) {
        fault(
          "rule", "a yearly activity has a rule, a single one has start_at: give one of them",
          "每年的活動填規則，單次的活動填開始時間：請擇一填寫", by: "start_at")
      }
      if self["rule"] != .null, self["end_at"] != .null {
        fault("end_at", "goes with start_at only", "有開始時間才填結束時間", by: "rule")
      }
      if let start = self["start_at"].unixTime, let end = self["end_at"].unixTime, end < start {
        fault("end_at", "lies before start_at \(self["start_at"].text ?? "")", "早於開始時間", by: "start_at")
      }
    case .user: if !failed.contains("settings") { faults += settingsContradictions(besides: failed) }
    }
    for field in schema.fields where !failed.contains(field.name) { faults += repeated(field) }
    return faults
  }

  private func settingsContradictions(besides failed: Set<String>) -> [RecordFault] {
    let settings = self["settings"]
    var faults: [RecordFault] = []
    func fault(_ member: String, _ problem: String, _ chinese: String) {
      faults.append(RecordFault(field: "settings", member: member, problem, chinese))
    }
    let (from, to) = (settings["quiet_from"], settings["quiet_to"])
    if (from == .null) != (to == .null) {
      fault(
        from == .null ? "quiet_from" : "quiet_to", "is missing: quiet hours have a beginning and an end",
        "必填：勿擾時段要有開始和結束")
    } else if from != .null, from == to {
      fault("quiet_to", "is the same as quiet_from: give two different times", "和開始的時間一樣，請填兩個不同的時間")
    }
    if settings["fallback_channel"] != .null, settings["fallback_channel"] == settings["channel"] {
      fault(
        "fallback_channel", "is the channel itself: give another way, or none", "和先用的方式一樣，請選另一種，或選沒有")
    }
    if settings["fallback_channel"] == .text(ChannelKind.mail.rawValue), self["email"] == .null,
      !failed.contains("email")
    {
      fault("fallback_channel", "mail needs a mail address in email", "帳號沒有電子郵件地址")
    }
    let target = settings["channel_target"].text
    let channel = settings["channel"].text ?? ""
    switch ChannelKind(rawValue: channel)?.target {
    case .webAddress, .topic:
      guard let target else {
        fault("channel_target", "the channel \(channel) needs a web address there", "這種方式需要網址")
        break
      }
      do throws(StrictURL.Problem) {
        _ = try StrictURL(parsing: target, as: [.https, .http])
      } catch {
        fault(
          "channel_target", "\"\(target)\" is no web address for the channel \(channel): \(error)",
          "「\(target)」不是這種方式能用的網址：\(error.chinese)")
      }
    case .mailAddress:
      let address = target ?? self["email"].text
      if address.map({ (try? FieldKind.email($0)) != nil }) != true, !failed.contains("email") {
        fault("channel_target", "the channel \(channel) needs a mail address there, or in email", "帳號沒有電子郵件地址")
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
      RecordFault(field: field.name, "\($0[name].shown) is named twice", "\($0[name].chineseShown)寫了兩次")
    }
  }
}

extension JSON {
  /// The UTC seconds of a checked instant.
  package var unixTime: Int? { text.flatMap { try? CivilTime.parse($0).unixTime } }
}
