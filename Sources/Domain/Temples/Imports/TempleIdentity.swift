/// The name of a register other than the ministry's: up to 20 letters, digits and hyphens, such as `ntpc` or `osm-2027`.
public struct RegisterName: Hashable, Sendable {
  public let text: String

  /// - Returns: nil for another text, and for the names that the ministry's own temples have.
  public init?(_ text: String) {
    let isPlain = text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    guard isPlain, (1...20).contains(text.utf8.count), text.utf8.first != 45, text.utf8.last != 45,
      !["moi", "temple"].contains(text)
    else { return nil }
    self.text = text
  }
}

/// The identity of a temple across imports of a register.
public struct TempleIdentity: Hashable, Sendable {
  /// The register's own number; nil if absent.
  public let reference: String?
  /// A slug for the database: `moi-1746804` for a number of the ministry; otherwise derived from the reference, or from name and
  /// address, so the same temple always gets the same slug.
  public let key: String

  /// - Parameter register: the name of a register other than the ministry's, whose numbers are its own: number 7 of `ntpc` is `ntpc:7`.
  public init(_ row: TempleRow, register: RegisterName? = nil) {
    let number = row.sourceReference
    reference = number.isEmpty ? nil : register.map { $0.text + ":" + number } ?? number
    if (1...20).contains(number.utf8.count), number.utf8.allSatisfy({ (48...57).contains($0) }) {
      key = (register?.text ?? "moi") + "-" + number
    } else {
      let digits = String(Self.hash(reference ?? row.name + "\n" + row.address), radix: 36)
      key = (register?.text ?? "temple") + "-" + digits
    }
  }

  /// FNV-1a of 64 bits (G. Fowler, L. C. Noll, K.-P. Vo, draft-eastlake-fnv). It need not resist attacks: a collision is reported as
  /// a fault.
  private static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// The fault of a record for the same temple as an earlier one.
  func repeated(in file: String, at place: RegisterPlace, first: RegisterPlace) -> RegisterFault {
    let earlier =
      switch first {
      case .line(let line): "line \(line)"
      case .feature(let index): "features[\(index)]"
      case .file: "another record"
      }
    let earlierInChinese =
      switch first {
      case .line(let line): "第 \(line) 行"
      case .feature(let index): " features[\(index)] "
      case .file: "另一筆"
      }
    guard let reference else {
      return RegisterFault(
        file: file, place: place, "名稱和地址都和\(earlierInChinese)相同", "has the name and the address of \(earlier)")
    }
    return RegisterFault(
      file: file, place: place, field: "編號", "「\(reference)」也是\(earlierInChinese)的編號：每間廟宇的編號不能重複",
      "\"\(reference)\" is the number of \(earlier) too: every temple has one of its own")
  }
}
