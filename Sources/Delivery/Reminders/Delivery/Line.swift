/// A first-in, first-out queue.
struct Line<Element> {
  private var elements: [Element] = []
  private var start = 0

  var isEmpty: Bool { start == elements.count }
  var count: Int { elements.count - start }
  var first: Element? { isEmpty ? nil : elements[start] }

  mutating func append(_ element: Element) { elements.append(element) }

  func forEach(_ body: (Element) -> Void) { elements[start...].forEach(body) }

  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = elements[start]
    start += 1
    if start == elements.count {
      elements.removeAll(keepingCapacity: true)
      start = 0
    } else if start >= 1_024 {
      elements.removeFirst(start)
      start = 0
    }
    return element
  }

  /// Removes all but the first `count`.
  ///
  /// It copies by `map`: where the result of an inlined `Array(slice)` is not used in a loop, the optimizer of Swift 6.3.1 removes the copy but
  /// releases its elements, and SIGTERM ended the worker by SIGSEGV. `_ = removeAll()` in a loop over a dictionary's keys is such a place.
  mutating func removeAll(behind count: Int = 0) -> [Element] {
    guard self.count > count else { return [] }
    let removed = elements[(start + count)...].map(\.self)
    elements.removeSubrange((start + count)...)
    return removed
  }
}
