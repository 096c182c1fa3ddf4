"""
Chinese words whose characters are not read as they usually are, and characters that have several readings.

Written down by hand: places and persons that a character's usual reading would get wrong, and ordinary
words that
stand in names of shops, sects and techniques. Keys are in simplified characters; `SIMPLIFIED` brings the
traditional ones that occur in them (and in the table of surnames) to the same form.
"""

from collections.abc import Mapping
from types import MappingProxyType

_WORDS = """
长安 chang an  长春 chang chun  长沙 chang sha  长城 chang cheng  长江 chang jiang  长白 chang bai
长生 chang sheng  长老 zhang lao  长史 zhang shi  长者 zhang zhe  长公主 zhang gong zhu  长子 zhang zi
校长 xiao zhang  队长 dui zhang  族长 zu zhang  会长 hui zhang  家长 jia zhang  村长 cun zhang
成长 cheng zhang  掌门 zhang men  首长 shou zhang  重庆 chong qing  重阳 chong yang  重华 chong hua
重耳 chong er  重楼 chong lou  九重 jiu chong  重生 chong sheng  银行 yin hang  行会 hang hui
商行 shang hang  行者 xing zhe  行唐 xing tang  太行 tai hang  行首 hang shou  厦门 xia men  大厦 da sha
朝阳 chao yang  朝歌 zhao ge  朝鲜 chao xian  朝廷 chao ting  唐朝 tang chao  明朝 ming chao
王朝 wang chao  乐山 le shan  乐清 yue qing  乐亭 lao ting  乐陵 lao ling  音乐 yin yue  乐府 yue fu
乐师 yue shi  乐昌 le chang  乐平 le ping  乐毅 yue yi  乐进 yue jin  乐羊 yue yang  常乐 chang le
伯乐 bo le  安乐 an le  长乐 chang le  六安 lu an  蚌埠 beng bu  亳州 bo zhou  台州 tai zhou
天台 tian tai  丽水 li shui  歙县 she xian  渑池 mian chi  鄱阳 po yang  荥阳 xing yang  荥经 ying jing
浚县 xun xian  泌阳 bi yang  大埔 da bu  黄埔 huang pu  吴堡 wu bu  铅山 yan shan  单县 shan xian
东莞 dong guan  莞城 guan cheng  莘县 shen xian  莘庄 xin zhuang  尉氏 wei shi  尉犁 yu li
洪洞 hong tong  会稽 kuai ji  任丘 ren qiu  曲阜 qu fu  涡阳 guo yang  枞阳 zong yang  郫县 pi xian
犍为 qian wei  筠连 jun lian  什邡 shi fang  都江堰 du jiang yan  成都 cheng du  浒墅关 xu shu guan
甪直 lu zhi  井陉 jing xing  蔚县 yu xian  蠡县 li xian  繁峙 fan shi  解州 xie zhou  解池 xie chi
临朐 lin qu  番禺 pan yu  阿房宫 e pang gong  阿房 e pang  东阿 dong e  太阿 tai e  吐蕃 tu bo
龟兹 qiu ci  大宛 da yuan  月氏 yue zhi  身毒 shen du  可汗 ke han  单于 chan yu  阏氏 yan zhi
冒顿 mo du  金日磾 jin mi di  金日䃅 jin mi di  日磾 mi di  郦食其 li yi ji  审食其 shen yi ji
食其 yi ji  樊於期 fan wu qi  於期 wu ji  范雎 fan ju  皋陶 gao yao  伍员 wu yun  万俟卨 mo qi xie
曹大家 cao da gu  妲己 da ji  嫪毐 lao ai  吕不韦 lü bu wei  尉缭 wei liao  尉迟 yu chi
大月氏 da yue zhi  尉迟恭 yu chi gong  长孙 zhang sun  令狐 ling hu  澹台 tan tai  祭遵 zhai zun
召公 shao gong  费无极 fei wu ji  叶公 she gong  角里 lu li  角直 lu zhi  夏无且 xia wu ju  龙且 long ju
酂县 zan xian  盱眙 xu yi  柏林 bo lin  济南 ji nan  济宁 ji ning  济水 ji shui  西藏 xi zang
藏族 zang zu  宝藏 bao zang  地藏 di zang  三藏 san zang  唐三藏 tang san zang  藏经阁 cang jing ge
玄奘 xuan zang  大藏经 da zang jing  藏剑 cang jian  珍藏 zhen cang  土地 tu di  地府 di fu
阿弥陀佛 e mi tuo fo  佛山 fo shan  弥勒佛 mi le fo  如来佛 ru lai fo  仿佛 fang fu  般若 bo re
南无 na mo  迦叶 jia she  摩诃 mo he  伽蓝 qie lan  瑜伽 yu jia  禅让 shan rang  封禅 feng shan
贝勒 bei le  格格 ge ge  都尉 du wei  校尉 xiao wei  少尉 shao wei  太尉 tai wei  丞相 cheng xiang
宰相 zai xiang  相国 xiang guo  传奇 chuan qi  水浒传 shui hu zhuan
射雕英雄传 she diao ying xiong zhuan  左传 zuo zhuan  列传 lie zhuan  外传 wai zhuan  史记 shi ji
西游记 xi you ji  红楼梦 hong lou meng  乾坤 qian kun  乾隆 qian long  弹弓 dan gong  降龙 xiang long
降魔 xiang mo  伏羲 fu xi  女娲 nü wa  西施 xi shi  共工 gong gong  祝融 zhu rong  尧舜 yao shun
哪吒 ne zha  那吒 ne zha  藏獒 zang ao  朱雀 zhu que  玄武 xuan wu  貔貅 pi xiu  饕餮 tao tie
穷奇 qiong qi  夫差 fu chai  参商 shen shang  人参 ren shen  参将 can jiang  曾参 zeng shen
岑参 cen shen  叶枫 ye feng  叔孙通 shu sun tong  曾祖 zeng zu  曾子 zeng zi  不曾 bu ceng
盛京 sheng jing  茂盛 mao sheng  血魔 xue mo  血煞 xue sha  煞气 sha qi  角色 jue se
宫商角 gong shang jue  觉远 jue yuan  觉醒 jue xing  睡觉 shui jiao  数学 shu xue  便宜 pian yi
还珠 huan zhu  还魂 huan hun  归还 gui huan  蛤蟆 ha ma  虎丘 hu qiu  戏谑 xi xue  道行 dao heng
五行 wu xing  修行 xiu xing  横行 heng xing  重剑 zhong jian  为止 wei zhi  中牟 zhong mu  牟平 mu ping
中山 zhong shan  石家庄 shi jia zhuang  葛洲坝 ge zhou ba  诸葛 zhu ge  百色 bo se  南浔 nan xun
黄陂 huang pi  陂塘 bei tang  华佗 hua tuo  华山 hua shan  华容 hua rong  燕京 yan jing  燕山 yan shan
燕国 yan guo  洞庭 dong ting  澄江 cheng jiang  莎车 sha che  莎士比亚 sha shi bi ya  且末 qie mo
敦煌 dun huang  鞑靼 da da  契丹 qi dan  女真 nü zhen  回纥 hui he  靺鞨 mo he  高句丽 gao gou li
句容 ju rong  句践 gou jian  勾践 gou jian  夏侯惇 xia hou dun  大夫 da fu  太常 tai chang
郑和 zheng he  唐和 tang he  和珅 he shen  康熙 kang xi  澳门 ao men  旋风 xuan feng  解放 jie fang
化解 hua jie  少林 shao lin  少室 shao shi  王子 wang zi  王爷 wang ye  灵儿 ling er  南阳 nan yang
仇池 chou chi  复仇 fu chou  仇人 chou ren  单刀 dan dao  任我行 ren wo xing  独行 du xing
飞行 fei xing  洗剑 xi jian  朴实 pu shi  冠军 guan jun  鹳雀 guan que  白居易 bai ju yi  堡垒 bao lei
瞿塘 qu tang  沈阳 shen yang  蜀汉 shu han  巷道 hang dao  厘米 li mi  哈达 ha da  拓跋 tuo ba
拓片 ta pian  轧钢 zha gang  鸿鹄 hong hu  天竺 tian zhu  身份 shen fen  率领 shuai ling  速率 su lü
一率 yi lü  提防 di fang  朱提 shu shi  朴刀 po dao  蔚然 wei ran  玛瑙 ma nao  虾蟆 ha ma
"""

_CELLS = [cell.split() for cell in _WORDS.replace("\n", "  ").split("  ") if cell.strip()]

WORDS: Mapping[str, tuple[str, ...]] = MappingProxyType({cell[0]: tuple(cell[1:]) for cell in _CELLS})
"""Word in simplified characters → one syllable for each character."""

_OTHERS = """
朝 zhao  乐 yue  茜 xi  长 zhang  重 chong  行 hang heng  藏 zang  传 zhuan  柏 bo  薄 bao  参 shen
盛 cheng  娜 nuo  佛 fu  叶 xie  蔚 yu  会 kuai  强 jiang  弹 tan  莞 guan  角 jue  隽 juan  龟 qiu
率 shuai  伽 qie ga  蕃 bo  省 xing  堡 bu  埔 bu  涡 guo  番 pan  莎 suo  期 ji  宿 xiu  曾 ceng
觉 jiao  晟 cheng  炅 gui  莘 shen  靓 liang  珩 hang  解 xie  单 shan chan  给 gei  还 huan  度 duo
都 dou  血 xie  车 ju  厦 sha  校 jiao  种 chong  降 xiang  禅 shan  调 tiao  了 le  着 zhuo  的 di
乘 sheng  缪 miao  奇 ji  识 zhi  数 shuo  铅 yan  屏 bing  鹄 gu  若 re  邪 ye  说 yue  仇 qiu  区 ou
查 zha  朴 piao  盖 ge  员 yun  覃 qin  贾 gu  尉 yu  翟 di  宓 fu  郗 chi  隗 kui  褚 zhe  恶 wu
露 lou  六 lu  颉 xie  祭 zhai  辟 bi  粘 nian  剥 bao  削 xue  仔 zai  槛 kan  嚼 jue  钥 yue  泊 po
沓 da  泷 shuang  戏 hu  呵 a  殷 yan  杉 sha
"""

OTHERS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        cell[0]: tuple(cell[1:])
        for cell in (cell.split() for cell in _OTHERS.replace("\n", "  ").split("  "))
        if cell
    }
)
"""Simplified character → readings that it also has in given names, besides the usual one."""

SIMPLIFIED: Mapping[int, int] = MappingProxyType(
    str.maketrans(
        "長慶陽華樓銀會廈鮮樂進羅師陵縣澠陽滎經鉛單東莊為連臨關陘蠡龜茲閼頓審員萬與無禪貝勒傳奪記遊紅夢彈龍"
        "媧堯吒窮參將葉楓孫盛氣覺遠數還歸蟆戲謔劍莞實軍雀壘瀋漢厘達鋼鴻鵠領瑪蝦藏緲繆區樸蓋賈強調種給惡識"
        "隊族門國陰濟寧寶馬頭齊趙範蔣劉張陳楊諸聖鳳鶴鷹鐵銅錢鎮雲霧靈風飛魚鳥車軒轅遼邊鄭鄧鄒廬廣嚴權歐"
        "澤鄉黃島嶺嶽縉顏額願類顧頡頗項順須顧韋陸陝隴隨險際陣陸階隱離難電靜韓響頌飄養館騎驚駱驢羋",
        "长庆阳华楼银会厦鲜乐进罗师陵县渑阳荥经铅单东庄为连临关陉蠡龟兹阏顿审员万与无禅贝勒传夺记游红梦弹龙"
        "娲尧吒穷参将叶枫孙盛气觉远数还归蟆戏谑剑莞实军雀垒沈汉厘达钢鸿鹄领玛虾藏缈缪区朴盖贾强调种给恶识"
        "队族门国阴济宁宝马头齐赵范蒋刘张陈杨诸圣凤鹤鹰铁铜钱镇云雾灵风飞鱼鸟车轩辕辽边郑邓邹庐广严权欧"
        "泽乡黄岛岭岳缙颜额愿类顾颉颇项顺须顾韦陆陕陇随险际阵陆阶隐离难电静韩响颂飘养馆骑惊骆驴芈",
    )
)
"""Traditional → simplified for the characters of these tables; one for one, for `str.translate`."""
