import Addresses
import TestSupport
import Testing

@Suite("IP addresses", .timed)
struct InternetAddressTests {
  @Test(
    "Addresses outside the public Internet are not public",
    arguments: [
      "127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "172.16.0.1",
      "172.31.255.255",
      "192.168.0.1", "192.168.255.255", "169.254.169.254", "169.254.0.1", "100.64.0.1", "100.127.255.255", "192.0.0.8",
      "192.0.2.1", "198.51.100.7", "203.0.113.9", "192.88.99.1", "198.18.0.1", "198.19.255.255", "224.0.0.1",
      "239.255.255.255", "240.0.0.1", "255.255.255.255",
      "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254",
      "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b::169.254.169.254", "64:ff9b:1::1", "2002:7f00:1::", "2002:a00:1::1",
      "2002:c0a8:101::", "2002:a9fe:a9fe::1", "fc00::1", "fd12:3456:789a::1", "fe80::1", "febf::1", "fec0::1",
      "ff02::1",
      "2001::1", "2001:2::1", "2001:10::1", "2001:20::1", "2001:1ff:ffff::1", "2001:db8::1", "3fff::1", "3fff:fff::1",
      "100::1", "5f00::1", "4000::1", "e000::1",
    ])
  func refused(text: String) throws {
    let address = try #require(InternetAddress(parsing: text))
    #expect(!address.isPublic)
  }

  @Test(
    "Public addresses are public, up to the edges of the private ranges",
    arguments: [
      "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
      "128.0.0.1",
      "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.167.255.255", "192.169.0.0",
      "198.17.255.255", "198.20.0.0", "223.255.255.255",
      "2001:200::1", "2001:4860:4860::8888", "2606:4700:4700::1111", "2a00:1450::1", "2001:db7::1", "2001:db9::1",
      "3ffe::1", "3fff:1000::1", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1",
    ])
  func allowed(text: String) throws {
    let address = try #require(InternetAddress(parsing: text))
    #expect(address.isPublic)
  }

  @Test("An address prints as it was read; other text is no address")
  func text() {
    #expect(InternetAddress(parsing: "192.0.2.1")?.description == "192.0.2.1")
    #expect(InternetAddress(parsing: "2001:DB8:0:0::1")?.description == "2001:db8::1")
    for wrong in ["", "1.2.3", "1.2.3.256", "0x7f.1", "2130706433", "::g", "fe80::1%eth0", "[::1]", "localhost"] {
      #expect(InternetAddress(parsing: wrong) == nil, "\(wrong)")
    }
  }
}
