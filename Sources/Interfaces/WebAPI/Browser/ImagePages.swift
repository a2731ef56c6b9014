import Folklore
import HTTPTypes
import HummingbirdCore
import Images
import JSON
import Records
import Store
import WebPages

/// Pictures: `/images/…` for everybody, `/admin/images` for those who write.
enum ImagePages {
  /// The most bytes of a file that somebody sends; the browser makes it smaller before.
  static let uploadLimit = 10 << 20

  static let all = [
    BrowserPage.get("/images/{name}") { visit in
      guard let image = KeptImage(address: "/images/" + visit.id),
        let kept = try await visit.work({ try $0.image(image) })
      else { throw PageProblem.nothingHere }
      var answer = PageAnswer(body: .file(kept.bytes, type: kept.type.mediaType))
      // The address changes with the content.
      answer.headers[.cacheControl] = "public, max-age=31536000, immutable"
      answer.headers[.vary] = "Accept-Encoding"
      answer.headers[.contentSecurityPolicy] = "default-src 'none'; sandbox"
      // Apps and pages of others show our pictures.
      answer.headers[.resourcePolicy] = "cross-origin"
      return answer
    },
    // Only for scripts; without one, a picture comes with the form of its record.
    BrowserPage.post("/admin/images", .role(.editor), bodyLimit: uploadLimit) { visit in
      do {
        return .json(["address": .text(try await visit.keep(visit.body[...]))], status: .created)
      } catch let fault as UploadFault {
        return .json(["error": .text(fault.text(visit.language))], status: .unprocessableContent)
      }
    },
  ]
}

/// The reason why a file was not kept as a picture.
enum UploadFault: Error {
  case noImage(ImageFault)
  case tooLarge(bytes: Int)
  case tooMany

  func text(_ language: Language) -> String {
    switch self {
    case .tooMany:
      language.say(
        "還沒用到的圖片太多了。請先把上傳過的圖片存進資料，或等它們 30 天後清掉。", "还没用到的图片太多了。请先把上传过的图片存进资料，或等它们 30 天后清掉。",
        "Too many pictures are not used yet. Save records with them first, or wait 30 days until they are removed.")
    case .noImage(let fault): language == .english ? "The file \(fault)." : "這個檔案\(fault.chinese)。"
    case .tooLarge(let bytes):
      language.say(
        "這張圖片有 \(bytes / 1_000) kB，最多保存 \(Store.imageLimit / 1_000) kB。請先縮小，或打開瀏覽器的 JavaScript，頁面會自動縮小。",
        "这张图片有 \(bytes / 1_000) kB，最多保存 \(Store.imageLimit / 1_000) kB。请先缩小，或打开浏览器的 JavaScript，页面会自动缩小。",
        "The picture has \(bytes / 1_000) kB, and \(Store.imageLimit / 1_000) kB are kept at most. Make it smaller first, or allow JavaScript: then the page does it."
      )
    }
  }
}

extension Visit {
  /// Keeps a picture that somebody sent.
  ///
  /// - Returns: its address.
  /// - Throws: `UploadFault`.
  func keep(_ bytes: ArraySlice<UInt8>) async throws -> String {
    let image: CleanImage
    do { image = try CleanImage(cleaning: Array(bytes)) } catch { throw UploadFault.noImage(error) }
    guard image.bytes.count <= Store.imageLimit else { throw UploadFault.tooLarge(bytes: image.bytes.count) }
    let change = change
    do {
      return try await write { try $0.addImage(image, change) }.address
    } catch is TooManyImages {
      throw UploadFault.tooMany
    }
  }
}
