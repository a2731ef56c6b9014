import CZlib
import Foundation

/// The app's pictures as PNG (RFC 2083): the moon on brick, as icon and as the preview of links. They are drawn here, so there is no file to keep
/// in step with the colours.
struct AppIcon: Sendable {
  let width: Int
  let height: Int
  /// The side of the square that holds one moon, and the first lunar day.
  private let cell: Int
  private let firstDay: Int
  private var columns: Int { width / cell }
  /// At most the moons of one month.
  private var rows: Int { min(height / cell, max(30 / columns, 1)) }

  /// An icon; its moon is within the safe zone of maskable icons, a circle of 40 % (W3C, Web Application Manifest, purpose "maskable").
  static func icon(size: Int) -> AppIcon { AppIcon(width: size, height: size, cell: size, firstDay: 11) }

  /// The picture that previews of links show: the moons of a lunar month.
  static let preview = AppIcon(width: 1_200, height: 630, cell: 120, firstDay: 1)

  private typealias Colour = (red: Double, green: Double, blue: Double)

  // The colours of the specification, section 3.1.
  private static let brick: Colour = (0x9D, 0x4F, 0x4A)
  private static let charcoal: Colour = (0x2F, 0x2B, 0x27)
  private static let ivory: Colour = (0xF7, 0xF3, 0xE8)

  /// The file.
  var png: [UInt8] {
    var lines: [UInt8] = []
    lines.reserveCapacity(height * (width * 3 + 1))
    let top = (height - rows * cell) / 2
    for y in 0..<height {
      // No filter: the picture is flat.
      lines.append(0)
      for x in 0..<width {
        let colour = colour(x, y - top)
        lines.append(UInt8(colour.red))
        lines.append(UInt8(colour.green))
        lines.append(UInt8(colour.blue))
      }
    }
    var head: [UInt8] = bytes(of: width) + bytes(of: height)
    // 8 bits a channel, RGB, the only compression and filter, not interlaced.
    head += [8, 2, 0, 0, 0]
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += chunk("IHDR", head)
    file += chunk("IDAT", Self.compressed(lines))
    return file + chunk("IEND", [])
  }

  private func colour(_ x: Int, _ y: Int) -> Colour {
    guard y >= 0, y < rows * cell else { return Self.brick }
    let day = firstDay + y / cell * columns + x / cell
    let radius = Double(cell) * 0.36
    let (dx, dy) = ((Double(x % cell) + 0.5) - Double(cell) / 2, (Double(y % cell) + 0.5) - Double(cell) / 2)
    let distance = (dx * dx + dy * dy).squareRoot()
    // How much of the pixel is inside, by its distance from the edge.
    let inside = min(max(radius - distance + 0.5, 0), 1)
    if inside == 0 { return Self.brick }
    let turn = Double(day - 1) / 29.53
    let half = max(radius * radius - dy * dy, 0).squareRoot() * cos(2 * .pi * turn)
    let lit = min(max((turn < 0.5 ? dx - half : -dx - half) + 0.5, 0), 1)
    return mix(Self.brick, mix(Self.charcoal, Self.ivory, lit), inside)
  }

  private func mix(_ first: Colour, _ second: Colour, _ share: Double) -> Colour {
    (
      first.red + (second.red - first.red) * share, first.green + (second.green - first.green) * share,
      first.blue + (second.blue - first.blue) * share
    )
  }

  // MARK: Parts of the file

  private func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + data
    let sum = content.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32($0.count)) }
    return bytes(of: data.count) + content + bytes(of: Int(sum))
  }

  /// Four bytes, the greatest first.
  private func bytes(of number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var size = compressBound(UInt(bytes.count))
    return [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
      let result = compress2(buffer.baseAddress, &size, bytes, UInt(bytes.count), 9)
      count = result == Z_OK ? Int(size) : 0
    }
  }
}
