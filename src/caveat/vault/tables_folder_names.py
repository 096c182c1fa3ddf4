"""
Folder names and tags by what they usually hold, in eight languages.

A name stands here only when it says by itself what the notes are. It is compared whole, after numbering
and decoration are taken off (``01_Templates``, ``10 - Meetings``, ``📅 Daily``), never as a part of a
longer name: *contract work* is no contract.
"""

from collections.abc import Mapping
from typing import Literal

Category = Literal[
    "contract", "legal", "transcript", "meeting", "web", "log", "lesson", "people", "project",
    "skill", "generated", "perhaps generated", "summary", "template",
]  # fmt: skip

# One line a language: en, de, fr, es, ru, zh, ja, ko.
_NAMES: Mapping[Category, str] = {
    "contract": """
        contracts, contract, agreements, leases
        verträge, vertrag, vereinbarungen
        contrats, contrat, baux
        contratos, contrato, acuerdos
        договоры, договор, договора, контракты, соглашения
        合同, 合约, 协议, 合同协议, 合約, 協議
        契約, 契約書
        계약, 계약서
    """,
    "legal": """
        legal, legal documents, laws, statutes, official documents
        rechtliches, gesetze, behörden, amtliches
        juridique, légal, lois, documents officiels
        leyes, documentos oficiales, documentos legales
        юридическое, юридические документы, законы, официальные документы
        法律, 法规, 法律文件, 官方文件, 法規
        法務, 法令, 公文書
        법률, 법령, 법률 문서, 공문서
    """,
    "transcript": """
        transcripts, transcript, transcriptions, call transcripts, meeting transcripts
        transkripte, transkript, transkriptionen, mitschriften, abschriften
        transcriptions, transcription, retranscriptions
        transcripciones, transcripción
        расшифровки, транскрипты, стенограммы, расшифровки встреч, расшифровки звонков
        转录, 逐字稿, 转写, 录音转写, 文字记录, 轉錄
        文字起こし, 書き起こし, トランスクリプト
        녹취록, 녹취, 전사
    """,
    "meeting": """
        meetings, meeting, meeting notes, minutes, meeting minutes, calls, standups, 1on1, 1 on 1s
        besprechungen, meetings, sitzungen, protokolle, besprechungsnotizen
        réunions, réunion, comptes rendus, comptes-rendus
        reuniones, reunión, actas, notas de reuniones
        встречи, совещания, протоколы, звонки, протоколы встреч
        会议, 会议记录, 会议纪要, 會議, 會議記錄
        会議, 議事録, 打ち合わせ, ミーティング
        회의, 회의록, 미팅
    """,
    "web": """
        clippings, clipping, web clippings, web clipping, clips, web clips, webclips, read later,
        instapaper,
        raindrop, omnivore
        webclips, web-clips, ausschnitte, web-ausschnitte
        coupures, articles web
        recortes, recortes web, artículos web
        вырезки, веб-вырезки, статьи из сети, клиппинги
        网页剪藏, 剪藏, 网摘, 收藏文章
        クリップ, ウェブクリップ, webクリップ, 切り抜き
        웹 클리핑, 스크랩, 웹 스크랩, 클리핑
    """,
    "log": """
        daily, daily notes, daily note, dailies, journal, journals, diary, diaries, log, logs, worklog,
        weekly, weekly notes, monthly notes, periodic notes, session logs, changelogs
        tagebuch, tagesnotizen, täglich, tägliche notizen, journal, logbuch, wochennotizen
        journal, journaux, notes quotidiennes, quotidien, journal intime, carnet de bord
        diario, diarios, notas diarias, bitácora, registro diario
        дневник, ежедневные заметки, ежедневник, журнал, логи, дневники, ежедневные
        日记, 每日笔记, 日志, 日誌, 周记, 日記, 每日記錄
        日記, デイリーノート, デイリー, 日報, 作業ログ, ログ, 週報
        일기, 일지, 데일리 노트, 데일리, 일일 노트, 업무일지
    """,
    "lesson": """
        lessons, lesson, lesson learned, lessons learned, learnings, retrospectives, retros,
        postmortems, post-mortems
        lektionen, erkenntnisse, lessons learned, gelerntes, rückblicke, retrospektiven
        leçons, enseignements, rétrospectives, leçons apprises, retours d'expérience
        lecciones, lecciones aprendidas, aprendizajes, retrospectivas
        уроки, выводы, извлечённые уроки, ретроспективы, ретро
        经验教训, 教训, 复盘, 心得, 經驗教訓, 覆盤
        教訓, 学び, 振り返り, ふりかえり
        교훈, 배운 점, 배운점, 회고
    """,
    "people": """
        people, persons, contacts, crm, clients, customers
        personen, kontakte, menschen, leute, kunden
        personnes, contacts, gens, clients
        personas, contactos, gente, clientes
        люди, контакты, персоны, клиенты
        人物, 联系人, 人脉, 客户, 聯絡人, 客戶
        人物, 連絡先, 人々, 顧客
        사람, 사람들, 인물, 연락처, 고객
    """,
    "project": """
        projects, project
        projekte, projekt
        projets, projet
        proyectos, proyecto
        проекты, проект
        项目, 專案, 项目管理
        プロジェクト, 案件
        프로젝트
    """,
    "skill": """
        skills, skill, principles, principle, playbooks, playbook, runbooks,
        how-to, how-tos, howto, howtos, sop, sops,
        procedures, checklists
        fähigkeiten, prinzipien, grundsätze, rezepte, anleitungen, verfahren, checklisten
        compétences, principes, recettes, procédures, modes d'emploi
        habilidades, principios, recetas, procedimientos, guías
        навыки, принципы, рецепты, инструкции, регламенты, чек-листы
        技能, 原则, 食谱, 菜谱, 流程, 操作手册, 原則, 食譜
        スキル, 原則, レシピ, 手順, 手順書
        원칙, 레시피, 절차, 매뉴얼
    """,
    "generated": """
        ai generated, ai-generated, ai summaries, ai-summaries, ai notes, ai output, llm output,
        chatgpt exports, chatgpt export, claude exports, ai chats, chatgpt conversations, generated summaries
        ki-generiert, ki generiert, ki-zusammenfassungen, ki-notizen
        généré par ia, résumés ia, notes ia
        generado por ia, resúmenes ia, notas ia
        сгенерировано, сгенерированное, сводки ии, резюме ии, заметки ии
        ai生成, ai总结, ai摘要, 机器生成, ai总结笔记, ai總結
        ai生成, ai要約, aiメモ, 自動生成
        ai 생성, ai 요약, ai요약, ai생성, 자동 생성
    """,
    "perhaps generated": """
        ai, chatgpt, claude, gpt, gemini, copilot, llm, llms, deepseek, generated
        ki, künstliche intelligenz
        ia, intelligence artificielle
        ia, inteligencia artificial
        ии, искусственный интеллект, нейросети
        人工智能, 大模型, 人工智慧
        人工知能, 生成ai
        인공지능, 생성형 ai
    """,
    "summary": """
        summaries, summary, digests
        zusammenfassungen, zusammenfassung, kurzfassungen
        résumés, résumé, synthèses
        resúmenes, resumen
        конспекты, резюме, сводки, краткие изложения
        摘要, 总结, 總結
        要約, まとめ, サマリー
        요약, 요약본
    """,
    "template": """
        templates, template, template notes, note templates
        vorlagen, vorlage
        modèles, modèle, gabarits
        plantillas, plantilla
        шаблоны, шаблон
        模板, 范本, 模版, 範本
        テンプレート, テンプレ, 雛形, ひな形
        템플릿, 서식
    """,
}

NAMES: tuple[tuple[str, Category], ...] = tuple(
    (name.strip(), category)
    for category, block in _NAMES.items()
    for name in block.replace("\n", ",").split(",")
    if name.strip()
)
"""Each name in lower case with its category; no name is given to two."""
