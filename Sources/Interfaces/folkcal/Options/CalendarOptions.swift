public import ArgumentParser
public import Lunisolar

/// The calendar.
struct CalendarOptions: ParsableArguments {
  @Option(
    name: .customLong("calendar"),
    help: .say(
      "曆法：chinese（中國，UTC+8）、vietnamese（越南，UTC+7）或 korean（韓國，UTC+9）。",
      "The calendar: chinese (UTC+8), vietnamese (UTC+7) or korean (UTC+9)."))
  var variant: CalendarVariant = .chinese
}

extension CalendarVariant: ExpressibleByArgument {
  public init?(argument: String) {
    guard let variant = Self.allCases.first(where: { $0.name == argument }) else { return nil }
    self = variant
  }

  public var defaultValueDescription: String { name }
  public static var allValueStrings: [String] { allCases.map(\.name) }
}
