import Geo
import TestSupport
import Testing

@Suite("Coordinates as people type and paste them", .timed)
struct TypedCoordinateTests {
  /// 24.1477, 120.6736 in many forms: 24 degrees 8 minutes 51.72 seconds, 120 degrees 40 minutes 24.96 seconds.
  @Test(
    "One place in many forms",
    arguments: [
      "24.1477,120.6736", "24.1477, 120.6736", "24.1477 120.6736", " 24.1477\t120.6736 ", "(24.1477, 120.6736)",
      "[24.1477,120.6736]",
      "２４．１４７７，１２０．６７３６", "24.1477，120.6736", "24.1477、120.6736", "24.1477；120.6736", "24.1477 / 120.6736",
      "+24.1477,+120.6736",
      "N24.1477 E120.6736", "24.1477N,120.6736E", "24.1477N 120.6736E", "24.1477° N, 120.6736° E", "n24.1477 e120.6736",
      "E120.6736 N24.1477",
      "120.6736E 24.1477N", "24.1477°, 120.6736°", "24.1477° 120.6736°", "北緯24.1477度 東經120.6736度",
      "北緯 24.1477、東經 120.6736",
      "東經120.6736度，北緯24.1477度", "緯度24.1477 經度120.6736", "緯度：24.1477，經度：120.6736", "北纬24.1477度，东经120.6736度",
      "lat 24.1477, lng 120.6736", "lat=24.1477 lon=120.6736", "latitude: 24.1477, longitude: 120.6736",
      "座標：24.1477,120.6736",
      "24.1477 North, 120.6736 East", "24.1477北 120.6736東", "@24.1477,120.6736,17z", "24.1477,120.6736,17z",
      "24°8'51.72\"N 120°40'24.96\"E", "24°08′51.72″N, 120°40′24.96″E",
      "24º 8’ 51.72” N 120º 40’ 24.96” E",
      "24°8'51.72''N 120°40'24.96''E", "N24°8'51.72\" E120°40'24.96\"", "24度8分51.72秒, 120度40分24.96秒",
      "北緯24度8分51.72秒 東經120度40分24.96秒",
      "24 8 51.72 N 120 40 24.96 E", "24 8 51.72 120 40 24.96", "24:08:51.72N 120:40:24.96E", "24°8.862'N 120°40.416'E",
      "N 24° 08.862' E 120° 40.416'", "24 8.862, 120 40.416", "geo:24.1477,120.6736", "geo:24.1477,120.6736?z=17",
      "geo:24.1477,120.6736,30;crs=wgs84;u=35", "geo:0,0?q=24.1477,120.6736(label)", "geo:0,0?q=24.1477%2C120.6736",
      "https://www.google.com/maps/@24.1477,120.6736,17z",
      "https://www.google.com.tw/maps/@24.1477,120.6736,17z?hl=zh-TW",
      "https://www.google.com/maps/place/X/@24.3,120.5,17z/data=!3m1!4b1!4m6!3m5!1s0x3:0x5!8m2!3d24.1477!4d120.6736!16s",
      "https://www.google.com/maps/place/24%C2%B008'51.72%22N+120%C2%B040'24.96%22E/@24.3,120.5,17z",
      "https://maps.google.com/?q=24.1477,120.6736",
      "https://maps.google.com/maps?q=loc:24.1477,120.6736",
      "https://www.google.com/maps/search/?api=1&query=24.1477%2C120.6736",
      "https://www.google.com/maps/search/24.1477,+120.6736",
      "https://www.google.com/maps/dir/?api=1&destination=24.1477,120.6736&origin=25,121",
      "https://maps.google.com/?ll=24.1477,120.6736&z=16", "www.google.com/maps/@24.1477,120.6736,17z",
      "https://maps.apple.com/?ll=24.1477,120.6736",
      "https://maps.apple.com/?q=X&ll=24.1477,120.6736", "https://maps.apple.com/place?coordinate=24.1477,120.6736",
      "https://www.openstreetmap.org/#map=17/24.1477/120.6736",
      "https://www.openstreetmap.org/?mlat=24.1477&mlon=120.6736#map=5/25/121",
      "https://www.google.com/maps/dir/A/B/data=!4m2!1m5!1d120.6736!2d24.1477",
      "台中公園 https://www.google.com/maps/@24.1477,120.6736,17z",
      "24.1477,120.6736\u{200B}", "24.1477,120.6736.",
    ])
  func forms(text: String) throws {
    let place = try #require(try TypedCoordinate(text))
    #expect(abs(place.coordinate.latitude - 24.1477) < 1e-9 && abs(place.coordinate.longitude - 120.6736) < 1e-9)
    #expect(!place.hadLongitudeFirst)
  }

  @Test(
    "The signs of the south and the west",
    arguments: [
      ("33.87S 151.21E", -33.87, 151.21), ("-33.87, 151.21", -33.87, 151.21), ("南緯33.87度 東經151.21度", -33.87, 151.21),
      ("40.7N 74W", 40.7, -74), ("40°42'N 74°0'W", 40.7, -74), ("−33.87 151.21", -33.87, 151.21),
      ("-33 52.2, 151 12.6", -33.87, 151.21),
    ])
  func signs(text: String, latitude: Double, longitude: Double) throws {
    let place = try #require(try TypedCoordinate(text)).coordinate
    #expect(abs(place.latitude - latitude) < 1e-9 && abs(place.longitude - longitude) < 1e-9)
  }

  @Test(
    "The longitude may come first where that is certain",
    arguments: ["120.6736,24.1477", "120.6736 24.1477", "121°30', 25°2'"])
  func longitudeFirst(text: String) throws {
    let place = try #require(try TypedCoordinate(text))
    #expect(place.hadLongitudeFirst && place.coordinate.latitude < 30)
  }

  /// Codes of the library openlocationcode: the square of a place holds the place.
  @Test("Plus codes, full, and short with a place")
  func plusCodes() throws {
    let place = try #require(try TypedCoordinate("7QP24MXF+3C")).coordinate
    #expect(abs(place.latitude - 24.1477) < 1 / 8_000 && abs(place.longitude - 120.6736) < 1 / 8_000)
    let zurich = try #require(try TypedCoordinate("8FVC9G8F+6X")).coordinate
    #expect(abs(zurich.latitude - 47.36559) < 1 / 8_000 && abs(zurich.longitude - 8.524997) < 1 / 8_000)
    let short = try #require(PlusCode("2HM8+65 臺北市"))
    let near = short.place(near: try Coordinate(latitude: 25.1, longitude: 121.4))
    #expect(!short.isFull && abs(near.latitude - 25.033) < 1 / 8_000 && abs(near.longitude - 121.5654) < 1 / 8_000)
    #expect(PlusCode("1234+5") == nil && PlusCode("西屯+區") == nil && PlusCode("24.1477+120.67") == nil)
  }

  @Test(
    "Names and addresses are no coordinates",
    arguments: [
      "", "臺中市西屯區", "407台中市西屯區台灣大道三段99號", "Taichung", "鎮瀾宮", "moi-1746804", "No. 99, Sec. 3, Taiwan Blvd.", "台北101",
      "taipei,101",
    ])
  func names(text: String) throws {
    #expect(try TypedCoordinate(text) == nil)
  }

  @Test(
    "Wrong coordinates are answered with forms that are read",
    arguments: [
      ("25.03", "has no longitude"), ("24.1477N", "no latitude and longitude"),
      ("24.1477N 25N", "has the latitude twice"),
      ("120E 121E", "has the longitude twice"), ("24°70'N 120°40'E", "less than 60"),
      ("24°8'61\"N 120°40'0\"E", "less than 60"),
      ("24.5°30'N 120°E", "no latitude and longitude"), ("25,03,121,5", "did you mean 25.03,121.5?"),
      ("91,95", "not between -90 and 90"),
      ("306000,2770000", "TWD97 metres"), ("nan,121", "not a finite number"), ("1e309,121", "not a finite number"),
      ("25.03,121.5x", "not a decimal number"), ("24 25 26", "no longitude"),
      ("https://maps.app.goo.gl/AbC123", "is a short link"),
      ("https://goo.gl/maps/AbC123", "is a short link"),
      ("https://www.google.com/maps/place/X", "holds no coordinates"), ("geo:here", "holds no coordinates"),
    ])
  func wrong(text: String, message: String) {
    #expect {
      try TypedCoordinate(text)
    } throws: { error in
      guard let error = error as? CoordinateError else { return false }
      return "\(error)".contains(message) && !error.chinese.isEmpty
        && error.code.allSatisfy { $0.isLowercase || $0 == "_" }
    }
  }

  @Test("Every form that a message advises is read")
  func advice() throws {
    for text in [
      "24.1477,120.6736", "N24.1477 E120.6736", "24°8'51.7\"N 120°40'25\"E",
      "https://www.google.com/maps/@24.1477,120.6736,17z",
    ] {
      let place = try #require(try TypedCoordinate(text)).coordinate
      #expect(abs(place.latitude - 24.1477) < 1e-3 && abs(place.longitude - 120.6736) < 1e-3)
    }
  }
}
