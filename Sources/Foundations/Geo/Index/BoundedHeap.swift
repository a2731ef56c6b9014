/// The smallest few of what it is shown: a binary heap with the largest of them on top.
@usableFromInline
struct BoundedHeap<Element: Comparable> {
  @usableFromInline var elements: [Element] = []
  @usableFromInline let capacity: Int

  /// - Parameter capacity: how many are kept, 1 or more.
  @inlinable
  init(capacity: Int) {
    self.capacity = capacity
  }

  @inlinable var isFull: Bool { elements.count == capacity }

  /// The one that goes next when the heap is full.
  @inlinable var largest: Element? { elements.first }

  @inlinable var sorted: [Element] { elements.sorted() }

  /// Keeps an element, if need be in the place of the largest.
  ///
  /// - Returns: whether it was kept.
  @inlinable
  mutating func insert(_ element: Element) -> Bool {
    if !isFull {
      elements.append(element)
      siftUp()
      return true
    }
    guard element < elements[0] else { return false }
    elements[0] = element
    siftDown()
    return true
  }

  @inlinable
  mutating func siftUp() {
    var child = elements.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard elements[parent] < elements[child] else { return }
      elements.swapAt(parent, child)
      child = parent
    }
  }

  @inlinable
  mutating func siftDown() {
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < elements.count else { return }
      if child + 1 < elements.count, elements[child] < elements[child + 1] { child += 1 }
      guard elements[parent] < elements[child] else { return }
      elements.swapAt(parent, child)
      parent = child
    }
  }
}
