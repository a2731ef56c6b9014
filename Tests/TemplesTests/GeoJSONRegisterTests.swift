import Temples
import TestSupport
import Testing

@Suite("GeoJSON registers", .timed)
struct GeoJSONRegisterTests {
  @Test("an empty collection")
  func empty() throws {
    #expect(try read("{\"type\":\"FeatureCollection\",\"features\":[]}").records == [])
    #expect(try read(" { \"features\" : [ ] , \"type\" : \"FeatureCollection\" } ").records == [])
  }

  @Test(
    "a file that is no collection of features",
    arguments: [
      ("[]", "is not a FeatureCollection"), ("{}", "is not a FeatureCollection"),
      ("{\"type\":\"Feature\",\"features\":[]}", "is not a FeatureCollection"),
      ("{\"features\":[]}", "is not a FeatureCollection"),
      ("{\"type\":\"FeatureCollection\"}", "is not a FeatureCollection"),
      ("{\"type\":\"FeatureCollection\",\"features\":[", "features[0]: the file ends before the collection is closed"),
      ("{\"type\":\"FeatureCollection\",\"features\":[1]}", "features[0]: is not JSON: \"1\" is out of place"),
      ("{\"type\":\"FeatureCollection\",\"features\":[{} {}]}", "features[1]: is not JSON: \"{\" is out of place"),
      ("{\"type\":\"FeatureCollection\",\"features\":[{},]}", "features[1]: is not JSON: \"]\" is out of place"),
      ("{\"type\":\"FeatureCollection\",\"features\":[],}", "is not JSON: \"}\" is out of place"),
      ("{\"type\":\"FeatureCollection\",\"features\":[]}{", "is not JSON: \"{\" is out of place"),
      ("{\"a\":tru,\"features\":[]}", "is not JSON: tru"), ("{\"a\":[1,},\"b\":1}", "is not JSON: [1,}"),
      ("{\"features\":[],\"features\":[]}", "has two lists of features"),
      ("{\"type\"}", "is not JSON: \"}\" is out of place"),
    ])
  func wrongFiles(text: String, message: String) throws {
    #expect(try #require(failure(text)).hasPrefix("r: " + message))
  }

  @Test("numbers keep their digits, whole numbers have no fraction")
  func numbers() throws {
    let text = """
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"編號":1746804,"name":"試驗宮"},
      "geometry":{"type":"Point","coordinates":[120.396797180176,23]}}]}
      """
    let row = try #require(try read(text).records.first?.row)
    #expect(row.sourceReference == "1746804" && row.x == "120.396797180176" && row.y == "23")
  }
}
