import type { PlannedChange, QuestionRow } from '../contract/features/card.ts';
import {
  type ActFacts,
  factsKey,
  type PlanFacts,
  type RowOutcomeFacts,
} from '../contract/features/card-facts.ts';
import { bdi, button, element } from './element.ts';
import type { Host, ShownResult } from './host.ts';
import { chip, group, meta, pairs, rows } from './parts.ts';
import type { PlanParts } from './plan-parts.ts';
import { questionIn, questionView } from './question-view.ts';
import { type CardReader, speak } from './reader.ts';

const say = speak({
  asked: 'Needs agreement | Нужно подтверждение',
  others: 'Other changes | Остальные изменения',
  untick: 'Untick changes that should not be made. | Снимите отметки с изменений, которые не нужны.',
  source: 'From: | Источник:',
  good: 'done | сделано',
  plain: 'left out | пропущено',
  warn: 'not done | не сделано',
  danger: 'look at it | проверьте',
  of: 'of | из',
  became: 'Outcome of each change | Итог каждого изменения',
  yes: 'Carry out | Выполнить',
  one: 'change | изменение',
  few: 'changes | изменения',
  many: 'changes | изменений',
  undo: 'Undo these changes | Отменить изменения',
  undoing: 'One moment… | Минуту…',
  failed: 'It could not be undone. | Отменить не удалось.',
});

const choose: PlanParts['choose'] = (values, reader, textOf, changed) => {
  const plannedRows = values.filter(({ row }) => row !== undefined);
  if (plannedRows.length === 0) return undefined;
  const ticks = new Map<number, HTMLInputElement>();
  const line = (one: QuestionRow) => {
    const { number = 0 } = one.row ?? {};
    const tick = element('input', { type: 'checkbox' });
    tick.checked = true;
    tick.addEventListener('change', changed);
    ticks.set(number, tick);
    return element('li', {}, ...planned(one, tick, reader, textOf));
  };
  const part = (title: 'asked' | 'others', isAsked: boolean) => {
    const list = plannedRows.filter(({ row }) => row?.isAsked === isAsked);
    return list.length === 0
      ? []
      : [
          group(
            say(reader, title),
            list.length,
            element('ul', { class: 'choices' }, ...list.map(line)),
            title,
          ),
        ];
  };
  return {
    content: [
      element('p', { class: 'dim' }, say(reader, 'untick')),
      ...part('asked', true),
      ...part('others', false),
    ],
    skipped: () => [...ticks].flatMap(([number, { checked }]) => (checked ? [] : [number])),
    ticked: () => [...ticks.values()].filter(({ checked }) => checked).length,
  };
};

const yes: PlanParts['yes'] = (count, reader) => {
  const form = new Intl.PluralRules(reader.language).select(count);
  const noun = say(reader, form === 'one' || form === 'few' ? form : 'many');
  return `${say(reader, 'yes')} ${count} ${noun}`;
};

type TextOf = Parameters<PlanParts['choose']>[2];

/** Creates the content of a planned change: record and action next to the check box, and the changed values below. */
function planned(
  { label, value, change }: QuestionRow,
  tick: Node,
  reader: CardReader,
  textOf: TextOf,
): Node[] {
  const ticked = (...texts: readonly Node[]) => element('label', {}, tick, element('span', {}, ...texts));
  if (change === undefined)
    return [ticked(element('strong', {}, bdi(label)), element('br', {}), textOf({ value }))];
  const [name] = change.record;
  return [
    ticked(
      ...(name ? [element('strong', {}, textOf(name)), element('br', {})] : []),
      element(name ? 'span' : 'strong', {}, bdi(label)),
    ),
    ...changeDetails(change, reader, textOf),
  ];
}

/** Shows the fields that distinguish the record from others, and each value before and after the change. */
function changeDetails(
  { record: [, ...details], facts, lost, values, links, source, warnings = [] }: PlannedChange,
  reader: CardReader,
  textOf: TextOf,
): Node[] {
  const becomes = ({ label: of, before, ...own }: QuestionRow) => {
    const now = element('span', {}, textOf(own));
    return [of, before ? element('span', {}, textOf(before), ' → ', now) : now] as const;
  };
  return [
    details.length + facts.length > 0 &&
      meta(...[...details, ...facts].map((one) => element('span', {}, textOf(one)))),
    values.length > 0 && pairs(values.map(becomes)),
    warnings.length > 0 &&
      element('div', { class: 'flow' }, ...warnings.map((one) => chip(one, 'warn', 'alert'))),
    lost &&
      element(
        'div',
        { class: lost.isReversible ? 'lost back' : 'lost' },
        element('strong', { class: lost.isReversible ? '' : 'danger' }, lost.heading),
        pairs(lost.rows.map((one) => [one.label, textOf(one)] as const)),
      ),
    links.length > 0 && element('ul', {}, ...links.map((link) => element('li', {}, bdi(link)))),
    source !== undefined && element('p', { class: 'dim' }, `${say(reader, 'source')} `, bdi(source)),
  ].filter((one) => one !== false && one !== undefined);
}

/**
 * Adapts a planned change to a report after it was made. Omits texts about the future, such as losses and warnings. A
 * reversible loss is shown as a changed value instead.
 */
function carriedOut({ lost, values, facts, ...change }: PlannedChange): PlannedChange {
  const became = lost?.isReversible ? lost.rows : [];
  const isReplaced = ({ label }: QuestionRow) => became.some((one) => one.label === label);
  return {
    ...change,
    values: [...values, ...became],
    facts: facts.filter((one) => !isReplaced(one)),
    lost: undefined,
    warnings: [],
  };
}

const outcomes: PlanParts['outcomes'] = (result, reader, host, planOf) => {
  const { outcomes: rowsOfAct, act } = factsIn(result);
  if (rowsOfAct === undefined) return undefined;
  const list = rowsOfAct.map(({ row, tone, said }) => {
    const { change } = planOf?.rows.find((one) => one.row?.number === row) ?? {};
    const done = planOf && change && tone !== 'plain' && (tone === 'good' ? carriedOut(change) : change);
    const details = done ? changeDetails(done, reader, planOf.textOf) : [];
    const text = element('div', {}, bdi(`${row}. ${said[reader.language]}`), ...details);
    return element('li', {}, state(tone, reader), ' ', text);
  });
  const done = rowsOfAct.filter(({ tone }) => tone === 'good').length;
  const section = element(
    'section',
    { class: 'became' },
    element(
      'h2',
      {},
      say(reader, 'became'),
      element('span', { class: 'n' }, `${done} ${say(reader, 'of')} ${rowsOfAct.length}`),
    ),
    rows(list, 'outcomes'),
  );
  if (act !== undefined) section.append(wayBack(act, reader, host));
  return section;
};

const factsIn = (result: ShownResult) => (result._meta?.[factsKey] ?? {}) as Partial<ActFacts & PlanFacts>;

function state(tone: RowOutcomeFacts['tone'], reader: CardReader): HTMLElement {
  const text = say(reader, tone);
  if (tone === 'good') return chip(text, 'good', 'check');
  return tone === 'plain' ? chip(text, '', 'cross') : chip(text, tone, 'alert');
}

/** Creates a button that undoes an applied plan. Shows a confirmation first if one is required. */
function wayBack(act: string, reader: CardReader, host: Host): HTMLElement {
  const place = element('div', { class: 'acts' });
  const told = element('span', { class: 'dim', role: 'status' });
  const press = async () => {
    undo.disabled = true;
    told.textContent = say(reader, 'undoing');
    const back = await host.call('undo', { act, apply: true });
    const { plan } = factsIn(back);
    const result = plan === undefined ? back : await host.call('apply_plan', { plan });
    const asked = questionIn(result);
    // If a confirmation is shown, its view tells the model about the user's answer.
    if (asked === undefined && !result.isError)
      void host.tellModel(`The user undid the applied plan ${act} with the button on its card.`);
    place.replaceChildren(
      asked
        ? questionView(asked, reader, host, undefined, planParts)
        : (outcomes(result, reader, host) ?? say(reader, 'failed')),
    );
  };
  const undo = button(
    { class: 'b small' },
    () =>
      void press().catch(() => {
        told.textContent = say(reader, 'failed');
      }),
    say(reader, 'undo'),
  );
  place.append(undo, ' ', told);
  return place;
}

export const planParts: PlanParts = { choose, outcomes, yes };
