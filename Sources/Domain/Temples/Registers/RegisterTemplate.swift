internal import Sheets

extension RegisterReader {
  /// A table to fill in with temples: the ministry's names of fields and one example, as CSV for spreadsheets. Reading it gives the example.
  public static var template: String {
    let example: [(TempleField, String)] = [
      (.sourceReference, "900001"), (.name, "範例：某某宮"), (.mainDeity, "天上聖母"), (.area, "新北市"),
      (.address, "新北市板橋區文化路1號"), (.phone, "02-29000000"), (.x, "121.4627"), (.y, "25.0127"),
    ]
    return CSVText.table([
      example.map { $0.0 == .name ? $0.0.ministrysName + "*" : $0.0.ministrysName }, example.map(\.1),
    ])
  }
}
