import Folklore
import Geo
import HTTPTypes
import JSON
import Lunisolar
import Nearby
import OpeningHours
import Temples
import Words

/// Temples and their activities: `/api/temples`, `/api/activities`.
enum TempleEndpoints {
  static let all = [
    Endpoint(
      method: .get, path: "/api/temples", name: "listTemples",
      summary: "The temples around a place, nearest first; without a place all temples, by number.", tag: .temples,
      parameters: [
        lat.declaration, lng.declaration, radius.declaration, CommonParameters.deity.declaration,
        match.declaration, need.declaration, religion.declaration, county.declaration, event.declaration,
        openNow.declaration,
        activityDays.declaration, CommonParameters.search.declaration, CommonParameters.language.declaration,
        limit.declaration, CommonParameters.cursor.declaration,
      ],
      schema: .list(of: .schema("ListedTemple")), refusals: [.notFound],
      caching: .shared(seconds: 60), freshness: .minute, answer: list),
    Endpoint(
      method: .get, path: "/api/temples/{id}", name: "getTemple", summary: "A temple in full.",
      tag: .temples,
      parameters: [CommonParameters.id("temple", example: "longshan-mengjia"), CommonParameters.language.declaration],
      schema: .schema("Temple"), refusals: [.notFound], caching: .shared(seconds: 60), freshness: .minute
    ) { call in
      .json(try details(try call.temple(), call))
    },
    Endpoint(
      method: .get, path: "/api/temples/{id}/activities", name: "listTempleActivities",
      summary: "A temple's activities, by their next day.", tag: .temples,
      parameters: [
        CommonParameters.id("temple", example: "longshan-mengjia"), from.declaration, to.declaration,
        CommonParameters.timeZone.declaration,
      ],
      schema: .list(of: .schema("Activity")), refusals: [.notFound], caching: .shared(seconds: 300), freshness: .day
    ) { call in
      let temple = try call.temple()
      return try activities(call, call.data.activities.filter { $0.templeKey == temple.key })
    },
    Endpoint(
      method: .get, path: "/api/activities", name: "listActivities", summary: "All activities, by their next day.",
      tag: .temples,
      parameters: [
        eventID.declaration, templeID.declaration, from.declaration, to.declaration,
        CommonParameters.timeZone.declaration, activityLimit.declaration, CommonParameters.cursor.declaration,
      ], schema: .list(of: .schema("Activity")), refusals: [.notFound], caching: .shared(seconds: 300), freshness: .day,
      answer: allActivities),
  ]

  // MARK: Temples

  static let lat = Parameter<Double>.number("lat", "The latitude in degrees (WGS84); with lng.", in: -90...90)
    .example(25.0372)
  static let lng = Parameter<Double>.number(
    "lng", "The longitude in degrees (WGS84); with lat.", in: -180...180
  ).example(121.4997)
  private static let radius = Parameter<Double>.number(
    "radius", "Kilometres, that distance included.", in: 0...20_037, default: NearbyQuery.defaultRadius.kilometers,
    isAboveLowest: true)
  private static let match = Parameter<String>.choice(
    "deity_match", "main: it is the main deity; any: or another one that the temple names.", ["any", "main"])
  private static let religion = Parameter<String>.text("religion", "Only temples of a religion: 道教.")
  private static let county = Parameter<String>.text("county", "Only temples of a county or city: 彰化縣.")
  private static let event = Parameter<String>.text("event", "Only temples that keep an event, by key or number.")
  private static let openNow = Parameter<Bool>.flag(
    "open_now", "true: leaves out temples that are closed now; temples with unknown hours stay.")
  private static let activityDays = Parameter<Int>.integer(
    "has_activity", "Only temples that hold something within so many days.", in: NearbyQuery.activityDayRange)
  private static let limit = CommonParameters.limit(1...1_000, default: 20)

  private static func list(_ call: Call) async throws -> Answer {
    var query = NearbyQuery()
    query.limit = try call[limit] ?? 20
    query.activityDays = try call[activityDays]
    query.leavesOutClosed = try call[openNow] ?? false
    query.religion = try call[religion]
    query.county = try call[county].map { County(name: $0)?.name ?? $0 }
    query.deity = try wish(call)
    query.eventKey = try call[event].map { name in
      guard let event = call.data.event(name) else { throw Problem.noSuch(.event, name) }
      return event.key
    }
    if let kilometers = try call[radius] { query.radius = try Radius(kilometers: kilometers) }
    guard let place = try place(call) else { return try allTemples(call, query) }
    for parameter in [CommonParameters.search, CommonParameters.cursor] where try call[parameter] != nil {
      throw Problem.field(
        parameter.declaration.name, .conflictingValues, "不能和 lat、lng 一起用：那些廟宇依距離排列",
        "does not go with lat and lng: those temples are ordered by distance")
    }
    let moment = call.moment.local
    let found = try call.data.directory.sightings(from: place, query, at: moment)
    // A list shorter than the limit is complete.
    let total =
      found.count < query.limit ? found.count : call.data.directory.count(around: place, query, at: moment)
    return Answer(body: call.data.templeTexts.list(found, call.language)).counting(total)
  }

  static func place(_ call: Call) throws -> Coordinate? {
    switch (try call[lat], try call[lng]) {
    case (nil, nil): return nil
    case (let latitude?, let longitude?): return try Coordinate(latitude: latitude, longitude: longitude)
    case (nil, _?): throw Problem.field("lat", .missingValue, "必填：要和 lng 一起寫", "is missing: lng goes with it")
    case (_?, nil): throw Problem.field("lng", .missingValue, "必填：要和 lat 一起寫", "is missing: lat goes with it")
    }
  }

  private static let need = Parameter<Need>.choice("need", "Only temples of deities that people ask for this.")

  private static func wish(_ call: Call) throws -> NearbyQuery.DeityWish? {
    // Read even without a deity, so that an invalid word is reported.
    let isMain = try call[match] == "main"
    guard let name = try call[CommonParameters.deity] else {
      return try call[need].map { need in
        let keys = Set(call.data.catalogue.deities(answering: need).map(\.key))
        return isMain ? .main(keys) : .any(keys)
      }
    }
    guard try call[need] == nil else {
      throw Problem.field(
        "need", .conflictingValues, "不能和 deity 一起用：兩個都選神明", "does not go with deity: both choose the deity")
    }
    do {
      let keys = Set(try call.deities(named: name).map(\.key))
      return isMain ? .main(keys) : .any(keys)
    } catch {
      // Deities not in the data are matched by the temples' own spellings.
      let spellings = call.data.directory.deitySpellings.filter { $0.contains(name) }
      guard !spellings.isEmpty else { throw error }
      return .written(spellings)
    }
  }

  /// All matching temples by number, including those with unreliable coordinates.
  private static func allTemples(_ call: Call, _ query: NearbyQuery) throws -> Answer {
    let moment = call.moment.local
    var temples = call.data.directory.temples(query, at: moment)
    if let text = try call[CommonParameters.search] {
      try call.charge(search: text, among: temples.count)
      let wanted = SearchKey.Query(text)
      // Latin text is matched with names only, because every other street is a zhongshan.
      let isChinese = text.unicodeScalars.contains { !$0.isASCII }
      let folding = SearchFolding(temples.lazy.flatMap { [$0.name, isChinese ? $0.address ?? "" : ""] })
      temples = temples.filter { temple in
        temple.key == text || folding.key(temple.name).contains(wanted)
          || (isChinese && temple.address.map { folding.key($0).contains(wanted) } == true)
      }
    }
    let page = try Page(temples, after: call[CommonParameters.cursor], limit: query.limit) { "\($0.id)" }
    return .json(.list(try page.items.map { try details($0, call) })).counting(temples.count).linking(
      toNext: page.next.map(call.url(withCursor:)))
  }

  private static func details(_ temple: Temple, _ call: Call) throws -> JSON {
    let moment = call.moment.local
    let directory = call.data.directory
    return temple.details(
      call.language, openState: directory.openState(of: temple, at: moment).rawValue,
      try directory.specialEvent(of: temple, at: moment), publicAddress: call.service.publicAddress)
  }

  // MARK: Activities

  private static let eventID = Parameter<String>.text("event_id", "Only what is held for an event, by number or key.")
  private static let templeID = Parameter<String>.text("temple_id", "Only what a temple holds, by number or key.")
  private static let from = Parameter<SolarDate>.date("from", "The first day; today by default.")
  private static let to = Parameter<SolarDate>.date("to", "The last day; a year later by default.")
  private static let activityLimit = CommonParameters.limit(1...1_000, default: 100)

  private static func allActivities(_ call: Call) async throws -> Answer {
    var all = call.data.activities
    if let name = try call[eventID] {
      guard let event = call.data.event(name) else { throw Problem.noSuch(.event, name) }
      all = all.filter { $0.eventKey == event.key }
    }
    if let name = try call[templeID] {
      guard let temple = call.data.temple(name) else { throw Problem.noSuch(.temple, name) }
      all = all.filter { $0.templeKey == temple.key }
    }
    return try activities(call, all)
  }

  /// Activities with their next day in the range; others are omitted.
  private static func activities(_ call: Call, _ all: [Activity]) throws -> Answer {
    let first = try call[from] ?? call.today
    let last = try call[to] ?? min(first.advanced(by: 366), .last)
    guard first <= last else { throw Problem.endBeforeStart(first, last) }
    guard first.distance(to: last) <= 3_700 else {
      throw Problem.field(
        "to", .invalidValue, "\(last) 在 \(first) 之後超過十年", "\(last) is more than ten years after \(first)")
    }
    let days = try OccurrenceRange(first...last)
    let held = try all.compactMap { activity in
      try next(of: activity, in: first...last, days, call.moment.clock).map { (activity, days: $0) }
    }.sorted { ($0.days.first, $0.0.id) < ($1.days.first, $1.0.id) }
    let isPaged = call.endpoint.parameters.contains { $0.name == "limit" }
    let page = try Page(
      held, after: isPaged ? call[CommonParameters.cursor] : nil, limit: isPaged ? call[activityLimit] ?? 100 : 1_000
    ) { "\($0.0.id)" }
    return .json(.list(page.items.map { json(of: $0.0, $0.days, call) })).counting(held.count)
      .linking(toNext: page.next.map(call.url(withCursor:)))
  }

  private static func next(
    of activity: Activity, in range: ClosedRange<SolarDate>, _ days: OccurrenceRange, _ clock: ZonedClock
  ) throws -> (first: SolarDate, last: SolarDate)? {
    switch activity.time {
    case .yearly(let rule):
      var found: Occurrence?
      try days.forEachOccurrence(of: rule) { found = found ?? $0 }
      return found.map { ($0.date, $0.lastDate) }
    case .once(let start, let end):
      let days = (clock.local(at: start).date, clock.local(at: end ?? start).date)
      return days.0 <= range.upperBound && days.1 >= range.lowerBound ? days : nil
    }
  }

  private static func json(
    of activity: Activity, _ days: (first: SolarDate, last: SolarDate), _ call: Call
  ) -> JSON {
    let temple = call.data.temple(activity.templeKey)
    var (rule, start, end): (JSON, JSON, JSON) = (nil, nil, nil)
    switch activity.time {
    case .yearly(let text): rule = "\(text)"
    case .once(let first, let last): (start, end) = (instant(first, call), last.map { instant($0, call) } ?? nil)
    }
    return [
      "id": .integer(activity.id), "key": .text(activity.key), "title": .text(activity.title),
      "description": JSON(activity.description), "temple_id": JSON(temple?.id), "temple": .text(activity.templeKey),
      "temple_name": JSON(temple?.name(in: call.language)),
      "event_id": JSON(activity.eventKey.flatMap { call.data.catalogue.event($0)?.id }),
      "event": JSON(activity.eventKey), "rule": rule, "start_at": start, "end_at": end, "date": "\(days.first)",
      "last_date": "\(days.last)", "place": JSON(activity.place), "lat": JSON(activity.coordinate?.latitude),
      "lng": JSON(activity.coordinate?.longitude),
      "image_url": JSON(activity.imageURL.map(call.service.publicAddress)),
    ]
  }

  private static func instant(_ time: Int, _ call: Call) -> JSON {
    .text(CivilTime.iso(unixTime: time, offset: call.moment.clock.offset(at: time)))
  }
}

extension Call {
  /// The temple in the path.
  fileprivate func temple() throws -> Temple {
    guard let temple = data.temple(id) else { throw Problem.noSuch(.temple, id.prefix(70)) }
    return temple
  }
}
