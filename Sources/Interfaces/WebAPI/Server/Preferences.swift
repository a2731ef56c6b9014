/// The preferences in a header such as Accept-Language: names with weights from 0 (never) to 1 (RFC 9110, 12.4.2), in order.
struct Preferences {
  let items: [(name: String, weight: Double)]

  init(_ header: String) {
    items = header.split(separator: ",").compactMap { item in
      let parts = item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard let name = parts.first, !name.isEmpty else { return nil }
      let weight = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }
      return (name, weight.map { min(max(Double($0.dropFirst(2)) ?? 0, 0), 1) } ?? 1)
    }
  }
}
