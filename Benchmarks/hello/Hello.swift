import Foundation

/// The least that a program with Foundation does: what a run of `folkcal convert` is compared with.
@main
struct Hello {
  static func main() {
    print("\(Date(timeIntervalSince1970: 0))")
  }
}
