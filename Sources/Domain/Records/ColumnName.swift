/// The names of columns in tables that people make.
package enum ColumnName {
  /// A name without blanks around it and without the marks of forms: 名稱*, 日期（必填）.
  package static func plain(_ name: String) -> String {
    var text = name.trimmed
    for mark in ["（必填）", "(必填)", "（選填）", "(選填)", "(required)", "*", "＊"] where text.hasSuffix(mark) {
      text = String(text.dropLast(mark.count)).trimmed
    }
    return text
  }
}

extension Entity {
  /// The field that a column names, in any case: by the field's name, or as people head their tables; nil if none does.
  package func fieldName(ofColumn column: String) -> String? {
    let name = column.lowercased().replacing(" ", with: "_").replacing("-", with: "_")
    if index(of: name) != nil { return name }
    let wanted = column.replacing("臺", with: "台")
    return Self.columns.first { field, names in names.contains(wanted) && index(of: field) != nil }?.key
  }

  /// How people in Taiwan head the columns of their tables.
  private static let columns: KeyValuePairs<String, [String]> = [
    "temple": ["廟宇", "寺廟", "寺廟名稱", "廟名", "宮廟", "主辦廟宇"], "title": ["名稱", "標題", "活動", "活動名稱", "名稱（正體）"],
    "name": ["名稱", "姓名", "寺廟名稱", "廟名", "神明", "顯示名稱"], "start_at": ["開始", "開始時間", "時間", "日期時間", "起", "活動時間"],
    "end_at": ["結束", "結束時間", "迄"], "place": ["地點", "場地", "活動地點", "集合地點"], "description": ["說明", "簡介", "內容", "介紹"],
    "address": ["地址", "住址", "寺廟地址"], "phone": ["電話", "聯絡電話", "連絡電話"], "county": ["縣市", "行政區"],
    "township": ["鄉鎮市區", "鄉鎮", "區"], "lat": ["緯度"], "lng": ["經度"], "rule": ["日期規則", "規則", "農曆日期", "日期"],
    "deity": ["神明", "主神", "主祀神祇"], "deities": ["主祀神祇", "神明", "主神"], "website": ["網站", "網址"], "url": ["網址", "網站", "連結"],
    "note": ["備註", "附註"], "key": ["代號"], "aliases": ["別名", "別稱", "又名"], "open_time": ["開放時間", "營業時間"],
    "email": ["電子郵件", "信箱", "Email", "E-mail"], "is_enabled": ["啟用"],
  ]
}
