/// The tables of `AlmanacDay`, from 協紀辨方書 (1741) and 玉匣記, as almanacs in Taiwan print them.
enum AlmanacTables {
  /// By pairs of the cycle of sixty, from 甲子乙丑.
  static let naYin = [
    "海中金", "爐中火", "大林木", "路旁土", "劍鋒金", "山頭火", "澗下水", "城頭土", "白蠟金", "楊柳木", "泉中水", "屋上土", "霹靂火",
    "松柏木", "長流水", "沙中金", "山下火", "平地木", "壁上土", "金箔金", "覆燈火", "天河水", "大驛土", "釵釧金", "桑柘木", "大溪水",
    "沙中土", "天上火", "石榴木", "大海水",
  ]

  /// 建除十二神.
  static let officers = ["建", "除", "滿", "平", "定", "執", "破", "危", "成", "收", "開", "閉"]

  /// 二十八宿, from 角.
  static let mansions = [
    "角", "亢", "氐", "房", "心", "尾", "箕", "斗", "牛", "女", "虛", "危", "室", "壁", "奎", "婁", "胃", "昴", "畢", "觜", "參", "井",
    "鬼", "柳", "星", "張", "翼", "軫",
  ]

  /// 彭祖百忌 by stem, from 甲.
  static let pengZuStems = [
    "甲不開倉財物耗散", "乙不栽植千株不長", "丙不修灶必見災殃", "丁不剃頭頭必生瘡", "戊不受田田主不祥", "己不破券二比並亡",
    "庚不經絡織機虛張", "辛不合醬主人不嘗", "壬不泱水更難提防", "癸不詞訟理弱敵強",
  ]

  /// 彭祖百忌 by branch, from 子.
  static let pengZuBranches = [
    "子不問卜自惹禍殃", "丑不冠帶主不還鄉", "寅不祭祀神鬼不嘗", "卯不穿井水泉不香", "辰不哭泣必主重喪", "巳不遠行財物伏藏",
    "午不苫蓋屋主更張", "未不服藥毒氣入腸", "申不安床鬼祟入房", "酉不會客醉坐顛狂", "戌不吃犬作怪上床", "亥不嫁娶不利新郎",
  ]

  /// 胎神 by stem (甲己, 乙庚, 丙辛, 丁壬, 戊癸) and by branch (子午, 丑未, 寅申, 卯酉, 辰戌, 巳亥).
  static let fetalThingsOfStem = ["占門", "碓磨", "廚灶", "倉庫", "房床"]
  static let fetalThingsOfBranch = ["碓", "廁", "爐", "門", "栖", "床"]

  /// The side of the house, each with the first place in the cycle of sixty.
  static let fetalSides: [(from: Int, side: String)] = [
    (0, "外東南"), (2, "外正南"), (7, "外西南"), (13, "外正西"), (18, "外西北"), (24, "外正北"), (29, "房內北"), (34, "房內中"),
    (36, "房內南"), (39, "房內西"), (40, "房內東"), (44, "房內中"), (45, "外東北"), (51, "外正東"), (56, "外東南"),
  ]

  /// 七十二候, three to a term, from 小寒.
  static let pentads = [
    "雁北鄉", "鵲始巢", "雉始雊", "雞始乳", "征鳥厲疾", "水澤腹堅", "東風解凍", "蟄蟲始振", "魚陟負冰", "獺祭魚", "候雁北", "草木萌動",
    "桃始華", "倉庚鳴", "鷹化為鳩", "玄鳥至", "雷乃發聲", "始電", "桐始華", "田鼠化為鴽", "虹始見", "萍始生", "鳴鳩拂其羽", "戴勝降於桑",
    "螻蟈鳴", "蚯蚓出", "王瓜生", "苦菜秀", "靡草死", "麥秋至", "螳螂生", "鵙始鳴", "反舌無聲", "鹿角解", "蜩始鳴", "半夏生", "溫風至",
    "蟋蟀居壁", "鷹始摯", "腐草為螢", "土潤溽暑", "大雨行時", "涼風至", "白露降", "寒蟬鳴", "鷹乃祭鳥", "天地始肅", "禾乃登", "鴻雁來",
    "玄鳥歸", "群鳥養羞", "雷始收聲", "蟄蟲坯戶", "水始涸", "鴻雁來賓", "雀入大水為蛤", "菊有黃花", "豺乃祭獸", "草木黃落", "蟄蟲咸俯",
    "水始冰", "地始凍", "雉入大水為蜃", "虹藏不見", "天氣上升地氣下降", "閉塞而成冬", "鶡鴠不鳴", "虎始交", "荔挺出", "蚯蚓結", "麋角解",
    "水泉動",
  ]

  /// Pairs of a Traditional character of the almanac's texts and its Simplified form.
  private static let simplifiedForms = """
    並并來来倉仓內内凍冻劍剑動动勝胜厲厉參参問问喪丧嘗尝執执堅坚婁娄帶带庫库廁厕廚厨張张強强戶户摯挚敵敌於于時时會会東东楊杨機机歸归氣气沖冲涼凉\
    溫温滿满潤润澗涧澤泽災灾為为無无燈灯爐炉獸兽獺獭畢毕瘡疮發发禍祸結结絡络經经織织聲声肅肃腸肠華华蓋盖藥药虛虚螢萤螻蝼蟄蛰蟈蝈蟬蝉蟲虫蠟蜡見见訟讼詞词\
    豬猪負负財财賓宾軫轸遠远還还鄉乡醬酱釧钏釵钗鋒锋長长門门閉闭開开雞鸡難难電电靂雳頭头顛颠風风養养馬马驛驿魚鱼鳥鸟鳩鸠鳴鸣鴻鸿鵲鹊鶡鹖鷹鹰麥麦黃黄\
    龍龙
    """
  private static let simplified: [Character: Character] = {
    let characters = Array(simplifiedForms)
    return Dictionary(
      stride(from: 0, to: characters.count - 1, by: 2).map { (characters[$0], characters[$0 + 1]) }
    ) { first, _ in first }
  }()

  /// The almanac's text in a language; English uses the Chinese text, because it has no words for it.
  static func text(_ text: String, in language: Language) -> String {
    language == .simplifiedChinese ? String(text.map { simplified[$0] ?? $0 }) : text
  }
}
