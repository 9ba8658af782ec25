import { z } from 'zod';
import { type OperationClass, operationClasses } from '../../contract/operations/effects.ts';
import { waysToAsk } from '../../mcp/guards/ways-to-ask.ts';
import { isPublicName } from '../../mcp/outbound/fetch-hosts.ts';
import { markups } from '../../mcp/outbound/markup-choice.ts';
import { parseChanges, surfaces, wordsOf } from '../../mcp/tools/tool-selection.ts';
import { valueFaults } from '../messages.ts';
import { oneOf, type Setting, setting, switchedOn, whole, wrong } from '../setting.ts';

/** Settings for the tools that assistants can use, and for confirmations. */
export const toolSettings = {
  readOnly: setting({
    name: 'read-only',
    reader: 'user',
    schema: switchedOn,
    default: 'false',
    en: 'Offer only tools that read; wins over `CASEBRIDGE_ALLOW`.',
    ru: 'Только инструменты, которые читают; важнее, чем `CASEBRIDGE_ALLOW`.',
  }),
  surface: setting({
    name: 'surface',
    reader: 'user',
    schema: oneOf(surfaces),
    default: 'everyday',
    en: 'Tools to list: `everyday`, those of daily work and the way to all others, or `all`, one for each operation.',
    ru: 'Какие инструменты показывать: `everyday` — для повседневной работы, с доступом ко всем остальным, или `all` — по одному на операцию.',
  }),
  toolsets: setting({
    name: 'toolsets',
    reader: 'user',
    schema: z.string().max(2000).transform(wordsOf),
    default: '',
    en: 'Groups of tools to list in place of a surface, such as `cases,tasks`; `casebridge tools` names them.',
    ru: 'Группы инструментов вместо готового набора, например `cases,tasks`; их названия покажет `casebridge tools`.',
  }),
  tools: setting({
    name: 'tools',
    reader: 'user',
    schema: z.string().max(8000).transform(parseChanges),
    default: '',
    en: 'Single tools to list as well, and with a minus those to take away altogether, such as `get_user,-delete_case`.',
    ru: 'Отдельные инструменты: показать ещё и эти, а с минусом — убрать совсем, например `get_user,-delete_case`.',
  }),
  confirm: setting({
    name: 'confirm',
    reader: 'user',
    schema: z
      .string()
      .transform((value, context) => (value === 'none' ? new Set<never>() : parseClasses(value, context))),
    default: 'delete,outbound,admin',
    en: 'Classes of tools that a human is asked about before they are carried out; `none` asks about nothing.',
    ru: 'Перед какими классами инструментов спрашивать человека; `none` — ни перед какими.',
  }),
  confirmBy: setting({
    name: 'confirm-by',
    reader: 'operator',
    schema: z
      .string()
      .transform(wordsOf)
      .pipe(z.array(z.enum(waysToAsk, wrong(valueFaults.oneOrBoth, { words: waysToAsk.join(', ') }))).min(1)),
    default: waysToAsk.join(','),
    en: 'How a human is asked: in a `dialog` of the assistant where it has one (elicitation), else in a `card` (MCP Apps).',
    ru: 'Как спрашивать человека: в окне ассистента (`dialog`), если оно у него есть, иначе в карточке (`card`, MCP Apps).',
  }),
  allow: setting({
    name: 'allow',
    reader: 'operator',
    schema: z.string().transform(parseClasses),
    default: operationClasses.join(','),
    en: `Classes of tools to offer: ${operationClasses.join(', ')}.`,
    ru: `Какие классы инструментов разрешены: ${operationClasses.join(', ')}.`,
  }),
  fetchHosts: setting({
    name: 'fetch-hosts',
    reader: 'operator',
    schema: z
      .string()
      .max(8000)
      .transform((value) => wordsOf(value).map((word) => word.toLowerCase()))
      .refine((hosts) => hosts.every(isPublicName), wrong(valueFaults.hosts)),
    default: '',
    en: 'Hosts, with their subdomains, that the service may be asked to fetch files from over https; none: upload_from_address is left out.',
    ru: 'Хосты (с поддоменами), с которых сервис может по просьбе загружать файлы по https; если их нет, нет и upload_from_address.',
  }),
  markup: setting({
    name: 'markup',
    reader: 'operator',
    schema: oneOf(markups),
    default: 'styled',
    en: 'Tags in notifications and dialogs: `styled`, those that the service shows in style, or `safe`, also paragraphs, tables and the like; nothing that runs.',
    ru: 'Теги в уведомлениях и диалогах: `styled` — те, что сервис показывает с оформлением, `safe` — ещё абзацы, таблицы и подобное; ничего исполняемого.',
  }),
  dryRun: setting({
    name: 'dry-run',
    reader: 'operator',
    schema: switchedOn,
    default: 'false',
    en: 'Send no change: every change answers what it would send, and nobody is asked.',
    ru: 'Не отправлять изменений: на каждое отвечать, что было бы отправлено, и никого не спрашивать.',
  }),
  undoHours: setting({
    name: 'undo-hours',
    reader: 'operator',
    schema: whole(0, 720),
    default: '24',
    en: 'Hours for which it is kept, encrypted, how carried out plans can be undone; 0 keeps nothing.',
    ru: 'Сколько часов хранить (в зашифрованном виде), как отменить выполненные планы; 0 — не хранить.',
  }),
} as const satisfies Record<string, Setting>;

function parseClasses(value: string, context: z.RefinementCtx): ReadonlySet<OperationClass> {
  const names = value.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !operationClasses.some((known) => known === name));
  if (unknown !== undefined)
    context.addIssue({
      code: 'custom',
      message: wrong(valueFaults.operationClass, {
        word: JSON.stringify(unknown),
        classes: operationClasses.join(', '),
      }),
    });
  return new Set(names as OperationClass[]);
}
