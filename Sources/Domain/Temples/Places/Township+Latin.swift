public import Folklore

extension Township {
  /// `鹿港鎮`, `Lukang`. English has the ministry's spelling without the kind of township.
  public func name(in language: Language) -> String {
    guard language == .english else { return name }
    return (Self.otherLatinNames[county.name + name]?.first ?? latinNames.first).map(Romanization.capitalized) ?? name
  }

  /// The stem of the name in Latin letters, in lower case: `xitun` for 西屯區. Hanyu Pinyin, which the ministry's list of English names
  /// of administrative areas has but for Tamsui and Lukang, then Tongyong and Wade-Giles, which stand on older road signs.
  var latinNames: [String] {
    guard let index = county.townships.firstIndex(of: self) else { return [] }
    let stems = county.syllables.split(separator: " ")
    guard index < stems.count else { return [] }
    let syllables = stems[index].split(separator: "'").map(String.init)
    return [
      syllables.joined(), syllables.map(Romanization.tongyong).joined(), syllables.map(Romanization.wadeGiles).joined(),
    ] + (Self.otherLatinNames[county.name + name] ?? [])
  }

  private static let otherLatinNames = [
    "新北市淡水區": ["tamsui"], "彰化縣鹿港鎮": ["lukang"], "彰化縣彰化市": ["changhua"], "花蓮縣花蓮市": ["hualien"],
    "宜蘭縣宜蘭市": ["ilan"], "臺東縣臺東市": ["taitung"], "屏東縣屏東市": ["pingtung"], "桃園市龜山區": ["kueishan"],
  ]
}

/// Older Latin spellings of a syllable of Hanyu Pinyin, as signs have them: without tones, apostrophes and diaereses.
enum Romanization {
  static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

  /// Tongyong Pinyin, official in 2002-2008: `zhong` is `jhong`, `xin` is `sin`, `qi` is `ci`.
  static func tongyong(_ syllable: String) -> String {
    replaced(
      syllable,
      [
        ("zhi", "jhih"), ("chi", "chih"), ("shi", "shih"), ("ri", "rih"), ("zi", "zih"), ("ci", "cih"), ("si", "sih"),
      ],
      [("zh", "jh"), ("q", "c"), ("x", "s")], [("iu", "iou"), ("ui", "uei"), ("wen", "wun"), ("feng", "fong")])
  }

  /// Wade-Giles: `zhong` is `chung`, `xin` is `hsin`, `gao` is `kao`.
  static func wadeGiles(_ syllable: String) -> String {
    replaced(
      syllable,
      [
        ("zhi", "chih"), ("chi", "chih"), ("shi", "shih"), ("ri", "jih"), ("zi", "tzu"), ("ci", "tzu"), ("si", "szu"),
        ("yan", "yen"), ("ye", "yeh"), ("er", "erh"), ("he", "ho"), ("gui", "kuei"), ("you", "yu"), ("yi", "i"),
      ],
      [
        ("zh", "ch"), ("b", "p"), ("d", "t"), ("g", "k"), ("j", "ch"), ("q", "ch"), ("x", "hs"), ("z", "ts"),
        ("c", "ts"),
        ("r", "j"),
      ],
      [("ong", "ung"), ("ian", "ien"), ("ie", "ieh"), ("ui", "ui"), ("uo", "o")])
  }

  /// A whole syllable, else its beginning and its end.
  private static func replaced(
    _ syllable: String, _ wholes: [(String, String)], _ beginnings: [(String, String)], _ ends: [(String, String)]
  ) -> String {
    if let whole = wholes.first(where: { $0.0 == syllable }) { return whole.1 }
    var text = syllable
    // "ch" and "sh" are no c and s.
    if !text.hasPrefix("ch"), !text.hasPrefix("sh"), let (from, to) = beginnings.first(where: { text.hasPrefix($0.0) })
    {
      text = to + text.dropFirst(from.count)
    }
    if let (from, to) = ends.first(where: { text.hasSuffix($0.0) }) { text = text.dropLast(from.count) + to }
    return text
  }
}

extension County {
  /// `彰化縣`, `Changhua`. English has the usual spelling without the kind of county.
  public func name(in language: Language) -> String {
    guard language == .english else { return name }
    if self == .newTaipei { return "New Taipei" }
    return latinNames.first.map(Romanization.capitalized) ?? name
  }

  /// The English name, and Latin spellings that are in use, in lower case without blanks.
  var latinNames: [String] {
    switch self {
    case .taipei: ["taipei", "taibei"]
    case .newTaipei: ["newtaipei", "xinbei", "sinbei", "hsinpei"]
    case .taoyuan: ["taoyuan"]
    case .taichung: ["taichung", "taizhong", "taijhong"]
    case .tainan: ["tainan"]
    case .kaohsiung: ["kaohsiung", "gaoxiong", "gaosyong"]
    case .yilan: ["yilan", "ilan"]
    case .hsinchuCounty, .hsinchu: ["hsinchu", "xinzhu", "sinjhu"]
    case .miaoli: ["miaoli"]
    case .changhua: ["changhua", "zhanghua", "jhanghua"]
    case .nantou: ["nantou"]
    case .yunlin: ["yunlin"]
    case .chiayiCounty, .chiayi: ["chiayi", "jiayi", "chiai"]
    case .pingtung: ["pingtung", "pingdong"]
    case .taitung: ["taitung", "taidong"]
    case .hualien: ["hualien", "hualian"]
    case .penghu: ["penghu", "pescadores"]
    case .keelung: ["keelung", "jilong", "chilung"]
    case .kinmen: ["kinmen", "jinmen", "quemoy"]
    case .lienchiang: ["lienchiang", "lianjiang", "matsu"]
    }
  }

  /// The syllables of its townships, in the order of `townships`.
  fileprivate var syllables: String {
    switch self {
    case .taipei:
      "zhong'zheng da'tong zhong'shan song'shan da'an wan'hua xin'yi shi'lin bei'tou nei'hu nan'gang wen'shan"
    case .newTaipei:
      "ban'qiao san'chong zhong'he yong'he xin'zhuang xin'dian shu'lin ying'ge san'xia dan'shui xi'zhi rui'fang "
        + "tu'cheng lu'zhou wu'gu tai'shan lin'kou shen'keng shi'ding ping'lin san'zhi shi'men ba'li ping'xi shuang'xi "
        + "gong'liao jin'shan wan'li wu'lai"
    case .taoyuan:
      "tao'yuan zhong'li da'xi yang'mei lu'zhu da'yuan gui'shan ba'de long'tan ping'zhen xin'wu guan'yin fu'xing"
    case .taichung:
      "zhong dong nan xi bei bei'tun xi'tun nan'tun tai'ping da'li wu'feng wu'ri feng'yuan hou'li shi'gang dong'shi "
        + "he'ping xin'she tan'zi da'ya shen'gang da'du sha'lu long'jing wu'qi qing'shui da'jia wai'pu da'an"
    case .tainan:
      "zhong'xi dong nan bei an'ping an'nan yong'kang gui'ren xin'hua zuo'zhen yu'jing nan'xi nan'hua ren'de "
        + "guan'miao long'qi guan'tian ma'dou jia'li xi'gang qi'gu jiang'jun xue'jia bei'men xin'ying hou'bi bai'he "
        + "dong'shan liu'jia xia'ying liu'ying yan'shui shan'hua da'nei shan'shang xin'shi an'ding"
    case .kaohsiung:
      "nan'zi zuo'ying gu'shan san'min yan'cheng qian'jin xin'xing ling'ya qian'zhen qi'jin xiao'gang feng'shan "
        + "da'liao niao'song lin'yuan ren'wu da'shu da'she gang'shan lu'zhu qiao'tou zi'guan mi'tuo yong'an yan'chao "
        + "tian'liao a'lian qie'ding hu'nei qi'shan mei'nong nei'men shan'lin jia'xian liu'gui mao'lin tao'yuan "
        + "na'ma'xia"
    case .yilan:
      "yi'lan luo'dong su'ao tou'cheng jiao'xi zhuang'wei yuan'shan dong'shan wu'jie san'xing da'tong nan'ao"
    case .hsinchuCounty:
      "zhu'bei zhu'dong xin'pu guan'xi hu'kou xin'feng e'mei bao'shan bei'pu qiong'lin heng'shan jian'shi wu'feng"
    case .miaoli:
      "miao'li tou'fen zhu'nan hou'long tong'xiao yuan'li zhuo'lan zao'qiao xi'hu tou'wu gong'guan tong'luo san'yi "
        + "da'hu shi'tan san'wan nan'zhuang tai'an"
    case .changhua:
      "zhang'hua yuan'lin he'mei lu'gang xi'hu er'lin tian'zhong bei'dou hua'tan fen'yuan da'cun yong'jing "
        + "shen'gang xian'xi fu'xing xiu'shui pu'xin pu'yan da'cheng fang'yuan zhu'tang she'tou er'shui tian'wei pi'tou "
        + "xi'zhou"
    case .nantou:
      "nan'tou pu'li cao'tun zhu'shan ji'ji ming'jian lu'gu zhong'liao yu'chi guo'xing shui'li xin'yi ren'ai"
    case .yunlin:
      "dou'liu dou'nan hu'wei xi'luo tu'ku bei'gang lin'nei gu'keng da'pi ci'tong bao'zhong er'lun lun'bei mai'liao "
        + "tai'xi dong'shi yuan'chang si'hu kou'hu shui'lin"
    case .chiayiCounty:
      "tai'bao pu'zi bu'dai da'lin min'xiong xi'kou xin'gang liu'jiao dong'shi yi'zhu lu'cao shui'shang zhong'pu "
        + "zhu'qi mei'shan fan'lu da'pu a'li'shan"
    case .pingtung:
      "ping'dong chao'zhou dong'gang heng'chun wan'dan chang'zhi lin'luo jiu'ru li'gang yan'pu gao'shu wan'luan "
        + "nei'pu zhu'tian xin'pi fang'liao xin'yuan kan'ding lin'bian nan'zhou jia'dong liu'qiu che'cheng man'zhou "
        + "fang'shan san'di'men wu'tai ma'jia tai'wu lai'yi chun'ri shi'zi mu'dan"
    case .taitung:
      "tai'dong cheng'gong guan'shan bei'nan da'wu tai'ma'li dong'he chang'bin lu'ye chi'shang lu'dao yan'ping "
        + "hai'duan da'ren jin'feng lan'yu"
    case .hualien:
      "hua'lian feng'lin yu'li xin'cheng ji'an shou'feng guang'fu feng'bin rui'sui fu'li xiu'lin wan'rong zhuo'xi"
    case .penghu:
      "ma'gong hu'xi bai'sha xi'yu wang'an qi'mei"
    case .keelung:
      "ren'ai xin'yi zhong'zheng zhong'shan an'le nuan'nuan qi'du"
    case .hsinchu:
      "dong bei xiang'shan"
    case .chiayi:
      "dong xi"
    case .kinmen:
      "jin'cheng jin'hu jin'sha jin'ning lie'yu wu'qiu"
    case .lienchiang:
      "nan'gan bei'gan ju'guang dong'yin"
    }
  }
}
