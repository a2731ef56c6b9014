public import ArgumentParser
public import Folklore

/// Whose days a command shows.
struct RegionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only days that are kept there: TW, HK, MO, CN, MY, SG, TH, ID, PH, VN, JP, KR, or all.", valueName: "TW"))
  var region: RegionFilter?
}

extension RegionFilter: ExpressibleByArgument {}
