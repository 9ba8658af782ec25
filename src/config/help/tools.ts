import type { Worded } from '../../contract/language.ts';
import { operationClasses } from '../../contract/operations/effects.ts';

/** Settings of tools, questions and answers. */
export const toolsHelp = {
  surface: {
    en: 'Tools to list: `everyday`, those of daily work and the way to all others, or `all`, one for each operation.',
    ru: 'Какие инструменты показывать: `everyday` — для повседневной работы, с доступом ко всем остальным, или `all` — по одному на операцию.',
  },
  toolsets: {
    en: 'Groups of tools to list in place of a surface, such as `cases,tasks`; `casebridge tools` names them.',
    ru: 'Группы инструментов вместо готового набора, например `cases,tasks`; их названия покажет `casebridge tools`.',
  },
  fetchHosts: {
    en: 'Hosts, with their subdomains, that the service may be asked to fetch files from over https; none: upload_from_address is left out.',
    ru: 'Хосты (с поддоменами), с которых сервис может по просьбе загружать файлы по https; если их нет, нет и upload_from_address.',
  },
  markup: {
    en: 'Tags in notifications and dialogs: `styled`, those that the service shows in style, or `safe`, also paragraphs, tables and the like; nothing that runs.',
    ru: 'Теги в уведомлениях и диалогах: `styled` — те, что сервис показывает с оформлением, `safe` — ещё абзацы, таблицы и подобное; ничего исполняемого.',
  },
  tools: {
    en: 'Single tools to list as well, and with a minus those to take away altogether, such as `get_user,-delete_case`.',
    ru: 'Отдельные инструменты: показать ещё и эти, а с минусом — убрать совсем, например `get_user,-delete_case`.',
  },
  readOnly: {
    en: 'Offer only tools that read; wins over `CASEBRIDGE_ALLOW`.',
    ru: 'Только инструменты, которые читают; важнее, чем `CASEBRIDGE_ALLOW`.',
  },
  allow: {
    en: `Classes of tools to offer: ${operationClasses.join(', ')}.`,
    ru: `Какие классы инструментов разрешены: ${operationClasses.join(', ')}.`,
  },
  confirm: {
    en: 'Classes of tools that a human is asked about before they are carried out; `none` asks about nothing.',
    ru: 'Перед какими классами инструментов спрашивать человека; `none` — ни перед какими.',
  },
  confirmBy: {
    en: 'How a human is asked: in a `dialog` of the assistant where it has one (elicitation), else in a `card` (MCP Apps).',
    ru: 'Как спрашивать человека: в окне ассистента (`dialog`), если оно у него есть, иначе в карточке (`card`, MCP Apps).',
  },
  cards: {
    en: 'Whether assistants that can (MCP Apps) also show answers as cards: `on` or `off`.',
    ru: 'Показывать ли ответы ещё и карточками там, где ассистент это умеет (MCP Apps): `on` или `off`.',
  },
  lookThrough: {
    en: 'Records of a list that are looked through, and compared here, where the service finds none by the words that it is asked for.',
    ru: 'Сколько записей списка просматривать и сравнивать здесь, если по заданным словам сервис ничего не находит.',
  },
  queryRequests: {
    en: 'Most requests to the service that one query over records sends; one that needs more is told how to narrow it.',
    ru: 'Сколько запросов к сервису может послать один запрос по записям; если нужно больше, будет сказано, как его сузить.',
  },
  answerTokens: {
    en: 'Most tokens of one answer, 500 to 20000; 0 sends the service’s JSON as it is, however long.',
    ru: 'Сколько токенов может занять один ответ, от 500 до 20000; 0 — JSON сервиса как есть, любой длины.',
  },
} as const satisfies Record<string, Worded>;
