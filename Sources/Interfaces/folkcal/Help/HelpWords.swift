/// Words of the parser and names of values in the reader's language. Examples among the names, such as `<22:00-07:00>`, stay as they are.
enum HelpWords {
  /// The name of an option's value.
  static func valueName(_ name: String?) -> String {
    let name = name ?? "value"
    return Speech.say(valueNames[name] ?? name, name)
  }

  /// A word of a usage line, with the names of values in the reader's language.
  static func usage(_ text: String) -> String {
    text.replacing(#/<([^<>]+)>/#) { "<\(valueName(String($0.1)))>" }
  }

  /// A text of the parser itself; others are in the reader's language already.
  static func parserText(_ text: String) -> String {
    switch text {
    case "Show the version.": Speech.say("顯示版本。", text)
    case "Show help information.": Speech.say("顯示這份說明。", text)
    default: text
    }
  }

  private static let valueNames: [String: String] = [
    "accessibility": "無障礙設施", "address": "地址", "advance-days": "天數", "alarm-days": "天數", "aliases": "別名", "at": "位置",
    "avatar-url": "網址", "bundle": "代號", "calendar": "曆法", "channel": "提醒方式", "channel-target": "收件位址",
    "concurrency": "則數", "coordinate-quality": "座標品質", "county": "縣市", "cover-url": "網址", "custom-enabled": "是否",
    "date": "日期", "day-of-enabled": "是否", "days": "天數", "deity": "神明", "deity-match": "比對方式", "description": "說明",
    "description-en": "英文說明", "digest": "摘要", "disagreements": "另說", "display-name": "名稱", "early-enabled": "是否",
    "email": "電子郵件", "enable-all": "是否", "encoding": "編碼", "end-at": "時刻", "entity": "種類", "event": "節日",
    "events": "節日", "fallback-channel": "提醒方式", "features": "特色", "field=value": "欄位=值", "file": "檔案",
    "file|url": "檔案|網址", "folder": "資料夾", "form": "寫法", "format": "格式", "founded": "年份", "founded-note": "說明",
    "fullmoon-enabled": "是否", "google-id": "Google 編號", "group": "群組", "host": "位址", "id": "編號", "ids": "編號",
    "image-url": "網址", "introduction": "簡介", "is-enabled": "是否", "key": "代號", "kind": "類型", "lang": "語言", "lat": "緯度",
    "leap": "閏月", "lease": "秒數", "limit": "筆數", "lng": "經度", "locale": "語系", "log-level": "等級",
    "maildir": "資料夾", "main-deity": "主祀神", "map-credit": "名稱", "message": "文字", "name": "名稱", "name-en": "英文名稱",
    "name-zh-hans": "簡體名稱", "need": "事情", "needs": "清單", "name=number": "名稱=數字", "newmoon-enabled": "是否", "note": "附註",
    "notify-time": "時間",
    "observance": "性質", "offset": "筆數", "open-time": "開放時間", "options": "選項", "other-deities": "配祀神", "owner": "使用者",
    "phone": "電話", "place": "地點", "platform": "平台", "port": "連接埠", "position": "順序", "prepare-days": "天數",
    "purpose": "事情",
    "quiet-from": "時間",
    "quiet-to": "時間", "radius": "公里", "rate": "次數", "rating": "評分", "record": "代號", "region": "地區", "regions": "地區",
    "registration": "登記別", "religion": "宗教", "request-seconds": "秒數", "role": "職掌", "rule": "日期規則", "school": "派別",
    "service": "服務",
    "short": "小月",
    "sort": "順序", "source-ref": "登記編號", "sources": "來源", "start-at": "時刻", "status": "狀態", "subcommand": "指令",
    "subcommands": "指令", "subscriber": "使用者", "temple": "廟宇", "text": "文字", "time-zone": "時區", "title": "名稱",
    "title-en": "英文名稱", "title-zh-hans": "簡體名稱", "token": "權杖", "town": "鄉鎮市區", "transportation": "交通",
    "trusted-proxies": "數量", "type": "類型", "url": "網址", "user": "使用者", "user-time-zone": "時區", "uuid": "UUID",
    "value": "值",
    "video-url": "網址", "weight": "分量", "weight-in": "地區:分量", "week-start": "星期", "worship-guide": "清單",
    "worship-notes": "拜拜須知",
    "worship-notes-en": "英文拜拜須知",
    "worship-tips": "參拜建議",
    "year": "年份", "year-month": "年月", "years": "年數", "zodiac": "生肖",
  ]
}
