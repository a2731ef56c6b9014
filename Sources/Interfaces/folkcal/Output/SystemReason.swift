import Foundation

/// The operating system's reason of a failure, in both languages. Rare reasons are English in both.
struct SystemReason {
  let chinese: String
  let english: String

  /// - Parameter code: as in `errno`.
  init(_ code: Int32) {
    english = String(cString: strerror(code))
    chinese = Self.chinese(code) ?? english
  }

  /// The reason of an error of Foundation, which may carry the code of the system.
  init(_ error: any Error) {
    let outer = error as NSError
    let inner = outer.userInfo[NSUnderlyingErrorKey] as? NSError
    let code = [outer, inner].compactMap(\.self).first { $0.domain == NSPOSIXErrorDomain }.map { Int32($0.code) }
    english = error.localizedDescription
    chinese = code.flatMap(Self.chinese) ?? english
  }

  private static func chinese(_ code: Int32) -> String? {
    switch code {
    case ENOENT: "沒有這個資料夾或檔案"
    case EACCES, EPERM: "沒有權限"
    case ENOSPC: "磁碟沒有剩餘的空間"
    case EDQUOT: "超過可用的磁碟配額"
    case EROFS: "檔案系統是唯讀的"
    case EISDIR: "這是資料夾"
    case ENOTDIR: "路徑中有一段不是資料夾"
    case ENAMETOOLONG: "名稱太長"
    case EIO: "磁碟讀寫錯誤"
    case EPIPE: "接收的程式已經結束"
    default: nil
    }
  }
}
