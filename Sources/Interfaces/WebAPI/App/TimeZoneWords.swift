import Folklore

/// Time zones in words: `臺灣`, `US Pacific (Los Angeles)`.
enum TimeZoneWords {
  /// The zones where many Taiwanese live.
  static let known: [(identifier: String, name: LocalizedName)] = [
    ("Asia/Taipei", LocalizedName("臺灣", simplifiedChinese: "台湾", english: "Taiwan")),
    ("Asia/Hong_Kong", LocalizedName("香港", simplifiedChinese: "香港", english: "Hong Kong")),
    ("Asia/Macau", LocalizedName("澳門", simplifiedChinese: "澳门", english: "Macao")),
    ("Asia/Shanghai", LocalizedName("中國大陸", simplifiedChinese: "中国大陆", english: "Mainland China")),
    ("Asia/Singapore", LocalizedName("新加坡", simplifiedChinese: "新加坡", english: "Singapore")),
    (
      "Asia/Kuala_Lumpur",
      LocalizedName("馬來西亞（吉隆坡）", simplifiedChinese: "马来西亚（吉隆坡）", english: "Malaysia (Kuala Lumpur)")
    ),
    ("Asia/Bangkok", LocalizedName("泰國（曼谷）", simplifiedChinese: "泰国（曼谷）", english: "Thailand (Bangkok)")),
    (
      "Asia/Ho_Chi_Minh",
      LocalizedName("越南（胡志明市）", simplifiedChinese: "越南（胡志明市）", english: "Vietnam (Ho Chi Minh City)")
    ),
    ("Asia/Jakarta", LocalizedName("印尼（雅加達）", simplifiedChinese: "印尼（雅加达）", english: "Indonesia (Jakarta)")),
    ("Asia/Manila", LocalizedName("菲律賓（馬尼拉）", simplifiedChinese: "菲律宾（马尼拉）", english: "Philippines (Manila)")),
    ("Asia/Tokyo", LocalizedName("日本", simplifiedChinese: "日本", english: "Japan")),
    ("Asia/Seoul", LocalizedName("韓國", simplifiedChinese: "韩国", english: "Korea")),
    ("Asia/Kolkata", LocalizedName("印度", simplifiedChinese: "印度", english: "India")),
    ("Asia/Dubai", LocalizedName("杜拜", simplifiedChinese: "迪拜", english: "Dubai")),
    ("Europe/London", LocalizedName("英國（倫敦）", simplifiedChinese: "英国（伦敦）", english: "United Kingdom (London)")),
    ("Europe/Paris", LocalizedName("法國（巴黎）", simplifiedChinese: "法国（巴黎）", english: "France (Paris)")),
    ("Europe/Berlin", LocalizedName("德國（柏林）", simplifiedChinese: "德国（柏林）", english: "Germany (Berlin)")),
    ("America/New_York", LocalizedName("美國東部（紐約）", simplifiedChinese: "美国东部（纽约）", english: "US Eastern (New York)")),
    ("America/Chicago", LocalizedName("美國中部（芝加哥）", simplifiedChinese: "美国中部（芝加哥）", english: "US Central (Chicago)")),
    ("America/Denver", LocalizedName("美國山區（丹佛）", simplifiedChinese: "美国山区（丹佛）", english: "US Mountain (Denver)")),
    (
      "America/Los_Angeles",
      LocalizedName("美國西部（洛杉磯）", simplifiedChinese: "美国西部（洛杉矶）", english: "US Pacific (Los Angeles)")
    ),
    (
      "America/Vancouver",
      LocalizedName("加拿大西部（溫哥華）", simplifiedChinese: "加拿大西部（温哥华）", english: "Canada, Pacific (Vancouver)")
    ),
    (
      "America/Toronto",
      LocalizedName("加拿大東部（多倫多）", simplifiedChinese: "加拿大东部（多伦多）", english: "Canada, Eastern (Toronto)")
    ),
    ("America/Sao_Paulo", LocalizedName("巴西（聖保羅）", simplifiedChinese: "巴西（圣保罗）", english: "Brazil (São Paulo)")),
    ("Australia/Sydney", LocalizedName("澳洲（雪梨）", simplifiedChinese: "澳大利亚（悉尼）", english: "Australia (Sydney)")),
    ("Australia/Brisbane", LocalizedName("澳洲（布里斯本）", simplifiedChinese: "澳大利亚（布里斯班）", english: "Australia (Brisbane)")),
    ("Pacific/Auckland", LocalizedName("紐西蘭（奧克蘭）", simplifiedChinese: "新西兰（奥克兰）", english: "New Zealand (Auckland)")),
    ("UTC", LocalizedName("世界協調時（UTC）", simplifiedChinese: "协调世界时（UTC）", english: "Coordinated Universal Time (UTC)")),
  ]

  /// The name of a zone; its identifier if it is none of `known`.
  static func name(of identifier: String, in language: Language) -> String {
    known.first { $0.identifier == identifier }?.name.text(in: language) ?? identifier
  }

  /// The values of a field that chooses a zone.
  ///
  /// - Parameter own: the zone that is chosen now; it is offered too.
  static func choices(besides own: String, in language: Language) -> [(value: String, name: String)] {
    let named = known.map { (value: $0.identifier, name: $0.name.text(in: language)) }
    return (own.isEmpty || named.contains { $0.value == own } ? [] : [(own, own)]) + named
  }
}
