/// Keeps the smallest elements: a binary heap with the largest on top.
@usableFromInline
struct BoundedHeap<Element: Comparable> {
  @usableFromInline var elements: [Element] = []
  @usableFromInline let capacity: Int

  /// - Parameter capacity: the number of elements to keep, 1 or more.
  @inlinable
  init(capacity: Int) {
    self.capacity = capacity
  }

  @inlinable var isFull: Bool { elements.count == capacity }

  /// The element that is replaced next when the heap is full.
  @inlinable var largest: Element? { elements.first }

  @inlinable var sorted: [Element] { elements.sorted() }

  /// Inserts an element; a full heap drops its largest.
  ///
  /// - Returns: true if the element was kept.
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
