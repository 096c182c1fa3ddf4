"""
Ordinary words that are liked as names, and so no proof that anybody is named: the lists of ``ja ko en ru``.

Written for this project. Chinese has its list by frequency in `tables_common_zh`. English and Russian words
are in lower case; a capital inside a sentence tells a name from them.
"""

JA = (
    "名前 先生 時間 人間 世界 今日 明日 昨日 今年 去年 自分 自身 学校 学生 生徒 教室 友達 家族 父親 母親 "
    "息子 娘 兄弟 姉妹 兄 姉 弟 妹 男 女 子供 大人 老人 少年 少女 青年 仲間 相手 敵 味方 王 女王 王子 "
    "王女 姫 皇帝 将軍 騎士 勇者 魔王 賢者 聖女 魔女 魔法 剣士 戦士 神 悪魔 天使 精霊 妖精 竜 龍 鬼 光 "
    "闇 影 炎 火 水 風 土 雷 氷 雪 雨 雲 空 海 山 川 森 林 花 桜 梅 松 竹 菊 蘭 葵 楓 椿 百合 薔薇 月 星 "
    "太陽 夜 朝 夕 昼 春 夏 秋 冬 希望 夢 愛 恋 命 心 魂 力 翼 剣 盾 弓 槍 刀 道 都 城 町 村 国 家 店 駅 "
    "本 手紙 電話 未来 過去 現在 永遠 自由 平和 勇気 正義 真実 嘘 秘密 約束 運命 奇跡 幸福 幸 不幸 恵 優 "
    "誠 真 純 静 明 清 正 勝 強 武 勇 進 学 実 望 光輝 輝 遥 彼方 大地 大和 大空 青空 海斗 渚 岬 泉 滝 "
    "湖 島 谷 岡 原 下級生 上級生 同級生 先輩 後輩 部長 課長 社長 会長 委員長 隊長 団長 船長 店長 医者 "
    "看護婦 刑事 探偵 作家 画家 歌手 俳優 商人 農民 職人 料理人 言葉 話 声 目 耳 口 手 足 頭 顔 髪 胸 体 "
    "気 気持ち 仕事 さくら ひかり のぞみ みらい ゆき はな そら うみ かぜ ほし つき ゆめ こころ あお "
    "みどり すみれ あやめ あんな こんな そんな どんな あの この その どの これ それ あれ どれ ここ そこ "
    "あそこ どこ しょう よう もの こと ひと とき ところ まま ため わけ はず つもり みんな わたし ぼく "
    "おれ あなた きみ かれ かのじょ テーブル ドア ベッド コーヒー バス タクシー ホテル レストラン ビール "
    "ワイン パン ケーキ チョコレート テレビ ラジオ カメラ ピアノ ギター ノート ペン ボタン シャツ ズボン "
    "スカート コート マント ベルト メートル キロ グラム トン パーセント ページ クラス グループ チーム "
    "メンバー リーダー ゲーム レベル スキル ステータス モンスター ドラゴン スライム ゴブリン オーク "
    "エルフ ドワーフ ギルド ダンジョン ポーション アイテム マスター ヒーロー エネルギー パワー スピード "
    "タイミング チャンス イメージ "
    "自然 問題 意味 理由 場所 場合 結果 原因 方法 関係 状態 状況 情報 社会 政治 経済 文化 "
    "歴史 科学 技術 芸術 音楽 文学 哲学 法律 教育 研究 計画 目的 目標 理想 現実 事実 事件 "
    "事故 事情 生活 人生 生命 動物 植物 物語 言語 文字 文章 新聞 雑誌 写真 映画 料理 食事 "
    "部屋 玄関 台所 階段 廊下 電車 自転車 自動車 飛行機 病院 銀行 図書館 公園 広場 道路 天気 "
    "季節 温度 地図 地震 台風 火事 戦争 警察 犯人 証拠 政府 国民 市民 住民 主人 夫人 夫婦 "
    "結婚 恋人 祖父 祖母 親友 感情 感覚 意識 記憶 経験 知識 知恵 理解 努力 成功 失敗 勝利 "
    "敗北 危険 安全 安心 心配 不安 恐怖 笑顔 思い出 気分 元気 健康 病気 背中 一番 一緒 一人 "
    "二人 三人 最初 最後 途中 以前 以後 午前 午後 今夜 昨夜 今朝 毎日 毎朝 毎晩 時代 時期 "
    "瞬間 期間 世代 年齢 誕生日 値段 商品 会社 会議 会話 質問 返事 説明 命令 許可 必要 重要 "
    "特別 普通 本当 大切 大事 大変 丁寧 親切 簡単 複雑 完全 正直 幸運 不思議 奇妙 突然 全部 "
    "全員 半分 沢山 色々 様々 大丈夫 勿論 多分 絶対 必死 無理 無駄 無事 可能 可能性 自慢 "
    "尊敬 信頼 信用 友情 愛情 祝福 宝物 黄金 土地 世間 天井 屋根 朝日 夕日 夕焼け 月光 星空 "
    "夜空 初夏 春風 秋風 若葉 花火 花束 小鳥 子猫 子犬 青春 青葉 紅葉 白雪 千里 万里 "
)
"""Japanese."""

KO = (
    "하늘 바다 나라 사랑 별 달 해 봄 여름 가을 겨울 아침 저녁 밤 이슬 보람 나무 꽃 눈 비 바람 구름 강 산 "
    "빛 소리 마음 사람 이름 시간 세상 세계 오늘 내일 어제 친구 가족 아버지 어머니 형 누나 오빠 언니 동생 "
    "선생 선생님 학생 학교 왕 왕자 공주 기사 용사 마왕 마법 검 신 천사 악마 용 희망 꿈 행복 자유 평화 "
    "용기 진실 비밀 약속 운명 기적 미래 과거 현재 영원 대장 사장 회장 의사 형사 작가 화가 가수 "
)
"""Korean."""

EN = (
    "red black white green brown gray grey blue gold silver rose lily daisy violet iris ivy holly hazel "
    "olive heather jasmine poppy flora fern forest woods field hill dale glen brook river lake stone "
    "rock flint clay sand snow frost winter summer spring autumn dawn sunny star sky storm gale rain "
    "cloud sun moon north west east south will mark bill bob rob jack nick pat sue art gene grant chase "
    "hunter archer baker cook smith miller mason carter cooper fisher fletcher taylor tyler turner "
    "walker wright page knight king queen prince princess duke earl baron bishop pope abbot dean major "
    "sergeant captain general colonel marshal chance grace hope faith charity joy joyce felicity harmony "
    "melody carol verity constance prudence patience mercy honor honour justice victor victoria pearl "
    "ruby amber jade crystal opal diamond gem angel heaven destiny april may june august sandy rusty "
    "dusty rich frank ernest earnest sterling noble young long short strong swift fox wolf bear lion "
    "hawk eagle robin wren jay martin swan crane drake finch colt buck dove raven crow sage rue basil "
    "ginger pepper cherry apple berry peach plum olive cash penny bond price worth sister brother mother "
    "father uncle aunt doctor teacher master lady lord sir madam hero soldier guard thief witch wizard "
    "dragon sword shield magic spirit ghost shadow light dark fire water wind earth time day night "
    "morning evening man woman boy girl child people house home city town village road street school "
    "church castle tower bridge gate door wall garden table book letter word name story song world life "
    "death love war peace power truth dream fate luck secret promise the a an and or but if of in on at "
    "to for with by from as is "
)
"""English."""

RU = (
    "вера надежда любовь слава роман мир свет роза лилия май марта август звезда заря весна зима лето "
    "осень ночь день утро вечер море гора лес поле река ветер снег дождь гром молния огонь вода земля "
    "небо солнце луна король королева принц принцесса князь граф барон рыцарь капитан генерал майор "
    "доктор учитель мастер герой солдат вор маг колдун ведьма дракон меч щит дух призрак тень сон судьба "
    "тайна правда смерть жизнь волк лис медведь лев орёл ястреб сокол голубь ворон мать отец брат сестра "
    "дядя тётя мальчик девочка человек дом город "
)
"""Russian."""

NO_NAMES_ZH = (
    "什么 怎么 这样 那样 这么 那么 大家 人家 自己 他们 我们 你们 咱们 别人 旁人 有人 无人 众人 大人 小人 "
    "女人 男人 黄酒 胡子 张三 李四 王八 朱门 郭外 林子 唐突 冯河 韩文 曹操 彭祖 阿唷 阿呀 阿弥 君子 君王 "
    "洛阳 陆地 侯爷 秋千 "
)
"""Chinese words that look like surname and name to a detector, and are not in the list by frequency."""
