import Folklore
import Geo
import Lunisolar
import Nearby

/// The place from which temples are near, as it was typed.
struct StartingPlace {
  private let text: String
  private let isAddress: Bool

  init(_ given: [String], address: String?) throws {
    // Users may put `--` before a southern latitude; it is not necessary.
    let given = given.first == "--" ? Array(given.dropFirst()) : given
    // Only a southern latitude may begin with a hyphen; other such words are unknown options.
    if let option = given.first(where: {
      $0.hasPrefix("-") && $0.dropFirst().first.map { !$0.isNumber && $0 != "." } ?? true
    }) {
      throw Failure.wrongInput(
        "沒有 \(option) 這個選項；folkcal help near 會列出選項", "Unknown option '\(option)'; folkcal help near lists the options")
    }
    guard given.isEmpty != (address == nil) else {
      throw Failure.wrongInput(
        "請寫一個地點：緯度,經度（24.1477,120.6736）、縣市或鄉鎮市區（臺中市西屯區）、廟宇的名稱或代號，或 --address",
        "give one place: latitude,longitude (24.1477,120.6736), a county or township (臺中市西屯區), a temple's name or key, or --address"
      )
    }
    text = address ?? given.joined(separator: " ")
    isAddress = address != nil
  }

  func found(in directory: TempleDirectory) throws -> TypedPlace {
    do {
      return try directory.place(text, onlyAreas: isAddress)
    } catch let error as TypedPlaceError {
      switch error {
      case .noCoordinates: throw Failure(.notFound, error)
      case .unknown where !isAddress: throw Failure(.notFound, error)
      default: throw Failure(.wrongInput, error)
      }
    } catch let error as CoordinateError {
      throw Failure(.wrongInput, error)
    }
  }

  /// Says how the place was understood, where that is not plain.
  func explain(_ place: TypedPlace) {
    switch place {
    case .coordinate(let typed):
      if typed.hadLongitudeFirst {
        StandardError.note(
          Speech.say(
            "「\(text)」把經度寫在前面：當作 \(typed.coordinate)",
            "\"\(text)\" has the longitude first: taken as \(typed.coordinate)"))
      }
    case .temple(let temple, _):
      StandardError.note(
        Speech.say("以\(temple.name)為中心，不列出它自己", "around \(temple.name), which is left out"))
    case .area(let area, let middle, let rest):
      if !rest.isEmpty {
        StandardError.note(
          Speech.say(
            "folkcal 不知道「\(rest)」在哪裡：範圍放寬，以\(area)的中心計算；可改寫座標，例如 24.1477,120.6736",
            "folkcal does not know where \"\(rest)\" is: widened to the middle of \(area); for the place itself write coordinates such as 24.1477,120.6736"
          ))
      }
      let shown = Self.shown(middle.place)
      StandardError.note(
        middle.temples.map { temples in
          Speech.say(
            "以\(area) \(temples) 間廟宇的中心為準：\(shown)", "around the middle of the \(temples) temples in \(area): \(shown)")
        } ?? Speech.say("以\(area)的中心為準：\(shown)", "around the middle of \(area): \(shown)"))
    }
  }

  /// Rounded to four decimals, because the middle of an area is exact to some metres at best.
  private static func shown(_ place: Coordinate) -> String {
    func rounded(_ degrees: Double) -> Double { (degrees * 10_000).rounded() / 10_000 }
    return "\(rounded(place.latitude)),\(rounded(place.longitude))"
  }
}
