import Addresses
import Channels
import Crypto
import TestSupport
import Testing

@Suite("Web Push: encryption", .timed)
struct WebPushEncryptionTests {
  private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.decode(text)) }

  /// RFC 8291, section 5 and appendix A.
  private enum Example {
    static let content = "When I grow up, I want to be a watermelon"
    static let senderPrivate = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
    static let receiverPrivate = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
    static let receiverPublic =
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    static let secret = "BTBZMqHH6r4Tts7J_aSIgg"
    static let salt = "DGv6ra1nlYgDCS1FRnbzlw"
    static let body =
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
      + "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
  }

  @Test("The example of RFC 8291 is reproduced byte for byte, and the test browser decrypts it")
  func exampleOfRFC8291() throws {
    let subscription = try PushSubscription(
      json: #"{"endpoint":"https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV","keys":{"p256dh":""#
        + Example.receiverPublic + #"","auth":""# + Example.secret + #""}}"#)
    let body = try subscription.encrypt(
      Array(Example.content.utf8),
      senderKey: P256.KeyAgreement.PrivateKey(rawRepresentation: bytes(Example.senderPrivate)),
      salt: bytes(Example.salt))
    #expect(Base64URL.encode(body) == Example.body)

    let browser = WebPushBrowser(
      key: try P256.KeyAgreement.PrivateKey(rawRepresentation: bytes(Example.receiverPrivate)),
      secret: try bytes(Example.secret))
    #expect(try browser.read(bytes(Example.body)) == Array(Example.content.utf8))
  }

  /// RFC 8188, section 3.1.
  @Test("The example of RFC 8188 with one record is reproduced byte for byte")
  func oneRecordOfRFC8188() throws {
    let body = try EncryptedContent.seal(
      Array("I am the walrus".utf8), keyMaterial: SymmetricKey(data: bytes("yqdlZ-tYemfogSmv7Ws5PQ")),
      salt: bytes("I1BsxtFttlv3u_Oo94xnmw"), keyIdentifier: [])
    #expect(Base64URL.encode(body) == "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg")
  }

  /// RFC 8188, section 3.2: two records of 25 bytes, a byte of padding in the first, and the identifier `a1`. We never
  /// write several records; that these tests' browser reads them shows that it goes by the RFC and not by our sender.
  @Test("The test browser reads the example of RFC 8188 with two records")
  func twoRecordsOfRFC8188() throws {
    let key = SymmetricKey(data: try bytes("BO3ZVPxUlnLORbVGMpbT1Q"))
    let body = try bytes(
      "uNCkWiNYzKTnBN9ji3-qWAAAABkCYTHOG8chz_gnvgOqdGYovxyjuqRyJFjEDyoF1Fvkj6hQPdPHI51OEUKEpgz3SsLWIqS_uA")
    let content = try WebPushBrowser.decrypt(body) { identifier in
      #expect(identifier == Array("a1".utf8))
      return key
    }
    #expect(content == Array("I am the walrus".utf8))
  }

  @Test(
    "A browser decrypts its message, whose length is rounded up",
    arguments: [(0, 0), (1, 256), (255, 256), (256, 256), (257, 512), (3_900, 3_993), (3_993, 3_993)])
  func roundTrip(count: Int, paddedCount: Int) throws {
    let browser = WebPushBrowser()
    let content = (0..<count).map { _ in UInt8.random(in: .min ... .max) }
    let body = try PushSubscription(json: browser.subscription).encrypt(content)
    #expect(try browser.read(body) == content)
    #expect(body.count == 86 + paddedCount + 17)
    #expect(body.count <= 4_096)
  }

  @Test("Each encryption differs, and only its browser can read it")
  func fresh() throws {
    let browser = WebPushBrowser()
    let subscription = try PushSubscription(json: browser.subscription)
    let content = Array("媽祖聖誕".utf8)
    let (first, second) = (try subscription.encrypt(content), try subscription.encrypt(content))
    #expect(first[..<16] != second[..<16])
    #expect(first[21..<86] != second[21..<86])
    #expect(throws: (any Error).self) { try WebPushBrowser().read(first) }
    #expect(throws: (any Error).self) { try WebPushBrowser(key: browser.key).read(first) }
  }
}
