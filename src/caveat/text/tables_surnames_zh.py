"""
Chinese surnames with their readings: where a name is cut in two, and which reading a surname has.

Written down by hand from common knowledge of the names of the Hundred Families and of today's most frequent
surnames, with the compound surnames of history and of novels. Simplified and traditional forms both stand
here.
"""

from collections.abc import Mapping
from types import MappingProxyType

_SINGLE = """
wang 王汪  li 李黎厉厲利郦酈  zhang 张張章  liu 刘劉柳  chen 陈陳  yang 杨楊羊阳陽  zhao 赵趙
huang 黄黃  zhou 周  wu 吴吳伍武邬鄔巫乌烏  xu 徐许許须須胥  sun 孙孫  hu 胡扈  zhu 朱祝诸諸竺  gao 高郜
lin 林蔺藺  he 何贺賀和赫  guo 郭  ma 马馬麻  luo 罗羅骆駱洛  liang 梁良  song 宋  zheng 郑鄭  xie 谢謝
han 韩韓  tang 唐汤湯  feng 冯馮封丰豐酆  yu 于余俞喻虞鱼魚郁於庾禹  dong 董  xiao 萧蕭肖  cheng 程成
cao 曹  yuan 袁元  deng 邓鄧  fu 傅付符扶  shen 沈申  peng 彭  lü 吕呂闾閭  su 苏蘇粟
lu 卢盧陆陸路鲁魯逯  jiang 江蒋蔣姜  cai 蔡  jia 贾賈  ding 丁  wei 魏韦韋卫衛危  xue 薛  ye 叶葉
yan 阎閻严嚴颜顏晏闫閆燕鄢言  pan 潘  du 杜都堵  dai 戴代  xia 夏  zhong 钟鍾钟鐘仲  tian 田  ren 任
fan 范樊  fang 方房  shi 石史施师師时時  yao 姚  tan 谭譚谈談  liao 廖  zou 邹鄒  xiong 熊  jin 金晋晉靳
hao 郝  kong 孔  bai 白柏  cui 崔  kang 康  mao 毛茅  qiu 邱丘秋裘  qin 秦  gu 顾顧古谷  hou 侯  shao 邵
meng 孟蒙  long 龙龍  wan 万萬  duan 段端  lei 雷  qian 钱錢  yin 尹殷印阴陰  chang 常昌  qiao 乔喬
lai 赖賴莱萊  gong 龚龔宫宮弓公巩鞏  wen 文温溫闻聞  pang 庞龐逄  lan 兰蘭蓝藍  mei 梅  mu 穆慕牧沐
ni 倪  bao 鲍鮑包  zuo 左  ji 季纪紀冀吉姬计計嵇汲籍  qi 齐齊祁戚漆亓  ge 葛戈  niu 牛钮鈕  you 尤游遊
bi 毕畢  nie 聂聶  jiao 焦  xiang 向项項  zhuang 庄莊  tong 童佟仝  guan 关關管官  ling 凌令  xin 辛
rao 饶饒  ruan 阮  ning 宁甯寧  ou 欧歐  kou 寇  zang 臧  jing 荆荊景经經井  min 闵閔  lou 娄婁楼樓
ai 艾  tu 涂屠  chu 褚储儲楚  nian 年  ju 鞠居  ying 应應英  bian 卞边邊  ke 柯  dou 窦竇  cen 岑
mi 米糜  ran 冉  pi 皮  bei 贝貝  shu 舒  teng 滕腾  rong 荣榮容戎融  ban 班  sang 桑  ao 敖  dian 典
zan 昝  chi 池迟遲  qu 屈曲麹瞿璩  kuai 蒯  pei 裴  jian 简簡蹇  ji 暨  zhan 詹湛  gan 甘干  yong 雍
hang 杭  hong 洪弘  lian 连連廉练練  mo 莫墨  bo 伯  ben 贲賁  cheng 盛  qi 綦  zong 宗  guang 广
yi 伊易衣  xi 奚席习習郗  si 司  ping 平  yue 岳嶽  shuai 帅帥  lao 劳勞  pu 蒲濮浦  bu 卜步  zhuo 卓
nan 南  chai 柴  che 车車  ba 巴  hua 华華花滑  sha 沙  sui 隋随隨眭  kuang 邝鄺匡况況  hei 黑  fei 费費
ji 蓟薊  lang 郎  gou 苟缑緱  e 鄂  ji 稽  jing 敬  cong 丛叢从  shan 单單  zha 查  zhai 翟  qiu 仇
xian 冼鲜鮮咸  miao 苗  mou 牟  lin 临  chao 晁巢  kan 阚闞  xun 荀寻尋郇  gui 桂归歸炅妫媯  na 那
nong 农農  ha 哈  ming 明  nai 佴  xing 邢幸  kui 隗  hui 惠回  tai 邰台  lu 禄祿  ao 奥  gao 皋
chong 种  mai 麦麥  shang 尚商  xi 席  zu 祖  bing 邴秉  qiang 强強  gai 盖蓋  guo 虢  gu 辜  ku 库庫
sai 赛賽  tao 陶  jia 郏郟  ci 次  fu 伏宓福富  bing 丙  tang 堂  chun 淳  rui 芮  yun 云雲恽惲郓
zhi 支  gou 勾  jiu 酒  guo 过  zhen 甄  yao 幺么
"""

_SPECIAL = """
曾 zeng  单 shan  單 shan  解 xie  仇 qiu  区 ou  區 ou  查 zha  朴 piao  任 ren  盖 gai ge  蓋 gai ge
乐 yue le  樂 yue le  员 yun  員 yun  缪 miao  繆 miao  繁 po  覃 qin tan  折 she  逢 pang  秘 bi  祕 bi
薄 bo  召 shao  种 chong  能 nai  祭 zhai  柏 bai bo  宓 fu mi  隗 wei kui  句 gou  尉 wei  谌 chen
諶 chen  乜 nie  费 fei bi  費 fei bi  郗 chi xi  洗 xian  翟 zhai di  牟 mu mou  盛 sheng  黑 he hei
仉 zhang  晟 cheng  葛 ge  瞿 qu  冼 xian  尹 yin  殷 yin  车 che  車 che  阚 kan  闞 kan  眭 sui
郇 xun huan  昝 zan  笪 da  麴 qu  鲜 xian  暴 bao  那 na  褚 chu  炅 gui  哈 ha  咸 xian  应 ying
於 yu  强 qiang  強 qiang  重 chong  度 du  适 kuo  相 xiang  么 yao  妫 gui  媯 gui  贲 ben  賁 ben
藏 zang  泷 shuang  贾 jia  賈 jia  石 shi  沈 shen  过 guo  過 guo  行 xing
"""

_DOUBLE = """
欧阳 ou yang  歐陽 ou yang  司马 si ma  司馬 si ma  诸葛 zhu ge  諸葛 zhu ge  上官 shang guan
夏侯 xia hou  皇甫 huang fu  尉迟 yu chi  尉遲 yu chi  公孙 gong sun  公孫 gong sun  慕容 mu rong
令狐 ling hu  长孙 zhang sun  長孫 zhang sun  宇文 yu wen  司徒 si tu  司空 si kong  司寇 si kou
独孤 du gu  獨孤 du gu  南宫 nan gong  南宮 nan gong  东方 dong fang  東方 dong fang  西门 xi men
西門 xi men  轩辕 xuan yuan  軒轅 xuan yuan  端木 duan mu  百里 bai li  呼延 hu yan  赫连 he lian
赫連 he lian  澹台 tan tai  澹臺 tan tai  公冶 gong ye  宗政 zong zheng  濮阳 pu yang  濮陽 pu yang
淳于 chun yu  单于 chan yu  單于 chan yu  太叔 tai shu  申屠 shen tu  仲孙 zhong sun  仲孫 zhong sun
钟离 zhong li  鍾離 zhong li  鲜于 xian yu  鮮于 xian yu  闾丘 lü qiu  閭丘 lü qiu  东郭 dong guo
東郭 dong guo  南郭 nan guo  西郭 xi guo  北宫 bei gong  北宮 bei gong  东宫 dong gong  左丘 zuo qiu
谷梁 gu liang  榖梁 gu liang  公羊 gong yang  拓跋 tuo ba  拓拔 tuo ba  完颜 wan yan  完顏 wan yan
耶律 ye lü  纳兰 na lan  納蘭 na lan  富察 fu cha  万俟 mo qi  萬俟 mo qi  闻人 wen ren  聞人 wen ren
第五 di wu  梁丘 liang qiu  漆雕 qi diao  乐正 yue zheng  樂正 yue zheng  壤驷 rang si  公良 gong liang
巫马 wu ma  巫馬 wu ma  微生 wei sheng  羊舌 yang she  颛孙 zhuan sun  顓孫 zhuan sun  宰父 zai fu
亓官 qi guan  段干 duan gan  归海 gui hai  哥舒 ge shu  仆固 pu gu  僕固 pu gu  贺兰 he lan  賀蘭 he lan
斛律 hu lü  高堂 gao tang  东门 dong men  東門 dong men  南门 nan men  叔孙 shu sun  叔孫 shu sun
季孙 ji sun  王孙 wang sun  子车 zi ju  司城 si cheng  公西 gong xi  公输 gong shu  公輸 gong shu
屈突 qu tu  侯莫陈 hou mo chen  阿史那 a shi na  尔朱 er zhu  爾朱 er zhu  步六孤 bu liu gu
钮祜禄 niu hu lu  鈕祜祿 niu hu lu  叶赫那拉 ye he na la  葉赫那拉 ye he na la  爱新觉罗 ai xin jue luo
愛新覺羅 ai xin jue luo  那拉 na la  吐谷浑 tu yu hun  沙陀 sha tuo  即墨 ji mo  褚师 chu shi
西陵 xi ling  北堂 bei tang  北冥 bei ming  楚离 chu li  江离 jiang li  墨台 mo tai  鬼谷 gui gu
"""


def _single() -> dict[str, tuple[str, ...]]:
    cells = _SINGLE.split()
    found: dict[str, tuple[str, ...]] = {
        character: (syllable,)
        for syllable, characters in zip(cells[::2], cells[1::2], strict=True)
        for character in characters
    }
    for cell in filter(None, (cell.split() for cell in _SPECIAL.replace("\n", "  ").split("  "))):
        found[cell[0]] = tuple(cell[1:])
    return found


def _double() -> dict[str, tuple[str, ...]]:
    cells = (cell.split() for cell in _DOUBLE.replace("\n", "  ").split("  "))
    return {cell[0]: tuple(cell[1:]) for cell in cells if cell}


SINGLE: Mapping[str, tuple[str, ...]] = MappingProxyType(_single())
"""Surname of one character → its readings in pinyin without tone, the usual one first."""

DOUBLE: Mapping[str, tuple[str, ...]] = MappingProxyType(_double())
"""Surname of two characters or more → one syllable for each character."""

EVERYDAY = frozenset(
    "云雲明时時成文安平南东東白黑高长常古江水金龙龍马馬牛羊鱼魚花红毛山石宫宮王丁丰千万萬青年计方边师師温老玉惠景宗"
)
"""Surnames that are as often an ordinary word at the head of a nickname, a religious name or a title."""
