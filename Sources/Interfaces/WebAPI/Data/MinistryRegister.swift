import Folklore
import Foundation
package import Transfer

/// The register of temples that the Ministry of the Interior publishes: data.gov.tw, data set 8203.
package struct MinistryRegister: Sendable {
  /// The address that data.gov.tw names.
  private static let published = "https://religion.moi.gov.tw/Report/temple.xml"
  /// Where people fetch it with a browser.
  fileprivate static let page = "https://data.gov.tw/dataset/8203"
  /// The ministry lists more than 12,000 temples; a file with fewer than this was cut.
  package static let fewestTemples = 1_000
  /// The name for messages.
  package static let fileName = "temple.xml"

  private let download: Download

  /// - Parameter address: another address, also of this machine, for tests; nil for the ministry's.
  package init(address: String? = nil) {
    download = Download(address ?? Self.published, allowsPlain: address != nil)
  }

  /// The address from the environment (`FOLKCAL_MOI_URL`), for a mirror or a test.
  package static func ofEnvironment() -> MinistryRegister {
    let address = ProcessInfo.processInfo.environment["FOLKCAL_MOI_URL", default: ""]
    return MinistryRegister(address: address.isEmpty ? nil : address)
  }

  /// Fetches the register, about 10 MB.
  ///
  /// - Parameter progress: gets the number of bytes that have come.
  package func fetch(_ progress: @escaping @Sendable (Int) -> Void = { _ in }) async throws(Failure) -> [UInt8] {
    let bytes: [UInt8]
    do throws(Download.Failure) {
      bytes = try await download.bytes(progress)
    } catch {
      throw .download(error)
    }
    let start = String(decoding: bytes.prefix(400), as: UTF8.self).lowercased()
    guard !start.contains("<!doctype html"), !start.contains("<html"), start.contains("<") else { throw .notXML }
    return bytes
  }

  /// Why there is no register, and what to do.
  package enum Failure: SpokenError, Hashable {
    case download(Download.Failure)
    /// A page for people, as a server shows that refuses a country.
    case notXML
    /// Fewer temples than the ministry has.
    case cut(temples: Int)

    package var code: String { "register_not_fetched" }

    package var description: String {
      fact.english
        + ". The ministry's server is reported to answer only in Taiwan: fetch the file from \(MinistryRegister.page) with a browser, and give it as a file"
    }

    package var chinese: String {
      fact.chinese + "。據說內政部的伺服器只接受臺灣的連線：請用瀏覽器從 \(MinistryRegister.page) 下載，再以檔案匯入"
    }

    private var fact: (english: String, chinese: String) {
      switch self {
      case .download(.transfer(let error)): ("the register could not be fetched: \(error)", "無法下載登記冊：\(error)")
      case .download(.status(let status, let host)):
        ("the register could not be fetched: \(host) answered \(status)", "無法下載登記冊：\(host) 回應 \(status)")
      case .download(.tooManyRedirects(let host)):
        ("the register could not be fetched: \(host) leads nowhere", "無法下載登記冊：\(host) 一再轉址")
      case .download(.notSecure(let host)):
        ("the register could not be fetched: it leads to \(host) without https", "無法下載登記冊：轉址到不加密的 \(host)")
      case .download(.empty(let host)): ("the register from \(host) is empty", "\(host) 的登記冊是空的")
      case .notXML: ("what came is a web page, and no register", "下載到的是網頁，不是登記冊")
      case .cut(let temples):
        ("the register that came has \(temples) temples only, so it was cut", "下載到的登記冊只有 \(temples) 間廟宇，不完整")
      }
    }
  }
}
