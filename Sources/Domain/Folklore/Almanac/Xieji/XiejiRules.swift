/// The gods, things and days that the book's rules (鋪註條例, 卷十) name, found once by their names.
package struct XiejiRules: Sendable {
  package let gods: Gods
  package let things: Things
  /// The virtues and 天願 add nothing and lift nothing: 未己未, 未己巳, 巳丙午, 未戊午 (10-27b, 48b, 49a).
  package let virtueIsVoid: XiejiCases
  /// 諸事不忌: a virtue with 天赦 or 天願 (10-73b to 77a).
  package let nothingIsBad: XiejiCases

  package struct Gods: Sendable {
    /// 天德、月德、天德合、月德合
    package let virtues: XiejiGods
    /// 天德、月德、天德合、月德合、天願
    package let voidable: XiejiGods
    /// 天德、月德、天德合、月德合、天赦、天願、月恩、四相、時德
    package let easing: XiejiGods
    /// 月建、月破、平日、收日、閉日、劫煞、災煞、月煞、月刑、月害、月厭、大時、天吏、陽錯、陰錯
    package let graded: XiejiGods
    /// 四廢、歲薄、逐陣
    package let aggravating: XiejiGods
    /// 大時、天吏
    package let aggravated: XiejiGods
    /// 天德、月德、天德合、月德合、天赦、開日
    package let hunters: XiejiGods
    /// 天恩
    package let grace: XiejiGods
    /// 驛馬、天馬
    package let horses: XiejiGods
    /// 驛馬、天馬、建日
    package let graceHorses: XiejiGods
    /// 天馬
    package let heavenlyHorse: XiejiGods
    /// 月恩、四相、時德
    package let seasonVirtues: XiejiGods
    /// 月恩、四相、開日
    package let seasonGraces: XiejiGods
    /// 收日、六合、五富
    package let gatherers: XiejiGods
    /// 母倉、天倉
    package let granaries: XiejiGods
    /// 開日
    package let open: XiejiGods
    /// 三合
    package let triad: XiejiGods
    /// 吉期
    package let auspicious: XiejiGods
    /// 天喜
    package let joy: XiejiGods
    /// 月厭
    package let disgust: XiejiGods
    /// 往亡
    package let outgoing: XiejiGods
    /// 土府、土符、地囊
    package let earth: XiejiGods
    /// 四忌、四窮
    package let quarterTaboos: XiejiGods
    /// 執日、危日、收日
    package let hunterOfficers: XiejiGods
    /// 危日
    package let danger: XiejiGods
    /// What 三合 makes good on 寅申巳亥 days, and on 子午卯酉 days.
    package let motherStore: Int
    package let king: Int
    package let earthLord: Int
    package let outgoingIndex: Int

    fileprivate init<Fault: Error>(_ find: (String) throws(Fault) -> XiejiGods) throws(Fault) {
      virtues = try find("天德 月德 天德合 月德合")
      voidable = try find("天德 月德 天德合 月德合 天願")
      easing = try find("天德 月德 天德合 月德合 天赦 天願 月恩 四相 時德")
      graded = try find("月建 月破 平日 收日 閉日 劫煞 災煞 月煞 月刑 月害 月厭 大時 天吏 陽錯 陰錯")
      aggravating = try find("四廢 歲薄 逐陣")
      aggravated = try find("大時 天吏")
      hunters = try find("天德 月德 天德合 月德合 天赦 開日")
      grace = try find("天恩")
      horses = try find("驛馬 天馬")
      graceHorses = try find("驛馬 天馬 建日")
      heavenlyHorse = try find("天馬")
      seasonVirtues = try find("月恩 四相 時德")
      seasonGraces = try find("月恩 四相 開日")
      gatherers = try find("收日 六合 五富")
      granaries = try find("母倉 天倉")
      open = try find("開日")
      triad = try find("三合")
      auspicious = try find("吉期")
      joy = try find("天喜")
      disgust = try find("月厭")
      outgoing = try find("往亡")
      earth = try find("土府 土符 地囊")
      quarterTaboos = try find("四忌 四窮")
      hunterOfficers = try find("執日 危日 收日")
      danger = try find("危日")
      motherStore = try find("母倉").indices[0]
      king = try find("王日").indices[0]
      earthLord = try find("土府").indices[0]
      outgoingIndex = try find("往亡").indices[0]
    }
  }

  package struct Things: Sendable {
    /// 進人口、安床、經絡、醞釀、開市、立券、交易、納財、開倉庫、出貨財
    package let eased: XiejiItems
    /// 祭祀、解除、沐浴、整容、剃頭、整手足甲、補垣、塞穴、掃舍宇、修飾垣牆、平治道塗、破屋壞垣、伐木
    package let partingDays: XiejiItems
    /// 祭祀、宴會、沐浴、整容、剃頭、整手足甲、求醫療病、補垣、掃舍宇、修飾垣牆、平治道塗
    package let monthTabooDays: XiejiItems
    /// 頒詔
    package let edict: XiejiItems
    /// 宣政事
    package let announcing: XiejiItems
    /// 布政事
    package let carryingOut: XiejiItems
    /// 詔命公卿、招賢
    package let summoning: XiejiItems
    /// 施恩封拜、舉正直
    package let granting: XiejiItems
    /// 襲爵受封
    package let inheriting: XiejiItems
    /// 修倉庫
    package let storing: XiejiItems
    /// 沐浴
    package let bathing: XiejiItems
    /// 畋獵
    package let hunting: XiejiItems
    /// 取魚
    package let fishing: XiejiItems
    /// 伐木
    package let felling: XiejiItems
    /// 營建宮室
    package let palace: XiejiItems
    /// 修宮室
    package let house: XiejiItems
    /// 祭祀
    package let worship: XiejiItems
    /// 祈福、求嗣
    package let prayers: XiejiItems
    /// 開渠
    package let channel: XiejiItems
    /// 穿井
    package let well: XiejiItems
    /// 出師、遣使
    package let armies: XiejiItems
    /// 慶賜、賞賀
    package let gifts: XiejiItems
    /// 整容
    package let grooming: XiejiItems
    /// 行幸、上官赴任
    package let travelling: XiejiItems
    /// 補垣
    package let walls: XiejiItems
    /// 塞穴
    package let holes: XiejiItems
    /// 破土、安葬、啟攢
    package let graves: XiejiItems
    /// 破土、啟攢
    package let groundAndBones: XiejiItems
    /// 求醫療病
    package let doctor: XiejiItems
    /// 剃頭
    package let shaving: XiejiItems
    /// 整手足甲
    package let nails: XiejiItems
    /// 進人口、裁製、經絡、開市、立券、交易、納財、納畜
    package let starTaboos: XiejiItems
    /// 上表章、陳詞訟
    package let petitions: XiejiItems
    /// All things that the book speaks of.
    package let all: XiejiItems

    fileprivate init<Fault: Error>(all: XiejiItems, _ find: (String) throws(Fault) -> XiejiItems) throws(Fault) {
      self.all = all
      eased = try find("進人口 安床 經絡 醞釀 開市 立券 交易 納財 開倉庫 出貨財")
      partingDays = try find("祭祀 解除 沐浴 整容 剃頭 整手足甲 補垣 塞穴 掃舍宇 修飾垣牆 平治道塗 破屋壞垣 伐木")
      monthTabooDays = try find("祭祀 宴會 沐浴 整容 剃頭 整手足甲 求醫療病 補垣 掃舍宇 修飾垣牆 平治道塗")
      edict = try find("頒詔")
      announcing = try find("宣政事")
      carryingOut = try find("布政事")
      summoning = try find("詔命公卿 招賢")
      granting = try find("施恩封拜 舉正直")
      inheriting = try find("襲爵受封")
      storing = try find("修倉庫")
      bathing = try find("沐浴")
      hunting = try find("畋獵")
      fishing = try find("取魚")
      felling = try find("伐木")
      palace = try find("營建宮室")
      house = try find("修宮室")
      worship = try find("祭祀")
      prayers = try find("祈福 求嗣")
      channel = try find("開渠")
      well = try find("穿井")
      armies = try find("出師 遣使")
      gifts = try find("慶賜 賞賀")
      grooming = try find("整容")
      travelling = try find("行幸 上官赴任")
      walls = try find("補垣")
      holes = try find("塞穴")
      graves = try find("破土 安葬 啟攢")
      groundAndBones = try find("破土 啟攢")
      doctor = try find("求醫療病")
      shaving = try find("剃頭")
      nails = try find("整手足甲")
      starTaboos = try find("進人口 裁製 經絡 開市 立券 交易 納財 納畜")
      petitions = try find("上表章 陳詞訟")
    }
  }

  /// - Parameters:
  ///   - gods: finds gods by their names, with blanks between them.
  ///   - things: finds items likewise.
  ///   - cases: finds days likewise: `未己未` is 己未 in the month 未.
  package init<Fault: Error>(
    gods: (String) throws(Fault) -> XiejiGods, things: (String) throws(Fault) -> XiejiItems, all: XiejiItems,
    cases: (String) throws(Fault) -> XiejiCases
  ) throws(Fault) {
    self.gods = try Gods(gods)
    self.things = try Things(all: all, things)
    virtueIsVoid = try cases("未己未 未己巳 巳丙午 未戊午")
    nothingIsBad = try cases("卯甲戌 巳丙申 未甲午 申戊申 酉庚辰 戌辛卯 亥甲子 丑甲子")
  }
}
