package import Folklore

/// What people call a field.
package struct FieldTitle: Hashable, Sendable {
  let field: String
  let chinese: String
  let simplifiedChinese: String
  let english: String
  /// Other headings under which people keep the field in tables.
  let headings: [String]

  fileprivate init(
    _ field: String, _ chinese: String, _ simplifiedChinese: String, _ english: String, also headings: [String] = []
  ) {
    self.field = field
    self.chinese = chinese
    self.simplifiedChinese = simplifiedChinese
    self.english = english
    self.headings = headings
  }
}

extension Entity {
  /// What people call a field, in forms, lists and the headings of tables; its name if it has no title.
  package func title(of field: String, in language: Language) -> String {
    guard let title = fieldTitles.first(where: { $0.field == field }) else { return field }
    return language.say(title.chinese, title.simplifiedChinese, title.english)
  }

  /// The titles of the fields that people fill in, in the order of the form.
  var fieldTitles: [FieldTitle] {
    switch self {
    case .event: FieldTitle.event
    case .deity: FieldTitle.deity
    case .temple: FieldTitle.temple
    case .activity: FieldTitle.activity
    case .group: FieldTitle.group
    case .source: FieldTitle.source
    case .user: []
    }
  }
}

extension FieldTitle {
  fileprivate static let event = [
    FieldTitle("title", "名稱", "名称", "Name", also: ["標題", "節日", "節日名稱"]),
    FieldTitle("title_zh_hans", "簡體名稱", "简体名称", "Name in Simplified Chinese"),
    FieldTitle("title_en", "英文名稱", "英文名称", "English name"),
    FieldTitle("key", "代號", "代号", "Key"),
    FieldTitle("type", "類別", "类别", "Kind", also: ["種類", "分類", "kind"]),
    FieldTitle("observance", "性質", "性质", "Observance"),
    FieldTitle("deity", "神明", "神明", "Deity"),
    FieldTitle("aliases", "別名", "别名", "Other names"),
    FieldTitle("rule", "日期規則", "日期规则", "Rule", also: ["規則", "日期", "date"]),
    FieldTitle("disagreements", "其他說法", "其他说法", "Other dates that sources give"),
    FieldTitle("is_enabled", "啟用", "启用", "Enabled"),
    FieldTitle("weight", "分量（1 到 5）", "分量（1 到 5）", "Weight (1 to 5)"),
    FieldTitle("regions", "通行地區", "通行地区", "Regions", also: ["地區", "region"]),
    FieldTitle("weight_in", "其他地區的分量", "其他地区的分量", "Weight in other regions"),
    FieldTitle("bundle", "同日合併", "同日合并", "Told together with"),
    FieldTitle("description", "介紹", "介绍", "Description", also: ["說明", "簡介"]),
    FieldTitle("worship_notes", "拜拜須知", "拜拜须知", "How to worship"),
    FieldTitle("description_en", "英文介紹", "英文介绍", "English description"),
    FieldTitle("worship_notes_en", "英文拜拜須知", "英文拜拜须知", "How to worship, in English"),
    FieldTitle("worship_guide", "拜拜清單", "拜拜清单", "How to worship, line by line"),
    FieldTitle("sources", "來源", "来源", "Sources"),
    FieldTitle("note", "編者註", "编者注", "Note of the editors", also: ["備註"]),
    FieldTitle("cover_url", "封面圖片", "封面图片", "Cover picture"),
    FieldTitle("position", "排列順序", "排列顺序", "Position"),
    FieldTitle("advance_days", "提前幾天提醒（自訂的日子）", "提前几天提醒（自定义的日子）", "Days before (own days)"),
  ]

  fileprivate static let deity = [
    FieldTitle("name", "名稱", "名称", "Name", also: ["神明", "神明名稱", "title"]),
    FieldTitle("name_zh_hans", "簡體名稱", "简体名称", "Name in Simplified Chinese"),
    FieldTitle("name_en", "英文名稱", "英文名称", "English name"),
    FieldTitle("key", "代號", "代号", "Key"),
    FieldTitle("aliases", "別名", "别名", "Other names"),
    FieldTitle("role", "職掌", "职掌", "What the deity looks after"),
    FieldTitle("description", "介紹", "介绍", "Description", also: ["說明", "簡介"]),
    FieldTitle("worship_notes", "拜拜須知", "拜拜须知", "How to worship"),
    FieldTitle("description_en", "英文介紹", "英文介绍", "English description"),
    FieldTitle("worship_notes_en", "英文拜拜須知", "英文拜拜须知", "How to worship, in English"),
    FieldTitle("worship_guide", "拜拜清單", "拜拜清单", "How to worship, line by line"),
    FieldTitle("needs", "管什麼", "管什么", "What people ask for"),
    FieldTitle("sources", "來源", "来源", "Sources"),
    FieldTitle("image_url", "圖片", "图片", "Picture"),
  ]

  fileprivate static let temple = [
    FieldTitle("name", "名稱", "名称", "Name", also: ["廟名", "寺廟名稱", "廟宇名稱", "廟宇", "title"]),
    FieldTitle("name_en", "英文名稱", "英文名称", "English name"),
    FieldTitle("key", "代號", "代号", "Key"),
    FieldTitle("main_deity", "主祀神明（文字）", "主祀神明（文字）", "Main deity, as written", also: ["主祀神祇", "主神"]),
    FieldTitle("deity", "主祀神明", "主祀神明", "Main deity"),
    FieldTitle("other_deities", "陪祀神明", "陪祀神明", "Other deities"),
    FieldTitle("religion", "宗教", "宗教", "Religion", also: ["教別"]),
    FieldTitle("address", "地址", "地址", "Address", also: ["住址"]),
    FieldTitle("county", "縣市", "县市", "County", also: ["行政區", "縣市別"]),
    FieldTitle("town", "鄉鎮市區", "乡镇市区", "Town", also: ["鄉鎮市", "鄉鎮", "區"]),
    FieldTitle("lat", "緯度", "纬度", "Latitude", also: ["latitude", "WGS84Lat", "緯度座標", "y", "WGS84Y"]),
    FieldTitle("lng", "經度", "经度", "Longitude", also: ["longitude", "lon", "WGS84Lng", "WGS84Lon", "x", "WGS84X"]),
    FieldTitle("coordinate_quality", "座標品質", "坐标品质", "Quality of the coordinates"),
    FieldTitle("open_time", "開放時間", "开放时间", "Opening hours", also: ["opening_hours", "營業時間"]),
    FieldTitle("phone", "電話", "电话", "Telephone", also: ["tel", "telephone", "連絡電話", "聯絡電話"]),
    FieldTitle("transportation", "交通資訊", "交通信息", "How to get there", also: ["交通"]),
    FieldTitle("accessibility", "無障礙設施", "无障碍设施", "Accessibility"),
    FieldTitle("introduction", "廟宇簡介", "庙宇简介", "Introduction", also: ["簡介", "介紹"]),
    FieldTitle("features", "參拜特色", "参拜特色", "What is special"),
    FieldTitle("worship_tips", "參拜建議", "参拜建议", "Tips for worshippers"),
    FieldTitle("worship_guide", "廟方的拜法", "庙方的拜法", "What the temple says, line by line"),
    FieldTitle("founded", "創建年（西元）", "创建年（公元）", "Year of founding", also: ["創建年"]),
    FieldTitle("founded_note", "創建說明", "创建说明", "On the founding"),
    FieldTitle("events", "廟裡的日子", "庙里的日子", "Days of the temple"),
    FieldTitle("rating", "評分（0 到 5）", "评分（0 到 5）", "Rating (0 to 5)"),
    FieldTitle("image_url", "圖片", "图片", "Picture"),
    FieldTitle("registration", "寺廟登記", "寺庙登记", "Registration", also: ["登記別"]),
    FieldTitle("source_ref", "登記冊編號", "登记册编号", "Number in the register", also: ["編號"]),
    FieldTitle("sources", "來源", "来源", "Sources"),
  ]

  fileprivate static let activity = [
    FieldTitle("title", "名稱", "名称", "Name", also: ["標題", "活動", "活動名稱", "name"]),
    FieldTitle("temple", "廟宇", "庙宇", "Temple", also: ["寺廟", "廟名"]),
    FieldTitle("event", "民俗節日", "民俗节日", "Folk day", also: ["節日"]),
    FieldTitle("key", "代號", "代号", "Key"),
    FieldTitle("rule", "日期規則", "日期规则", "Rule", also: ["規則", "日期", "date"]),
    FieldTitle("start_at", "開始時間", "开始时间", "Begins", also: ["開始", "開始日期", "start", "begin"]),
    FieldTitle("end_at", "結束時間", "结束时间", "Ends", also: ["結束", "結束日期", "end"]),
    FieldTitle("place", "地點（不在廟裡時）", "地点（不在庙里时）", "Place, if not at the temple", also: ["場地", "location"]),
    FieldTitle("lat", "緯度", "纬度", "Latitude", also: ["latitude"]),
    FieldTitle("lng", "經度", "经度", "Longitude", also: ["longitude", "lon"]),
    FieldTitle("description", "介紹", "介绍", "Description", also: ["說明", "簡介"]),
    FieldTitle("image_url", "圖片", "图片", "Picture"),
  ]

  fileprivate static let group = [
    FieldTitle("name", "名稱", "名称", "Name", also: ["群組", "群組名稱", "title"]),
    FieldTitle("name_zh_hans", "簡體名稱", "简体名称", "Name in Simplified Chinese"),
    FieldTitle("name_en", "英文名稱", "英文名称", "English name"),
    FieldTitle("key", "代號", "代号", "Key"),
    FieldTitle("is_enabled", "啟用", "启用", "Enabled"),
    FieldTitle("events", "民俗節日", "民俗节日", "Folk days"),
    FieldTitle("description", "介紹", "介绍", "Description", also: ["說明"]),
    FieldTitle("video_url", "影片網址", "视频网址", "Address of a video"),
  ]

  fileprivate static let source = [
    FieldTitle("title", "名稱", "名称", "Title", also: ["標題", "name", "來源"]),
    FieldTitle("key", "代號", "代号", "Key"),
    FieldTitle("kind", "種類", "种类", "Kind"),
    FieldTitle("url", "網址", "网址", "Address", also: ["連結", "link"]),
    FieldTitle("note", "說明", "说明", "Note", also: ["備註"]),
  ]
}
