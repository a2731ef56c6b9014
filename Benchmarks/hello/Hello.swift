import Foundation

/// A minimal program with Foundation, the reference for a run of `folkcal convert`.
@main
struct Hello {
  static func main() {
    print("\(Date(timeIntervalSince1970: 0))")
  }
}
