import Lunisolar

// The words of eclipses for people.

extension EclipseRecord {
  /// `日全食`, `total eclipse of the sun`
  public func title(in language: Language) -> String { Self.title(body, kind, language) }

  private static func title(_ body: Body, _ kind: String, _ language: Language) -> String {
    switch (body, kind) {
    case (.sun, "partial"): language.say("日偏食", "日偏食", "partial eclipse of the sun")
    case (.sun, "annular"): language.say("日環食", "日环食", "annular eclipse of the sun")
    case (.sun, "total"): language.say("日全食", "日全食", "total eclipse of the sun")
    case (.sun, _): language.say("日全環食", "日全环食", "hybrid eclipse of the sun")
    case (.moon, "penumbral"): language.say("半影月食", "半影月食", "penumbral eclipse of the moon")
    case (.moon, "partial"): language.say("月偏食", "月偏食", "partial eclipse of the moon")
    case (.moon, _): language.say("月全食", "月全食", "total eclipse of the moon")
    }
  }

  /// What eyes need; nil for the moon, which harms nobody.
  static func warning(of body: Body, in language: Language) -> String? {
    guard body == .sun else { return nil }
    return language.say(
      "看太陽一定要用合格的日食眼鏡或濾鏡，直接看會灼傷眼睛", "看太阳一定要用合格的日食眼镜或滤镜，直接看会灼伤眼睛",
      "eyes need a filter made for eclipses: looking at the sun burns the retina")
  }

  /// `看得到，日偏食`, `地平線下，看不到`
  public func visibility(in language: Language) -> String {
    guard let local else { return language.say("看不到", "看不到", "not seen") }
    guard isVisible else { return language.say("在地平線下，看不到", "在地平线下，看不到", "below the horizon, not seen") }
    guard local.kind != kind else { return language.say("看得到", "看得到", "seen") }
    let title = Self.title(body, local.kind, language)
    return language.say("看得到\(title)", "看得到\(title)", "seen as a \(title)")
  }

  /// `看得到，食甚 19:34`
  public func summary(in language: Language) -> String {
    let maximum = local?.contacts.first { $0.phase == .maximum }
    guard isVisible, let maximum else { return visibility(in: language) }
    let time = SkyRecord.minute(maximum.time)
    return visibility(in: language) + language.say("，食甚 \(time)", "，食甚 \(time)", ", maximum \(time)")
  }

  /// The contacts and the size at the place, one line each; of the sun the warning first.
  public func lines(in language: Language) -> [SkyRecord.Line] {
    guard let local, isVisible else { return [] }
    var lines: [SkyRecord.Line] = []
    if let warning = Self.warning(of: body, in: language) {
      lines.append(SkyRecord.Line(name: language.say("注意", "注意", "Note"), value: warning))
    }
    for contact in local.contacts {
      let day = contact.time.prefix(10) == "\(date)" ? "" : contact.time.prefix(10) + " "
      let height =
        contact.altitude < 0
        ? language.say("（地平線下）", "（地平线下）", " (below the horizon)")
        : language.say("（高度 \(contact.altitude)°）", "（高度 \(contact.altitude)°）", " (altitude \(contact.altitude)°)")
      lines.append(
        SkyRecord.Line(
          name: contact.phase.name(in: language), value: day + SkyRecord.minute(contact.time) + height))
    }
    let isPenumbral = kind == "penumbral"
    lines.append(
      SkyRecord.Line(
        name: isPenumbral
          ? language.say("半影食分", "半影食分", "Penumbral magnitude") : language.say("食分", "食分", "Magnitude"),
        value: Self.plain(isPenumbral ? penumbralMagnitude ?? 0 : local.magnitude)))
    if let obscuration = local.obscuration {
      lines.append(
        SkyRecord.Line(
          name: language.say("遮住的面積", "遮住的面积", "Obscuration"), value: "\(Int((obscuration * 100).rounded()))%"))
    }
    return lines
  }

  /// A number with three digits behind the point.
  private static func plain(_ value: Double) -> String {
    let thousandths = Int((value * 1_000).rounded())
    return (thousandths < 0 ? "-" : "") + "\(abs(thousandths) / 1_000)."
      + String("\(1_000 + abs(thousandths) % 1_000)".dropFirst())
  }
}

extension EclipseRecord.Phase {
  public func name(in language: Language) -> String {
    switch self {
    case .penumbralBegin: language.say("半影食始", "半影食始", "Penumbral begins")
    case .partialBegin: language.say("初虧", "初亏", "Partial begins")
    case .totalBegin: language.say("食既", "食既", "Total begins")
    case .annularBegin: language.say("環食始", "环食始", "Annular begins")
    case .maximum: language.say("食甚", "食甚", "Maximum")
    case .totalEnd: language.say("生光", "生光", "Total ends")
    case .annularEnd: language.say("環食終", "环食终", "Annular ends")
    case .partialEnd: language.say("復圓", "复圆", "Partial ends")
    case .penumbralEnd: language.say("半影食終", "半影食终", "Penumbral ends")
    }
  }
}
