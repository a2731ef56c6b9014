import Folklore

/// What the document of the API says, in Chinese. The document itself is English; its pages under `/docs` show it in the reader's language.
enum DocumentWords {
  /// The sentences of the document with their translations. A test sees to it that each has one.
  static let all: [(english: String, chinese: String)] = [
    ("The lunar folk calendar of Taiwan: days, temples, reminders.", "臺灣的民俗農曆：節日、廟宇與提醒。"),
    (
      "Lists are arrays; where there is a next page, the header Link names it (rel=\"next\"). Errors are problem details (RFC 9457): 400 for what is no JSON or a wrong parameter, 422 for JSON of another form than here.\n\nVersions: this is semantic versioning. Within a major version nothing is taken away; answers may gain members, so ignore those that you do not know. What will end is marked deprecated here at least twelve months before. From then on its answers have the headers Deprecation (RFC 9745), Sunset (RFC 8594) with the day of its end, and Link with rel=\"deprecation\" to what replaces it.\n\nLimits: RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-11) say what may still be asked. Repeating: a POST takes an Idempotency-Key (draft-ietf-httpapi-idempotency-key-header-07).",
      "清單是陣列；還有下一頁時，標頭 Link 會指出它的網址（rel=\"next\"）。錯誤以 problem details（RFC 9457）回覆：內容不是 JSON 或參數有誤是 400，JSON 的結構與這裡不同是 422。\n\n版本：依照語意化版本。同一個主版本不會移除任何東西；回應可能增加欄位，請略過不認得的欄位。將要停用的功能，至少在十二個月前就在這裡標為即將停用（deprecated）。從那時起，它的回應有標頭 Deprecation（RFC 9745）、寫明停用日期的 Sunset（RFC 8594），以及 rel=\"deprecation\" 的 Link，指向取代它的功能。\n\n限制：RateLimit 與 RateLimit-Policy（draft-ietf-httpapi-ratelimit-headers-11）說明還可以請求多少次。重複：POST 可附上 Idempotency-Key（draft-ietf-httpapi-idempotency-key-header-07）。"
    ),
    ("The folk days that begin in a range of days, by date.", "在一段日期之內開始的民俗節日，依日期排列。"),
    ("The first day; today by default.", "第一天；預設為今天。"),
    ("The last day; 60 days later by default, 1,100 at most.", "最後一天；預設為 60 天後，最多 1,100 天後。"),
    ("Only events of a type.", "只列某一類型的節日。"),
    (
      "Only days that are kept there, by ISO 3166-1, or all; TW unless this, a group, a deity or a search is given.",
      "只列當地過的節日，以 ISO 3166-1 代碼表示，或 all；沒有指定地區、群組、神明或搜尋文字時是 TW。"
    ),
    (
      "Only days of this weight or a smaller number: 1 everybody keeps them, 2 most families, 3 great deities and regions, 4 others, 5 fasts, taboos and the almanac.",
      "只列這個分量或數字更小的節日：1 家家都過、2 多數人家、3 大神明與地方大節、4 其他、5 齋戒、禁忌與曆書的日子。"
    ),
    ("Only events of a group, by key or number.", "只列某個群組的節日，以代號或編號指定。"),
    ("Only of a deity, by key, number, name or alias: 媽祖.", "只列某位神明的節日，以代號、編號、名稱或別名指定：媽祖。"),
    (
      "Only records with this in a name, an alias or the key; 臺 or 台, Simplified forms and pinyin match.",
      "只列名稱、別名或代號含有這段文字的資料；臺或台、簡體與拼音都可以。"
    ),
    (
      "The time zone of today, for countdowns and next days: America/Los_Angeles; Asia/Taipei by default.",
      "「今天」的時區，用來計算倒數天數與下一個日期：America/Los_Angeles；預設為 Asia/Taipei。"
    ),
    ("A zone of the IANA time zone database.", "IANA 時區資料庫裡的時區。"),
    (
      "The language: zh-Hant, zh-Hans or en, also with a region, such as zh-TW, zh-CN, en-US; by default that of Accept-Language.",
      "語言：zh-Hant、zh-Hans 或 en，也可以附上地區，例如 zh-TW、zh-CN、en-US；預設依 Accept-Language。"
    ),
    ("How many at most.", "最多幾筆。"),
    ("The start of the page, from the Link header of the page before.", "這一頁的起點，取自前一頁的 Link 標頭。"),
    ("Done.", "完成。"),
    ("The next page, if there is one (rel=\"next\").", "下一頁（rel=\"next\"）；沒有下一頁時沒有這個標頭。"),
    ("The total on all pages.", "所有頁的總筆數。"),
    ("Identifies this state, for If-None-Match.", "代表目前的狀態，供 If-None-Match 使用。"),
    ("The resource still has this ETag.", "資源的 ETag 沒有改變。"),
    ("An event in full.", "一個節日的完整內容。"),
    ("The number or the key of the event.", "節日的編號或代號。"),
    ("The deities, with their days.", "神明與各自的日子。"),
    ("A deity in full.", "一位神明的完整內容。"),
    ("The number or the key of the deity.", "神明的編號或代號。"),
    ("What people ask deities for, each with the deities that they ask.", "人們有哪些事求神明，以及各求哪些神明。"),
    (
      "Whom to ask for something, how, the next day, and with lat and lng the nearest temples.",
      "有一件事可以拜誰、怎麼拜、下一個日子；有 lat 與 lng 時，另列最近的廟宇。"
    ),
    ("The need: its code (exams), its name (考試) or a question (考試拜誰).", "事情：代碼（exams）、名稱（考試）或一句話（考試拜誰）。"),
    ("The latitude in degrees (WGS84); with lng.", "緯度，以度表示（WGS84）；須搭配 lng。"),
    ("The longitude in degrees (WGS84); with lat.", "經度，以度表示（WGS84）；須搭配 lat。"),
    (
      "The coming folk days in short: names, dates and days left. With limit=1 it is the next one, for a sensor.",
      "即將到來的民俗節日的摘要：名稱、日期與剩餘天數。limit=1 時只有下一個，適合感測器。"
    ),
    ("The first day, from which days are counted; today by default.", "第一天，也是計算天數的起點；預設為今天。"),
    ("How many days, the first included.", "幾天，含第一天。"),
    (
      "Everything that can be followed, each with its names, its rule and its next day: events, deities (by their days) and groups.",
      "所有可以追蹤的項目，各附名稱、規則與下一個日期：節日、神明（依其日子）與群組。"
    ),
    ("Only events, only deities or only groups.", "只列節日、只列神明，或只列群組。"),
    ("Converts dates, one or thousands, from lunar to solar and back.", "換算農曆與國曆日期，一個或數千個。"),
    (
      "A day in full: both calendars, term, moon, almanac, folk days, days off in Taiwan.",
      "某一天的完整內容：兩種曆法、節氣、月相、曆書、民俗節日，以及臺灣是否放假。"
    ),
    ("The day: 2026-11-21.", "日期：2026-11-21。"),
    (
      "The calendar: chinese (UTC+8), vietnamese (UTC+7) or korean (UTC+9).",
      "曆法：chinese（UTC+8）、vietnamese（UTC+7）或 korean（UTC+9）。"
    ),
    (
      "Only days that are kept there, by ISO 3166-1, or all; TW unless told.",
      "只列當地過的節日，以 ISO 3166-1 代碼表示，或 all；預設為 TW。"
    ),
    (
      "A month of the solar calendar, day by day, with lunar days, terms, moon, folk days and days off in Taiwan.",
      "國曆的一個月，逐日列出農曆日期、節氣、月相、民俗節日與臺灣的放假日。"
    ),
    ("The month: 2026-11.", "月份：2026-11。"),
    ("The latitude in degrees (WGS84), with lng; Taipei without both.", "緯度，以度表示（WGS84），須搭配 lng；兩者都沒有時是臺北。"),
    ("The longitude in degrees (WGS84), with lat.", "經度，以度表示（WGS84），須搭配 lat。"),
    ("true: also 宜 and 忌 of each day by 欽定協紀辨方書 (1741).", "true：另列每天依《欽定協紀辨方書》（1741）的宜與忌。"),
    ("A date of either calendar, as people type it, in both calendars.", "任一曆法的日期，照人們輸入的寫法，以兩種曆法回覆。"),
    (
      "The date: 2026-05-09, 115/5/9, 農曆三月廿三, 農曆2025年閏六月十五, 下週三, today; 明年媽祖生, 中秋前三天, Mid-Autumn 2027; today by default. A date without a year is today or the next such day. An instant is read in the zone of the request.",
      "日期：2026-05-09、115/5/9、農曆三月廿三、農曆2025年閏六月十五、下週三、today；明年媽祖生、中秋前三天、Mid-Autumn 2027；預設為今天。沒有年份的日期是今天或下一個這樣的日子。時刻依請求的時區解讀。"
    ),
    ("Sunrise, sunset, three twilights, moonrise and moonset of a day over a place.", "某地某一天的日出、日沒、三種曙暮光、月出與月沒。"),
    ("The eclipses of sun and moon in some years, and what a place sees of them.", "若干年內的日食與月食，以及某地看到的情形。"),
    ("The first year; this year by default.", "第一年；預設為今年。"),
    ("The last year; four years after the first by default.", "最後一年；預設為第一年的四年後。"),
    ("true: only those that the place sees.", "true：只列當地看得到的。"),
    ("The four pillars (八字) of a birth, by both conventions of the day's beginning.", "出生時刻的四柱（八字），兩種換日方式都列出。"),
    (
      "The date and time that the clock showed: 1990-05-04T23:30; with an offset (1990-05-04T23:30+08:00) in the hour that a clock shows twice. The date may be written as people type it.",
      "時鐘顯示的日期與時間：1990-05-04T23:30；落在時鐘重複的那一小時，請加上時差（1990-05-04T23:30+08:00）。日期可以照人們輸入的寫法。"
    ),
    ("true: day and hour by the true solar time of the place, not by its clock.", "true：日柱與時柱依當地的真太陽時，而不是時鐘的時間。"),
    (
      "The days that are good for a purpose (宜) by 欽定協紀辨方書 (1741), with better hours, clash and what custom warns of. Almanacs that are sold often differ.",
      "依《欽定協紀辨方書》（1741）宜做一件事的日子，附較好的時辰、沖煞與民間提醒的事。市售農民曆常與此不同。"
    ),
    ("What for, in the book's words or today's: 嫁娶, 搬家, 開幕, wedding.", "要做的事，用書裡的說法或現在的說法：嫁娶、搬家、開幕、wedding。"),
    ("The last day, within 20 years of the first; 180 days from it by default.", "最後一天，在第一天的 20 年之內；預設為 180 天後。"),
    ("No days that clash with this animal: 羊, goat.", "不列沖這個生肖的日子：羊、goat。"),
    ("No days that clash with the year of this birth, which begins at 立春.", "不列沖這個出生年的日子；年從立春算起。"),
    ("true: only Saturdays and Sundays.", "true：只列星期六與星期日。"),
    ("true: leave out 三娘煞, 月忌, 楊公忌, 四離 and 四絕.", "true：略過三娘煞、月忌、楊公忌、四離與四絕。"),
    (
      "Why a day is good, bad or neither for a purpose: gods, rules and leaves of 欽定協紀辨方書.",
      "一天為什麼宜、忌或不宜不忌一件事：《欽定協紀辨方書》的神煞、條例與葉次。"
    ),
    ("What for, as good days take it; always needed.", "要做的事，寫法與查宜日相同；必填。"),
    (
      "The twelve hours of a day, from 23:00 of the day before: pillar, path, gods, clash and 煞.",
      "一天的十二時辰，從前一天 23:00 起：干支、黃黑道、神煞、沖與煞。"
    ),
    (
      "太歲 of a year, the animals that offend it by two customs, and the twelve gods of the year.",
      "一年的太歲、依兩種說法犯太歲的生肖，以及十二歲君。"
    ),
    ("The year: 2027.", "年份：2027。"),
    (
      "The temples around a place, nearest first; without a place all temples, by number.",
      "某地附近的廟宇，由近到遠；沒有地點時列出所有廟宇，依編號排列。"
    ),
    ("Kilometres, that distance included.", "公里數，含剛好在這個距離的廟宇。"),
    ("main: it is the main deity; any: or another one that the temple names.", "main：這位神明是主祀神；any：或是廟方列出的其他神明。"),
    ("Only temples of deities that people ask for this.", "只列供奉管這件事的神明的廟宇。"),
    ("Only temples of a religion: 道教.", "只列某個宗教的廟宇：道教。"),
    ("Only temples of a county or city: 彰化縣.", "只列某個縣市的廟宇：彰化縣。"),
    ("Only temples that keep an event, by key or number.", "只列會過某個節日的廟宇，以代號或編號指定。"),
    ("true: leaves out temples that are closed now; temples with unknown hours stay.", "true：略過現在未開放的廟宇；開放時間不明的仍會列出。"),
    ("Only temples that hold something within so many days.", "只列這麼多天之內有活動的廟宇。"),
    ("A temple in full.", "一間廟宇的完整內容。"),
    ("The number or the key of the temple.", "廟宇的編號或代號。"),
    ("A temple's activities, by their next day.", "一間廟宇的活動，依下一次的日期排列。"),
    ("The last day; a year later by default.", "最後一天；預設為一年後。"),
    ("All activities, by their next day.", "所有活動，依下一次的日期排列。"),
    ("Only what is held for an event, by number or key.", "只列為某個節日舉辦的活動，以編號或代號指定。"),
    ("Only what a temple holds, by number or key.", "只列某間廟宇舉辦的活動，以編號或代號指定。"),
    ("The groups that users can follow.", "使用者可以追蹤的群組。"),
    ("A group.", "一個群組。"),
    ("The number or the key of the group.", "群組的編號或代號。"),
    (
      "The events of a group in its own order, deities' days and others apart, each with its next day.",
      "一個群組的節日，依群組自己的順序，神明的日子與其他節日分開，各附下一個日期。"
    ),
    (
      "The folk days of this year and the two after it as a calendar (RFC 5545). Of one that would have 1,000,000 bytes or more, only the coming days are described.",
      "今年與後兩年的民俗節日，以行事曆（RFC 5545）回覆。行事曆若會達到 1,000,000 個位元組，只有即將到來的日子附說明。"
    ),
    (
      "Only days that are kept there, by ISO 3166-1, or all; TW unless this, a group or a mix is given.",
      "只列當地過的節日，以 ISO 3166-1 代碼表示，或 all；沒有指定地區、群組或組合時是 TW。"
    ),
    (
      "The days of these groups, by keys or numbers: mazu,ghost-month. With other such lists: all days that one of them names.",
      "這些群組的節日，以代號或編號指定：mazu,ghost-month。與其他這類清單並用時，列出任何一個清單指定的所有節日。"
    ),
    (
      "The days of these deities, by keys or numbers: mazu,guanyin. With other such lists: all days that one of them names.",
      "這些神明的節日，以代號或編號指定：mazu,guanyin。與其他這類清單並用時，列出任何一個清單指定的所有節日。"
    ),
    (
      "The days of these, by keys or numbers: dongzhi,88. With other such lists: all days that one of them names.",
      "這些節日，以代號或編號指定：dongzhi,88。與其他這類清單並用時，列出任何一個清單指定的所有節日。"
    ),
    (
      "The days of these temples, by keys or numbers: lukang-tianhou,12. With other such lists: all days that one of them names.",
      "這些廟宇的日子，以代號或編號指定：lukang-tianhou,12。與其他這類清單並用時，列出任何一個清單指定的所有節日。"
    ),
    (
      "Alarms in the calendar: days before the day, and the time: 1@08:00; several separated by commas.",
      "行事曆裡的鬧鈴：提前天數與時間：1@08:00；多個以半形逗號分開。"
    ),
    (
      "dates: an entry for each day; rscale: recurrence rules of RFC 7529, which many programs read wrongly.",
      "dates：每一天各有一個項目；rscale：RFC 7529 的重複規則，許多程式會讀錯。"
    ),
    (
      "true: also the eclipses of sun and moon that are seen from the place, with their times.",
      "true：另列當地看得到的日食與月食，附時刻。"
    ),
    ("true: also sun and moon of each day over the place, for half a year.", "true：另列當地每天的日月出沒，半年份。"),
    (
      "true: also 宜 and 忌 of each day by 欽定協紀辨方書 (1741), for half a year; almanacs that are sold often differ.",
      "true：另列每天依《欽定協紀辨方書》（1741）的宜與忌，半年份；市售農民曆常與此不同。"
    ),
    (
      "Whence the sky is seen: a county, township or address of Taiwan, coordinates, a map's link, or a temple; Taipei by default. Outside Taiwan give time_zone too.",
      "看天空的地點：臺灣的縣市、鄉鎮市區或地址、經緯度、地圖網址，或廟宇；預設為臺北。在臺灣以外請另給 time_zone。"
    ),
    ("The folk days of the coming month as an Atom feed (RFC 4287).", "未來一個月的民俗節日，以 Atom（RFC 4287）訂閱。"),
    ("The folk days of the coming month as a JSON Feed (1.1).", "未來一個月的民俗節日，以 JSON Feed（1.1）訂閱。"),
    (
      "A calendar of the days that a user follows. Anyone with the address can read it.", "某位使用者追蹤的節日的行事曆。任何人只要有網址就能讀取。"
    ),
    ("The token of the feed followed by .ics.", "訂閱的權杖，後面加上 .ics。"),
    (
      "Makes the address of the user's own calendar and returns it once; the former address becomes invalid.",
      "產生使用者自己的行事曆網址，只回覆這一次；先前的網址失效。"
    ),
    ("Revokes the address of the user's own calendar.", "撤銷使用者自己的行事曆網址。"),
    (
      "The reminders that somebody who follows these days would get. Nothing is written, and nobody is reminded.",
      "追蹤這些節日的人會收到的提醒。不會寫入任何資料，也不會提醒任何人。"
    ),
    ("true: reminds of every 初一.", "true：每個初一都提醒。"),
    ("true: reminds of every 十五.", "true：每個十五都提醒。"),
    ("Days before the day on which the main reminder comes.", "主要的提醒在幾天前送出。"),
    ("The local time of reminders; 08:00 by default.", "提醒的當地時間；預設為 08:00。"),
    ("No reminder between these local times; it comes at their end: 22:00-07:00.", "在這兩個當地時間之間不提醒，等到結束才送：22:00-07:00。"),
    ("false: no reminder three days before.", "false：三天前不提醒。"),
    ("false: no reminder on the day itself.", "false：當天不提醒。"),
    (
      "Days before a day that most people keep (weight 1 and 2) that what to buy is told; it replaces the one three days before. None by default.",
      "多數人都過的日子（分量 1 與 2），在幾天前提醒要買什麼；它取代三天前的提醒。預設沒有。"
    ),
    ("How many days from now.", "從現在起幾天。"),
    ("Signs a user in with a Google ID token; creates the user the first time.", "以 Google 的 ID 權杖登入使用者；第一次登入時建立使用者。"),
    (
      "Sends a mail with a link that signs in, and makes an account if the address has none. The answer is the same for known and unknown addresses.",
      "寄出附登入連結的電子郵件；這個地址還沒有帳號時，建立帳號。不論地址是否已有帳號，回應都相同。"
    ),
    (
      "Signs in with the secret of a link in a mail: what follows /sign-in/link/ in its address. It works once.",
      "以電子郵件裡的連結的密鑰登入：就是網址裡 /sign-in/link/ 後面的部分。只能用一次。"
    ),
    (
      "Exchanges a refresh token for a new access token and a new refresh token. It is valid once (and for half a minute more, in case the answer was lost).",
      "以更新權杖換取新的存取權杖與新的更新權杖。更新權杖只能用一次（之後半分鐘內仍有效，以防回應沒有送達）。"
    ),
    (
      "Ends a session: its refresh token becomes invalid at once, its access token within a quarter of an hour.",
      "結束一次登入：更新權杖立即失效，存取權杖在一刻鐘之內失效。"
    ),
    (
      "Who the caller is: the user and the role in the back office. Pages ask with their cookie.",
      "呼叫者是誰：使用者，以及在後台的角色。網頁以 Cookie 詢問。"
    ),
    ("The user's profile.", "使用者的個人資料。"),
    ("Changes the name, the language or the time zone; what is not given stays.", "修改名稱、語言或時區；沒有給的維持不變。"),
    ("Deletes the user and all the user's data.", "刪除使用者，以及使用者的所有資料。"),
    ("When and how the user is reminded.", "何時與如何提醒使用者。"),
    ("Changes settings; what is not given stays.", "修改設定；沒有給的維持不變。"),
    (
      "Registers a device for push messages, or switches one on or off; a device of another user becomes this user's. A user has 20 at most: a further one replaces one that is switched off, otherwise the one registered longest ago.",
      "登記接收推播的裝置，或開啟、關閉裝置；其他使用者的裝置會改屬這位使用者。每位使用者最多 20 個：再登記時取代一個已關閉的，沒有的話取代最早登記的。"
    ),
    ("The user's devices, without their tokens; the last registered first.", "使用者的裝置，不含權杖；最後登記的排在最前面。"),
    (
      "Removes a device, named by its token in the body, or by its id in the body or the query.",
      "移除一個裝置，以內容裡的權杖，或內容或查詢字串裡的 id 指定。"
    ),
    ("The device, as the list names it; needs no body then.", "裝置，用清單裡的名稱；這時不需要內容。"),
    ("The groups that the user follows.", "使用者追蹤的群組。"),
    (
      "Follows groups (enabled true), leaves them (false), or removes the entry (null); groups not named stay. A temple is followed as the group temple- and its key: temple-lukang-tianhou.",
      "追蹤群組（enabled 為 true）、取消追蹤（false），或移除項目（null）；沒有寫到的群組維持不變。廟宇以群組的形式追蹤，代號是 temple- 加上廟宇的代號：temple-lukang-tianhou。"
    ),
    ("The events that the user follows or has switched off.", "使用者追蹤或關閉的節日。"),
    (
      "Follows events (enabled true), switches them off even if a group brings them (false), or removes the entry (null).",
      "追蹤節日（enabled 為 true）、關閉節日，即使群組包含它（false），或移除項目（null）。"
    ),
    (
      "The next reminders as they will read, by time, from the user's settings; nothing is written.",
      "接下來的提醒與實際內容，依時間排列，由使用者的設定得出；不會寫入任何資料。"
    ),
    ("Every day that the user is reminded of, with the reasons and the next date.", "使用者會收到提醒的每個日子，附原因與下一個日期。"),
    ("Sends the user a test message now, by the first way.", "立即以第一種提醒方式送一則測試訊息給使用者。"),
    ("The browsers in which the user is signed in, the last used first.", "使用者登入中的瀏覽器，最後使用的排在最前面。"),
    (
      "Signs the user out everywhere: browsers at once, apps when their access token ends, at most a quarter of an hour later.",
      "在所有地方登出使用者：瀏覽器立即登出，應用程式在存取權杖到期時登出，最多一刻鐘。"
    ),
    (
      "Everything that is kept of the user: profile, settings, subscriptions, devices, own days, reminders. Secrets are left out.",
      "保存的所有使用者資料：個人資料、設定、訂閱、裝置、自己的日子、提醒。不含機密。"
    ),
    ("As the back office keeps it.", "與後台保存的內容相同。"),
    (
      "Gives the account what its holder chose before without one: subscriptions, own days, devices, the calendar. The choice ends.",
      "把使用者沒有帳號時選擇的內容移到帳號：訂閱、自己的日子、裝置、行事曆。原來的選擇就此結束。"
    ),
    ("The user's own days, by number.", "使用者自己的日子，依編號排列。"),
    ("The time zone of today, for countdowns; by default the user's own.", "「今天」的時區，用來計算倒數天數；預設為使用者自己的時區。"),
    (
      "Adds a day of the user's own: a birthday, a memorial day. A user has 1000 at most, with 300000 characters of text in all.",
      "新增使用者自己的日子：生日、忌日。每位使用者最多 1000 個，文字合計最多 300000 個字元。"
    ),
    ("The URL of the new resource.", "新資源的網址。"),
    ("A day of the user's own.", "一個使用者自己的日子。"),
    (
      "Changes a day of the user's own; what is not given stays. The texts of all days have 300000 characters at most.",
      "修改使用者自己的日子；沒有給的維持不變。所有日子的文字最多 300000 個字元。"
    ),
    ("Removes a day of the user's own, with its reminders.", "移除使用者自己的日子，連同它的提醒。"),
    (
      "The user's own days as a file: CSV, or iCalendar with the dates of ten years. Importing it gives the same days.",
      "使用者自己的日子，以檔案回覆：CSV，或含十年日期的 iCalendar。再匯入會得到同樣的日子。"
    ),
    ("The kind of file; csv unless told.", "檔案的種類；預設為 csv。"),
    (
      "Adds the days of a CSV, iCalendar or vCard text. Days that are there already are counted, not doubled; a title that is taken gets a number. Events that are no such days are in skipped; what days were kept without is in notes.",
      "新增 CSV、iCalendar 或 vCard 文字裡的日子。已經有的日子只計數，不會重複；名稱重複時加上數字。不是這類日子的事件列在 skipped；notes 寫明有哪些日子省略了什麼。"
    ),
    (
      "Adds the days that a family counts after a death: each seventh day, the hundredth, 對年, 三年, and the yearly 忌日. With preview they are only listed.",
      "新增家人過世後計算的日子：每個七日、百日、對年、三年，以及每年的忌日。有 preview 時只列出。"
    ),
    ("The user's reminders: coming ones by time, past ones the latest first.", "使用者的提醒：未來的依時間排列，過去的由新到舊。"),
    (
      "coming: from now on; past: until now, the latest first; all: from 30 days ago on.",
      "coming：從現在起；past：到現在為止，由新到舊；all：從 30 天前起。"
    ),
    ("Only reminders of a status.", "只列某個狀態的提醒。"),
    ("Plans the user's reminders if necessary, and returns the next ones.", "需要時排定使用者的提醒，並回覆接下來的提醒。"),
    ("The sources, as they are kept.", "來源，照保存的內容列出。"),
    ("Needs the role reader.", "需要 reader 角色。"),
    ("The order.", "排列順序。"),
    ("Adds one.", "新增一筆。"),
    ("Needs the role editor.", "需要 editor 角色。"),
    ("One, as it is kept.", "一筆資料，照保存的內容。"),
    ("The key, or the number.", "代號或編號。"),
    (
      "Changes the fields that are given; with If-Match, a record that has changed since is refused.",
      "修改給了的欄位；有 If-Match 時，資料若在那之後改過，就拒絕修改。"
    ),
    ("Removes a record; a record with references stays, and the answer names them.", "移除一筆資料；仍有其他資料引用時不移除，回應會列出那些資料。"),
    ("The deities, as they are kept.", "神明，照保存的內容列出。"),
    ("The events, as they are kept.", "節日，照保存的內容列出。"),
    ("Only those with this value in the field.", "只列這個欄位是這個值的資料。"),
    ("The temples, as they are kept.", "廟宇，照保存的內容列出。"),
    ("The activities, as they are kept.", "活動，照保存的內容列出。"),
    ("The groups, as they are kept.", "群組，照保存的內容列出。"),
    ("The users, as they are kept.", "使用者，照保存的內容列出。"),
    ("Needs the role admin.", "需要 admin 角色。"),
    ("The uuid, or the number.", "uuid 或編號。"),
    ("All tokens, without their secrets.", "所有權杖，不含密鑰。"),
    ("Makes a token and returns it once; only its hash is kept.", "產生權杖，只回覆這一次；只保存它的雜湊值。"),
    ("Revokes a token.", "撤銷一個權杖。"),
    ("The number of the token.", "權杖的編號。"),
    ("How much the database holds, and where the reminders stand.", "資料庫有多少資料，以及提醒目前的情形。"),
    ("The faults of the database; empty if there are none.", "資料庫的錯誤；沒有錯誤時是空的。"),
    ("The audit log: actor, time, and values before and after; newest first.", "修改紀錄：誰改的、時間，以及修改前後的值；最新的排在最前面。"),
    ("Only one kind of record.", "只列一種資料。"),
    ("Only the record of this key; goes with entity.", "只列這個代號的資料；須搭配 entity。"),
    ("Plans everybody's reminders of the coming days.", "排定所有人未來幾天的提醒。"),
    ("The notification log, by time.", "提醒紀錄，依時間排列。"),
    ("Only a user's: UUID, mail address or number such as u42.", "只列某位使用者的：UUID、電子郵件地址，或像 u42 的編號。"),
    ("Only an event's, by key.", "只列某個節日的，以代號指定。"),
    ("true: only what is due by now.", "true：只列現在已到期的。"),
    ("A reminder of the log.", "提醒紀錄裡的一則提醒。"),
    ("The number of the reminder.", "提醒的編號。"),
    (
      "What happened to a reminder, in order: planned, tried with each answer, put back, sent.",
      "一則提醒的經過，依序：排入、每次嘗試與回應、放回佇列、送出。"
    ),
    (
      "Puts reminders that failed, expired or were cancelled back into the queue. The answer lists reminders that cannot be changed, with status and reason.",
      "把失敗、過期或已取消的提醒放回佇列。回應列出不能變更的提醒，附狀態與原因。"
    ),
    (
      "Cancels waiting reminders for good. The answer lists reminders that cannot be changed, with status and reason.",
      "永久取消等候中的提醒。回應列出不能變更的提醒，附狀態與原因。"
    ),
    ("Sends a user a message now, by the user's own channel.", "立即以使用者自己的提醒方式，送一則訊息給使用者。"),
    (
      "Whether the service works: ok with 200, degraded with 503. A token of the back office gets the state of each part. No limit of rates.",
      "服務是否正常：ok 是 200，degraded 是 503。以後台的權杖詢問，會得到各部分的狀態。沒有頻率限制。"
    ),
    ("The service works (200) or not (503).", "服務正常（200）或不正常（503）。"),
    (
      "Counters and gauges for Prometheus, with a token of the role reader.", "供 Prometheus 讀取的計數器與量測值，需要 reader 角色的權杖。"
    ),
    ("This document.", "這份文件。"),
    (
      "Why a request was not done (RFC 9457). The texts are in the language of the parameter lang or of Accept-Language, otherwise in English.",
      "請求為什麼沒有完成（RFC 9457）。文字的語言依參數 lang 或 Accept-Language，否則是英文。"
    ),
    (
      "The reason in a word for programs; it never changes. New codes may come, and dates and records have finer ones. malformed_request: no request of HTTP/1.1. header_too_large: the target and the headers are too long. unknown_transfer_coding: another Transfer-Encoding than chunked. unknown_path: nothing is at this path. method_not_allowed: the path has other methods, which the Allow header names. too_many_requests: ask again after the seconds in Retry-After. changed_since_read: If-Match names an older state. not_acceptable: the answer has no form that Accept names. idempotency_key_of_other_request: the Idempotency-Key was used for another request. request_under_way: a request with this Idempotency-Key is being done; ask again after the seconds in Retry-After. malformed_query: the query is not percent-encoded UTF-8. unknown_parameter: the operation has no such parameter. unsupported_body: the body has another type or coding. body_too_large: the body is longer than the server accepts. malformed_body: the body is empty, no JSON, or no object. unknown_member: the body has no such member. missing_value: a required parameter or member is missing. invalid_value: a value has another form or range. repeated_value: a parameter is given twice. conflicting_values: two values do not go together. too_many_values: more values than one request may have. unknown_cursor: no page begins at this cursor. invalid_date: there is no such date. no_such_record: a named record does not exist. record_in_use: other records refer to the record. invalid_record: fields of the record are invalid; errors names each. unreadable_record: a stored record cannot be read. conflict: it does not fit what is stored. sign_in_needed: sign in, or send a token. invalid_token: the token is unknown or has expired. role_needed: the token has not the right for this. user_gone: the user was deleted. foreign_page: a page of another site sent the request with a cookie. foreign_origin: a page of another site sent the request. sign_in_refused: the ID token was not accepted. link_over: the sign-in link was used or has expired. not_configured: the operator has not set this up. channel_unusable: the user's channel does not send. database_busy: another program uses the database; try again. database_full: no space is left. database_read_only: the database may not be written. database_unavailable: the database does not answer. keys_unreachable: Google's keys cannot be fetched. internal_error: a fault of the server.",
      "給程式用的原因代碼；不會改變。可能會有新的代碼，日期與資料另有更細的代碼。malformed_request：不是 HTTP/1.1 的請求。header_too_large：目標與標頭太長。unknown_transfer_coding：Transfer-Encoding 不是 chunked。unknown_path：這個路徑什麼都沒有。method_not_allowed：這個路徑只接受其他方法，列在 Allow 標頭。too_many_requests：請在 Retry-After 的秒數之後再請求。changed_since_read：If-Match 是較舊的狀態。not_acceptable：回應沒有 Accept 指定的格式。idempotency_key_of_other_request：這個 Idempotency-Key 已用於另一個請求。request_under_way：使用這個 Idempotency-Key 的請求還在處理；請在 Retry-After 的秒數之後再請求。malformed_query：查詢字串不是百分號編碼的 UTF-8。unknown_parameter：這個操作沒有這個參數。unsupported_body：內容是別的類型或編碼。body_too_large：內容超過伺服器接受的長度。malformed_body：內容是空的、不是 JSON，或不是物件。unknown_member：內容沒有這個欄位。missing_value：缺少必要的參數或欄位。invalid_value：值的格式或範圍不對。repeated_value：同一個參數給了兩次。conflicting_values：兩個值不能並用。too_many_values：值的數量超過一個請求的上限。unknown_cursor：沒有從這個 cursor 開始的一頁。invalid_date：沒有這個日期。no_such_record：指定的資料不存在。record_in_use：還有其他資料引用這筆資料。invalid_record：資料的欄位有誤；errors 逐一列出。unreadable_record：保存的一筆資料讀不出來。conflict：與保存的資料不合。sign_in_needed：請登入，或附上權杖。invalid_token：權杖不存在或已過期。role_needed：權杖沒有這項權限。user_gone：使用者已經刪除。foreign_page：另一個網站的網頁送出附 Cookie 的請求。foreign_origin：另一個網站的網頁送出請求。sign_in_refused：ID 權杖不被接受。link_over：登入連結用過了，或已過期。not_configured：管理員沒有設定這項功能。channel_unusable：使用者的提醒方式無法送出。database_busy：另一個程式正在使用資料庫；請再試一次。database_full：沒有空間了。database_read_only：資料庫不能寫入。database_unavailable：資料庫沒有回應。keys_unreachable：無法取得 Google 的金鑰。internal_error：伺服器的錯誤。"
    ),
    ("Where the day is kept, the first as region.", "過這個節日的地區，第一個就是 region。"),
    (
      "How many keep the day in the region that was asked for, from 1 (everybody) to 5 (fasts, taboos and the almanac). The days of a date are ordered by it.",
      "在指定的地區有多少人過這個節日，從 1（家家都過）到 5（齋戒、禁忌與曆書的日子）。同一天的節日依此排列。"
    ),
    (
      "True where the date is announced year by year and the next is not known yet (尚未公布): solar_date is null then.",
      "日期每年另行公布，而且下一次還不知道（尚未公布）時為 true：這時 solar_date 是 null。"
    ),
    ("How to worship, line by line, in order; empty if there is no such note.", "怎麼拜，依序逐行列出；沒有這類說明時是空的。"),
    (
      "when: the hour; offering and paper: what is offered and burned; step: the rite in order; taboo: what not to do; custom: where people differ; ask: what to ask the temple first.",
      "when：時辰；offering 與 paper：供品與燒的金紙；step：依序的步驟；taboo：不該做的事；custom：各地不同的做法；ask：要先問廟方的事。"
    ),
    ("How much an ordinary household takes; absent if it is free.", "一般人家準備的數量；數量不拘時沒有這個欄位。"),
    ("The amount is for so many people and grows with them.", "數量是這麼多人份，依人數增加。"),
    (
      "With distance, distance_km and bearing where the list is of the temples around a place.",
      "清單是某地附近的廟宇時，有 distance、distance_km 與 bearing。"
    ),
    ("In the language that was asked for.", "以指定的語言表示。"),
    ("Of an event; the others have those of their events.", "只有節日有；神明與群組的規則在各自的節日裡。"),
    ("The events of a deity or a group, by key.", "神明或群組的節日，以代號表示。"),
    ("The event that is next.", "下一個節日。"),
    ("The date as it was given.", "給的日期，照原來的寫法。"),
    ("Monday is 1, Sunday is 7.", "星期一是 1，星期日是 7。"),
    ("Month and day in words: 農曆三月廿三.", "以文字表示的月與日：農曆三月廿三。"),
    ("How many days its month has.", "這個月有幾天。"),
    ("The stem and branch of the lunar year.", "農曆年的干支。"),
    ("The solar term of this day.", "這一天的節氣。"),
    ("How a date that can mean two things was read, and what is special about the day.", "可能有兩個意思的日期如何解讀，以及這一天有什麼特別。"),
    (
      "At least one of lunar, solar and dates. 10,000 dates at most; outside the years 1645 to 2599, where they are computed from the sky, each counts as fifty. One date alone needs no list; if it is none, the answer is 422, where a list tells it in its place. A lunar date may also be a text, may come without its year, and may say is_leap in the place of isLeap. The answer of this address is itself a request that it takes.",
      "lunar、solar 與 dates 至少要有一個。最多 10,000 個日期；1645 到 2599 年以外的日期依天象推算，每個算五十個。只有一個日期時不必用清單；它若不是日期，回應是 422，清單則在原處說明。農曆日期也可以是文字，可以沒有年份，也可以用 is_leap 代替 isLeap。這個網址的回應本身也可以當作請求。"
    ),
    ("Lunar dates, as the answers have them.", "農曆日期，格式與回應相同。"),
    ("Solar dates: 2025-04-20. What is no day is told in its place.", "國曆日期：2025-04-20。不是日期的，在原處說明。"),
    (
      "Dates of either calendar, as people write them: 農曆2025年三月廿三, 2025-04-20; 三月廿三 in each of the years.",
      "任一曆法的日期，照人們的寫法：農曆2025年三月廿三、2025-04-20；三月廿三表示每一年的這一天。"
    ),
    ("Lunar years, both included.", "農曆年，含頭尾兩年。"),
    ("The days of those that exist.", "存在的那些日期的國曆日。"),
    ("Each date in its place; of a lunar date without a year, each of its years.", "每個日期都在原來的位置；沒有年份的農曆日期列出每一年。"),
    (
      "A date in both calendars; or, of a date that does not exist, only input and error.",
      "一個日期在兩種曆法的寫法；日期不存在時，只有 input 與 error。"
    ),
    ("Why it is no date.", "為什麼不是日期。"),
    ("The reason in a word for programs: invalid_date and others.", "給程式用的原因代碼：invalid_date 等等。"),
    ("The date in words: 農曆三月廿三.", "以文字表示的日期：農曆三月廿三。"),
    ("The next one, so many days ahead; null in the last days of 9999.", "下一個節氣，以及還有幾天；在 9999 年的最後幾天是 null。"),
    (
      "Whether the offices of Taiwan are closed, on weekends too; null in years of which it is not known.",
      "臺灣的機關是否放假，週末也算；不知道的年份是 null。"
    ),
    (
      "The holiday, 和平紀念日補假 or 春節調整放假 of a day off; 補行上班 of a Saturday that is worked; null on plain workdays and weekends.",
      "放假日的節日名稱、和平紀念日補假或春節調整放假；要上班的星期六是補行上班；一般上班日與週末是 null。"
    ),
    (
      "Whether the government has announced the year's days off; false where they follow from the law alone; null where they are not known.",
      "政府是否已公布這一年的放假日；只依法規推算時是 false；不知道時是 null。"
    ),
    ("A solar term, and so many days of or to it.", "一個節氣，以及它過了幾天或還有幾天。"),
    ("虛歲: 1 in the year of birth, one more at each New Year.", "虛歲：出生那年是 1，每過一個新年加 1。"),
    ("黃黑道十二神: the god of the day.", "黃黑道十二神：當天的神。"),
    ("黃道 or 黑道.", "黃道或黑道。"),
    ("六曜, of Japan.", "六曜，日本的曆注。"),
    ("喜神, 財神, 福神, 陽貴 and 陰貴, with the lists that the last three follow.", "喜神、財神、福神、陽貴與陰貴，以及後三者依據的派別。"),
    ("A day that a book or custom warns of, and whose warning it is.", "書籍或民間提醒要注意的日子，以及是誰的說法。"),
    (
      "宜 and 忌 by 欽定協紀辨方書 (1741); almanacs that are sold often differ. good and bad are in today's words, good_items and bad_items in the book's, with what officials did. is_rest_bad: all else is bad too.",
      "依《欽定協紀辨方書》（1741）的宜與忌；市售農民曆常與此不同。good 與 bad 用現在的說法，good_items 與 bad_items 用書裡的說法，也列出官府的事。is_rest_bad：其餘的事也忌。"
    ),
    ("What was asked for, where the book does not have it.", "書裡沒有所問的事時，這裡是原來問的事。"),
    ("How many good days were left out: zodiac, birth, weekday, strict.", "略過了幾個宜日：zodiac、birth、weekday、strict。"),
    ("The next day after the range, if there is none in it.", "範圍內沒有宜日時，範圍之後的下一個。"),
    ("沖: the animal and the ages that a day or an hour clashes with.", "沖：一天或一個時辰沖到的生肖與歲數。"),
    ("Rises and sets, or dawns and dusks, of the day: none, one or two of each.", "當天的出與沒，或曙光的開始與暮光的結束：各有零到兩次。"),
    ("To the second, with the offset of the zone.", "精確到秒，附時區的時差。"),
    ("Where it neither rises nor sets on this day: whether it stays up or down.", "當天不出也不沒時：整天在地平線上（up）或下（down）。"),
    ("Of the moon in the half shadow; null for the sun.", "月球在半影裡的食分；日食是 null。"),
    ("What eyes need to look at the sun; null for the moon.", "看太陽時眼睛需要的保護；月食是 null。"),
    ("What the place sees, above the horizon or below it.", "當地看到的情形，在地平線上或地平線下。"),
    ("The covered part of the sun's disc; null for the moon.", "日面被遮住的比例；月食是 null。"),
    ("Degrees above the horizon, negative below it.", "高出地平線的度數；在地平線下是負數。"),
    (
      "Day and time that give the pillars of day and hour: 1990-05-04T23:30:00.", "推算日柱與時柱所用的日期與時間：1990-05-04T23:30:00。"
    ),
    ("Whether both conventions give the same pillars.", "兩種換日方式的四柱是否相同。"),
    ("A 節, which begins a month.", "節，月柱從這裡開始。"),
    ("The device's name in this API, derived from its token.", "裝置在這個 API 裡的名稱，由它的權杖產生。"),
    ("The last characters of the token.", "權杖的最後幾個字元。"),
    ("The last registration, to the day.", "最後一次登記的日期。"),
    (
      "Days before this day on which the main reminder comes; null for those of the settings.",
      "主要的提醒在這一天的幾天前送出；null 表示依設定。"
    ),
    ("chosen, group:KEY, new-moon, full-moon, or own.", "chosen、group:KEY、new-moon、full-moon 或 own。"),
    ("The temple that alone keeps the day; null for all other days.", "唯一過這個日子的廟宇；其他日子都是 null。"),
    ("hundred, first and yearly unless told.", "預設為 hundred、first 與 yearly。"),
    ("What is not given has its default.", "沒有給的用預設值。"),
    ("What is not given stays.", "沒有給的維持不變。"),
    ("The key of a record of kind deity", "一筆 deity（神明）資料的代號"),
    ("The uuid of a record of kind user", "一筆 user（使用者）資料的 uuid"),
    (
      "What is not given has its default. A festival has a key; a deity's day has a key and its deity; a custom day has an owner. A disagreement names a source, or says in note why there is none.",
      "沒有給的用預設值。節慶有代號；神明的日子有代號與神明；自訂節日有擁有者。不同的說法要註明來源，或在 note 說明為什麼沒有。"
    ),
    (
      "What is not given stays. A festival has a key; a deity's day has a key and its deity; a custom day has an owner. A disagreement names a source, or says in note why there is none.",
      "沒有給的維持不變。節慶有代號；神明的日子有代號與神明；自訂節日有擁有者。不同的說法要註明來源，或在 note 說明為什麼沒有。"
    ),
    (
      "What is not given has its default. lat and lng stand together; without them coordinate_quality is missing.",
      "沒有給的用預設值。lat 與 lng 必須一起給；沒有時 coordinate_quality 是 missing。"
    ),
    (
      "What is not given stays. lat and lng stand together; without them coordinate_quality is missing.",
      "沒有給的維持不變。lat 與 lng 必須一起給；沒有時 coordinate_quality 是 missing。"
    ),
    ("The key of a record of kind temple", "一筆 temple（廟宇）資料的代號"),
    ("The key of a record of kind event", "一筆 event（節日）資料的代號"),
    (
      "What is not given has its default. A yearly activity has a rule, a single one has start_at.",
      "沒有給的用預設值。每年的活動有 rule，單次的活動有 start_at。"
    ),
    (
      "What is not given stays. A yearly activity has a rule, a single one has start_at.",
      "沒有給的維持不變。每年的活動有 rule，單次的活動有 start_at。"
    ),
    (
      "What is not given has its default. quiet_from and quiet_to of the settings stand together. The channels webhook and ntfy need a web address as channel_target; the channel mail goes to it, or to email.",
      "沒有給的用預設值。設定裡的 quiet_from 與 quiet_to 必須一起給。提醒方式 webhook 與 ntfy 需要以網址作為 channel_target；提醒方式 mail 寄到 channel_target，沒有時寄到 email。"
    ),
    (
      "What is not given stays. quiet_from and quiet_to of the settings stand together. The channels webhook and ntfy need a web address as channel_target; the channel mail goes to it, or to email.",
      "沒有給的維持不變。設定裡的 quiet_from 與 quiet_to 必須一起給。提醒方式 webhook 與 ntfy 需要以網址作為 channel_target；提醒方式 mail 寄到 channel_target，沒有時寄到 email。"
    ),
    ("The fields that changed, as they were; null where it was added.", "改變的欄位原來的值；新增時是 null。"),
    ("The fields that changed, as they are; null where it was removed.", "改變的欄位現在的值；移除時是 null。"),
    ("The role user needs a user.", "user 角色需要指定使用者。"),
    ("Not a number.", "不可以是數字。"),
    ("Either group_id or group, which is its key.", "group_id 或 group（群組的代號），擇一。"),
    ("Either event_id or event, which is its key.", "event_id 或 event（節日的代號），擇一。"),
    ("The key of a record of kind group", "一筆 group（群組）資料的代號"),
    ("By table.", "依資料表。"),
    ("By type.", "依類型。"),
    ("By status.", "依狀態。"),
    ("The first and the last day whose occurrences are kept.", "資料庫保存節日日期的第一天與最後一天。"),
    ("A signed-in user's access token, or a user's API token.", "登入的使用者的存取權杖，或使用者的 API 權杖。"),
    ("An API token (fck_…) with the named role.", "具有指定角色的 API 權杖（fck_…）。"),
    ("The ETag of the client's copy: 304 if it is still valid.", "用戶端副本的 ETag：副本仍有效時回覆 304。"),
    ("The ETag of the client's copy: 412 if the resource has changed since.", "用戶端副本的 ETag：資源在那之後改過時回覆 412。"),
    (
      "A new UUID for each request (draft-ietf-httpapi-idempotency-key-header-07). The same request with the same key is done once in 24 hours and answered as the first time; 409 while it is under way, 422 for another request with the key. A key is its caller's own: the user's, the token's, or without either the address's. Nothing is kept after 429, 503 and 507: nothing was done then.",
      "每個請求用一個新的 UUID（draft-ietf-httpapi-idempotency-key-header-07）。同一個請求用同一個鍵，24 小時內只執行一次，之後都回覆第一次的回應；還在處理時是 409，另一個請求用同一個鍵是 422。每個呼叫者的鍵各自獨立：依使用者、依權杖，兩者都沒有時依位址。回應 429、503 與 507 之後什麼都不保留，因為那時什麼都沒做。"
    ),
    (
      "What the caller may still ask, and for how many seconds (draft-ietf-httpapi-ratelimit-headers-11).",
      "呼叫者還可以請求多少次，以及在多少秒之內（draft-ietf-httpapi-ratelimit-headers-11）。"
    ),
    (
      "How many requests any so many seconds may have (draft-ietf-httpapi-ratelimit-headers-11).",
      "每段時間（秒數）之內可以有多少次請求（draft-ietf-httpapi-ratelimit-headers-11）。"
    ),
    ("Bad Request", "請求有誤"),
    ("Unauthorized", "需要登入或權杖"),
    ("Bearer", "Bearer"),
    ("Forbidden", "沒有權限"),
    ("Not Found", "找不到"),
    ("Conflict", "衝突"),
    ("Precondition Failed", "前提條件不符"),
    ("Content Too Large", "內容過大"),
    ("Unsupported Media Type", "不支援的內容類型"),
    ("Unprocessable Content", "內容無法處理"),
    ("Too Many Requests", "請求過多"),
    ("The seconds to wait before the next request.", "下一次請求之前要等的秒數。"),
    ("Service Unavailable", "服務暫時無法使用"),
    ("Insufficient Storage", "儲存空間不足"),
  ]

  /// A sentence of the document in a language; Simplified Chinese is made from Traditional. One that is not known stays English.
  static func text(_ english: String, in language: Language) -> String {
    language == .english ? english : byEnglish[english].map { Wording($0, english).text(in: language) } ?? english
  }

  private static let byEnglish = Dictionary(all.map { ($0.english, $0.chinese) }) { first, _ in first }
}
