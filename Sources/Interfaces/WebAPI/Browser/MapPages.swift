import Folklore
import Geo
import HTTPTypes
import HummingbirdCore
import JSON
import Nearby
import Records
import Temples
import WebPages

/// What the map of a form asks: `/admin/map`.
enum MapPages {
  static let all = [
    BrowserPage.get("/admin/map", .role(.reader)) { visit in
      func number(_ name: String) -> Double? { visit.query.first(name).flatMap { Double($0.trimmed) } }
      guard let latitude = number("lat"), let longitude = number("lng"),
        let point = try? Coordinate(latitude: latitude, longitude: longitude)
      else { throw PageProblem.badForm }
      let temple = FormValues.key(visit.query.first("temple") ?? "")
      let center = try await visit.service.keeper.current().temple(temple)?.trustedCoordinate
      let check = try await PositionCheck(point, county: visit.query.first("county") ?? "", visit)
      return .json([
        // Where to begin, if no place was chosen yet.
        "center": center.map { ["lat": .real($0.latitude), "lng": .real($0.longitude)] } ?? .null,
        "note": .text(check.note), "fits": .flag(check.fits),
        "temples": .list(
          check.nearest.map { temple in
            [
              "name": .text(temple.temple.name), "distance": .text(PositionCheck.distance(temple.distanceKilometers)),
              "address": .text("/admin/temples/\(temple.temple.key)"),
              "lat": .real(temple.coordinate.latitude), "lng": .real(temple.coordinate.longitude),
            ]
          }),
      ])
    }
  ]
}

/// What can be said of a place that somebody chose: whether it can lie in the county, and the temples around it.
struct PositionCheck {
  let nearest: [NearbyTemple]
  /// False if the place cannot lie in the county that the form names.
  let fits: Bool
  let note: String

  /// - Parameter county: as the form has it; may be empty or unknown.
  init(_ point: Coordinate, county text: String, _ visit: Visit) async throws {
    let data = try await visit.service.keeper.current()
    var query = NearbyQuery()
    query.limit = 8
    query.radius = (try? Radius(kilometers: 30)) ?? .everywhere
    nearest = try data.directory.nearest(to: point, query, at: visit.moment.local)
    let around = nearest.first?.temple.county
    let possible = County.allCases.filter { $0.extent.contains(point) }
    let county = AdministrativeArea(address: text.trimmed)?.county
    fits = county.map { $0.extent.contains(point) } ?? true
    let names = possible.map(\.name).joined(separator: "、")
    if let county, !fits {
      note = visit.say(
        "這個點不在\(county.name)" + (names.isEmpty ? "，也不在臺灣的任何縣市。" : "，可能在\(names)。"),
        "这个点不在\(county.name)" + (names.isEmpty ? "，也不在台湾的任何县市。" : "，可能在\(names)。"),
        "This point is not in \(county.name)"
          + (names.isEmpty ? " nor in any county of Taiwan." : "; it may be in \(names)."))
    } else if let county {
      note = visit.say(
        "這個點可以在\(county.name)。", "这个点可以在\(county.name)。", "This point can be in \(county.name).")
    } else if let around {
      note = visit.say("最近的廟宇在\(around)。", "最近的庙宇在\(around)。", "The nearest temple is in \(around).")
    } else {
      note = visit.say("附近沒有已知的廟宇。", "附近没有已知的庙宇。", "No temple is known around here.")
    }
  }

  /// `320 m`, `4.2 km`
  static func distance(_ kilometers: Double) -> String {
    let meters = kilometers * 1_000
    return meters < 995 ? "\(Int((meters / 10).rounded()) * 10) m" : "\((meters / 100).rounded() / 10) km"
  }
}
