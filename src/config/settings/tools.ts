import { z } from 'zod';
import { type OperationClass, operationClasses } from '../../contract/operations/effects.ts';
import { waysToAsk } from '../../mcp/guards/ways-to-ask.ts';
import { isPublicName } from '../../mcp/outbound/fetch-hosts.ts';
import { markups } from '../../mcp/outbound/markup-choice.ts';
import { parseChanges, surfaces, wordsOf } from '../../mcp/tools/tool-selection.ts';
import { valueFaults } from '../messages.ts';
import { oneOf, type Setting, setting, switchedOn, whole, wrong } from '../setting.ts';

export const toolSettings = {
  readOnly: setting({
    name: 'read-only',
    reader: 'user',
    schema: switchedOn,
    default: 'false',
    en: 'Offer only tools that read; overrides `CASEBRIDGE_ALLOW`.',
    ru: 'Разрешить только инструменты чтения; важнее, чем `CASEBRIDGE_ALLOW`.',
  }),
  surface: setting({
    name: 'surface',
    reader: 'user',
    schema: oneOf(surfaces),
    default: 'everyday',
    en: 'Tools to list: `everyday` (daily work, and tools that call all other operations) or `all` (one for each operation).',
    ru: 'Какие инструменты показывать: `everyday` — для повседневной работы и для вызова всех остальных операций; `all` — по одному на каждую операцию.',
  }),
  toolsets: setting({
    name: 'toolsets',
    reader: 'user',
    schema: z.string().max(2000).transform(wordsOf),
    default: '',
    en: 'Toolsets to list instead of one of the predefined tool lists, such as `cases,tasks`; `casebridge tools` shows their names.',
    ru: 'Группы инструментов вместо готового набора, например `cases,tasks`; их названия покажет `casebridge tools`.',
  }),
  tools: setting({
    name: 'tools',
    reader: 'user',
    schema: z.string().max(8000).transform(parseChanges),
    default: '',
    en: 'Tools to add to the list by name; a minus sign before the name removes the tool completely, as in `get_user,-delete_case`.',
    ru: 'Отдельные инструменты, которые нужно добавить в список, а с минусом — убрать совсем, например `get_user,-delete_case`.',
  }),
  confirm: setting({
    name: 'confirm',
    reader: 'user',
    schema: z
      .string()
      .transform((value, context) => (value === 'none' ? new Set<never>() : parseClasses(value, context))),
    default: 'delete,outbound,admin',
    en: 'Classes of tools that need confirmation by a human; `none`: no confirmation.',
    ru: 'Классы инструментов, для которых нужно подтверждение пользователя; `none` — не нужно.',
  }),
  confirmBy: setting({
    name: 'confirm-by',
    reader: 'operator',
    schema: z
      .string()
      .transform(wordsOf)
      .pipe(z.array(z.enum(waysToAsk, wrong(valueFaults.oneOrBoth, { words: waysToAsk.join(', ') }))).min(1)),
    default: waysToAsk.join(','),
    en: 'How a human is asked for confirmation: `dialog` (elicitation), `card` (MCP Apps), or both. With both, the card is used only if the assistant has no dialogs.',
    ru: 'Где запрашивать подтверждение: `dialog` — в окне ассистента, `card` — в карточке (MCP Apps). Если указаны оба, карточка используется, когда такого окна нет.',
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
    en: 'Hosts (including subdomains) from which the service may fetch files over https; none: upload_from_address is not offered.',
    ru: 'Хосты (вместе с поддоменами), с которых система может загружать файлы по https; если ни один не указан, инструмента upload_from_address нет.',
  }),
  markup: setting({
    name: 'markup',
    reader: 'operator',
    schema: oneOf(markups),
    default: 'styled',
    en: 'HTML tags in notifications and dialogs: `styled` (those that the service displays) or `safe` (also paragraphs, tables and similar); never scripts.',
    ru: 'Теги HTML в уведомлениях и диалогах: `styled` — только те, что система показывает с оформлением; `safe` — ещё абзацы, таблицы и т. п. Скрипты недопустимы.',
  }),
  dryRun: setting({
    name: 'dry-run',
    reader: 'operator',
    schema: switchedOn,
    default: 'false',
    en: 'Do not send changes: a call that would change data only returns its request, and nobody is asked for confirmation.',
    ru: 'Не отправлять изменения: вместо каждого возвращается запрос, который был бы отправлен; подтверждение не запрашивается.',
  }),
  undoHours: setting({
    name: 'undo-hours',
    reader: 'operator',
    schema: whole(0, 720),
    default: '24',
    en: 'Number of hours for which casebridge keeps the data to undo an applied plan, encrypted; 0: it keeps nothing.',
    ru: 'Сколько часов хранить (в зашифрованном виде) данные для отмены выполненных планов; 0 — не хранить.',
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
