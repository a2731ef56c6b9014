import Folklore
import Lunisolar
import WebPages

/// How the sky is computed, and the coming eclipses: `/sky`.
enum SkyPage {
  static let all = [PublicPage("/sky") { visit, _ in try page(visit) }]

  /// The years of eclipses that are listed.
  private static let yearsAhead = 4

  private static func page(_ visit: Visit) throws -> PublicPage.Content {
    let description = visit.say(
      "日出日沒、曙暮光、月出月沒、日月食與四柱的定義、準確度與來源。", "日出日落、晨昏蒙影、月出月落、日月食与四柱的定义、准确度与来源。",
      "What sunrise, twilight, moonrise, eclipses and the four pillars mean here, how exact they are, and the sources.")
    return PublicPage.app(
      AppPage(
        visit.language, title: visit.say("太陽、月亮與日月食", "太阳、月亮与日月食", "Sun, moon and eclipses"),
        description: description, [try eclipses(visit)] + definitions(visit)),
      part: "month")
  }

  private static func eclipses(_ visit: Visit) throws -> PageBlock {
    let viewpoint = try Viewpoint.taipei()
    var block = PageBlock(visit.say("近年的日月食（臺北）", "近年的日月食（台北）", "Coming eclipses, from Taipei"))
    let known = EclipseRecord.years
    let first = min(max(visit.moment.today.year, known.lowerBound), known.upperBound)
    let records = try EclipseRecord.records(
      in: first...min(first + yearsAhead, known.upperBound), at: viewpoint, language: visit.language)
    block.table = PageTable(
      [visit.say("日期", "日期", "Date"), visit.say("種類", "种类", "Kind"), visit.say("在臺北", "在台北", "From Taipei")],
      records.filter { $0.date >= visit.moment.today }.map { record in
        PageTable.Row(
          [
            PageTable.Cell(DayPages.dateWords(record.date, visit)), PageTable.Cell(record.title(in: visit.language)),
            PageTable.Cell(record.summary(in: visit.language)),
          ], id: "d\(record.date)")
      }, nothing: visit.nothing)
    block.lines = [
      visit.say(
        "看太陽一定要用合格的日食眼鏡或濾鏡，直接看會灼傷眼睛。", "看太阳一定要用合格的日食眼镜或滤镜，直接看会灼伤眼睛。",
        "Eyes need a filter made for eclipses: looking at the sun burns the retina.")
    ]
    return block
  }

  private static func definitions(_ visit: Visit) -> [PageBlock] {
    func block(_ title: String, _ lines: [String]) -> PageBlock {
      var block = PageBlock(title)
      block.lines = lines
      return block
    }
    return [
      block(
        visit.say("日出與日沒", "日出与日落", "Sunrise and sunset"),
        [
          visit.say(
            "太陽的上緣在地平線上出現或消失：太陽中心在地平線下 50 角分，其中大氣折射 34 角分、太陽半徑 16 角分。地平線是海平面，不計山、樓高與當天的天氣；折射每天不同，實際可差半分鐘，近兩極可差幾分鐘。",
            "太阳的上缘在地平线上出现或消失：太阳中心在地平线下 50 角分，其中大气折射 34 角分、太阳半径 16 角分。地平线是海平面，不计山、楼高与当天的天气；折射每天不同，实际可差半分钟，近两极可差几分钟。",
            "The sun's upper edge appears or vanishes: its centre is 50 arc minutes below the horizon, 34 for refraction and 16 for its radius. The horizon is the sea's, without hills, floors and weather. Refraction varies from day to day, by half a minute here and by minutes near the poles."
          ),
          visit.say(
            "有的日子沒有其中一項：近兩極的太陽可以整天不沒或不出，這時會寫出來。", "有的日子没有其中一项：近两极的太阳可以整天不落或不出，这时会写出来。",
            "A day may have none: near the poles the sun stays up or down all day, and the page says so."),
        ]),
      block(
        visit.say("曙光與暮光", "晨光与昏影", "Twilights"),
        [
          visit.say(
            "太陽中心在地平線下 6 度（民用）、12 度（航海）、18 度（天文）的時刻：早上是曙光始，傍晚是暮光終。民用曙暮光時還能在戶外做事。",
            "太阳中心在地平线下 6 度（民用）、12 度（航海）、18 度（天文）的时刻：早上是晨光始，傍晚是昏影终。民用晨昏蒙影时还能在户外做事。",
            "The instants at which the sun's centre is 6 (civil), 12 (nautical) or 18 degrees (astronomical) below the horizon, at dawn and dusk. In civil twilight one can still work outdoors."
          )
        ]),
      block(
        visit.say("月出與月沒", "月出与月落", "Moonrise and moonset"),
        [
          visit.say(
            "月亮的上緣在地平線上，從當地看（月亮近，觀測的地點會差到一度）。月亮每天晚約 50 分鐘升起，所以大約每月有一天沒有月出，一天沒有月沒。",
            "月亮的上缘在地平线上，从当地看（月亮近，观测的地点会差到一度）。月亮每天晚约 50 分钟升起，所以大约每月有一天没有月出，一天没有月落。",
            "The moon's upper edge is on the horizon, seen from the place: the moon is near, and places see it up to a degree apart. It rises about 50 minutes later each day, so about once a month a day has no moonrise, and another no moonset."
          )
        ]),
      block(
        visit.say("日食與月食", "日食与月食", "Eclipses"),
        [
          visit.say(
            "1900 到 2100 年。食分是被遮住的直徑的比例，面積另外寫出。月食的地影依 Danjon 的規則放大（月亮視差的百分之一）；舊的表放大五十分之一，所以有三次月食的種類不同。",
            "1900 到 2100 年。食分是被遮住的直径的比例，面积另外写出。月食的地影依 Danjon 的规则放大（月亮视差的百分之一）；旧的表放大五十分之一，所以有三次月食的种类不同。",
            "1900-2100. The magnitude is the covered part of the diameter; the covered area is told beside it. The Earth's shadow is enlarged by Danjon's rule, a hundredth of the moon's parallax; older lists enlarge it by a fiftieth, so three eclipses of the moon have another kind."
          )
        ]),
      block(
        visit.say("四柱", "四柱", "The four pillars"),
        [
          visit.say(
            "年柱從立春、月柱從節的時刻起算；日柱與時柱依出生地的標準時間，夏令時間（臺灣 1945 到 1961、1974、1975、1979 年曾實施）會減去。23:00 到午夜之間，有的流派換日（子初換日），有的不換（夜子時），兩種都列出。也可以改用真太陽時：太陽到正南是 12 點。",
            "年柱从立春、月柱从节的时刻起算；日柱与时柱依出生地的标准时间，夏令时间（台湾 1945 到 1961、1974、1975、1979 年曾实施）会减去。23:00 到午夜之间，有的流派换日（子初换日），有的不换（夜子时），两种都列出。也可以改用真太阳时：太阳到正南是 12 点。",
            "The year begins at 立春 and the month at its 節, by the instant. Day and hour follow the standard time of the birthplace; summer time, which Taiwan had in 1945-1961, 1974, 1975 and 1979, is taken off. From 23:00 to midnight some schools count the next day and some do not: both are shown. True solar time, noon when the sun is due south, can be chosen instead."
          )
        ]),
      block(
        visit.say("準確度與來源", "准确度与来源", "How exact, and the sources"),
        [
          visit.say(
            "與 JPL 的 DE440（Skyfield）比較 20 個地點的 800 天，緯度 60 度以內相差不到 2 秒。公式出自 J. Meeus《Astronomical Algorithms》第二版；日月食的種類與 F. Espenak（NASA）的表相同。",
            "与 JPL 的 DE440（Skyfield）比较 20 个地点的 800 天，纬度 60 度以内相差不到 2 秒。公式出自 J. Meeus《Astronomical Algorithms》第二版；日月食的种类与 F. Espenak（NASA）的表相同。",
            "Compared with JPL's DE440 (Skyfield) on 800 days of 20 places: within 2 s up to 60 degrees of latitude. The formulas are of J. Meeus, “Astronomical Algorithms”, 2nd edition; the kinds of eclipses are those of F. Espenak's (NASA) canon."
          )
        ]),
    ]
  }
}
