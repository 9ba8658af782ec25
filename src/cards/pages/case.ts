import type { BriefFacts } from '../../contract/features/card-facts.ts';
import { datesOf, glance } from '../case-glance.ts';
import { bdi, button, element } from '../element.ts';
import { type CaseEvent, eventRow, momentsOf } from '../event-row.ts';
import { foot } from '../foot.ts';
import { spokenMoment } from '../moments.ts';
import { type Paper, paper } from '../paper.ts';
import { chip, fold, group, meta, openButton, pairs, person, rows, sign } from '../parts.ts';
import { type CardReader, speak } from '../reader.ts';
import { spokenName } from '../server-words.ts';
import { type Drawing, startLookup } from '../start.ts';
import { type Task, taskRow } from '../task-row.ts';

const say = speak({
  case: 'Case | Дело',
  which: 'Which case do you mean? | О каком деле речь?',
  several: 'Several cases match | Подходит несколько дел',
  responsible: 'Responsible | Ответственный',
  client: 'Client | Клиент',
  tasks: 'Open tasks | Открытые задачи',
  noTasks: 'No open tasks | Открытых задач нет',
  events: 'Events | События',
  noEvents: 'Nothing ahead | Предстоящих нет',
  past: 'Past events | Прошедшие события',
  dates: 'Deadlines and dates | Сроки и даты',
  documents: 'Newest documents | Новые документы',
  noDocuments: 'No documents | Документов нет',
  parties: 'Parties | Участники',
  noParties: 'No parties | Участников нет',
  more: 'More | Ещё',
  fields: 'Fields of the case | Поля дела',
  related: 'Related cases | Связанные дела',
  inWork: 'In work | В работе',
  archived: 'Archived | В архиве',
  unread: 'Not read: see the notes below | Не прочитано: см. примечания ниже',
  show: 'Show | Показать',
  back: 'Back | Назад',
  failed:
    'This case could not be read: ask the assistant for it. | Это дело не удалось прочитать: запросите его у ассистента.',
});

interface Found {
  readonly id: string;
  readonly name?: string;
  readonly number?: string;
  readonly type?: string;
  readonly status?: string;
  readonly stage?: string;
  readonly responsible?: string;
  readonly url?: string;
}

interface Brief {
  readonly case?: Found & {
    readonly client?: string;
    readonly card?: readonly string[];
    readonly deadlines?: readonly string[];
  };
  readonly parties?: readonly string[];
  readonly tasks?: readonly Task[];
  readonly open_tasks?: number;
  readonly coming?: readonly CaseEvent[];
  readonly recent?: readonly CaseEvent[];
  readonly documents?: readonly Paper[];
  readonly related?: readonly Found[];
  readonly candidates?: readonly Found[];
  readonly all?: Readonly<Record<string, number>>;
  readonly notes?: readonly string[];
  readonly time_zone?: string;
  readonly now?: string;
}

/** Number of rows that are shown. Further rows are collapsed. */
const shown = { tasks: 5, parties: 6 };

/** Arguments of the calls for the cases that were shown before, so that the user can return to them. */
const left: Drawing['input'][] = [];

const statusChip = (status: string | undefined, reader: CardReader) =>
  status === 'in work'
    ? chip(say(reader, 'inWork'), 'good')
    : status === 'archived'
      ? chip(say(reader, 'archived'))
      : status && chip(status);

/** Creates the row of another case that can be shown in place of this one. */
const found =
  ({ reader, input, again }: Drawing) =>
  ({ id, name = id, number, type, status, stage, responsible }: Found) => {
    const told = element('p', { role: 'status', class: 'danger dim' });
    const { time_zone } = input;
    const showIt = async () => {
      show.disabled = true;
      left.push(input);
      if (await again(time_zone === undefined ? { case: id } : { case: id, time_zone })) return;
      left.pop();
      show.disabled = false;
      told.replaceChildren(say(reader, 'failed'));
    };
    const show = button(
      { class: 'match' },
      () => void showIt(),
      sign('case', reader),
      element(
        'span',
        { class: 'what' },
        element('span', { class: 'sr' }, `${say(reader, 'show')}: `),
        element('span', { class: 'name' }, bdi(name)),
        meta(
          number,
          type,
          responsible && person(responsible),
          stage && chip(stage),
          status === 'archived' && chip(say(reader, 'archived')),
        ),
      ),
      element('span', { class: 'chev', 'aria-hidden': 'true' }),
    );
    return element('li', {}, show, told);
  };

startLookup<Brief, BriefFacts>('case', 'case_brief', (data, drawing, facts) => {
  const { reader } = drawing;
  const back = backButton(drawing);
  if (data.candidates)
    return element(
      'article',
      { 'aria-labelledby': 'title' },
      element(
        'header',
        {},
        element('p', { class: 'kick' }, `${say(reader, 'several')}: ${data.candidates.length}`),
        element('h1', { id: 'title' }, say(reader, 'which')),
      ),
      rows(data.candidates.map(found(drawing))),
      // The list shows no times, so the footer names no time zone.
      foot({ notes: data.notes ?? [] }, reader),
    );
  const { host } = drawing;
  const section = <Row>(
    title: Parameters<typeof say>[1],
    none: Parameters<typeof say>[1],
    list: readonly Row[] | undefined,
    count: number | undefined,
    draw: (list: readonly Row[]) => Node,
  ) =>
    group(
      say(reader, title),
      list?.length ? count : undefined,
      list?.length
        ? draw(list)
        : element('p', { class: 'dim' }, say(reader, list === undefined ? 'unread' : none)),
    );
  const task = (one: Task) =>
    taskRow(one, {
      ...{ drawing, facts: facts.tasks?.[one.id], finish: facts.finish, timeZone: data.time_zone },
    });
  const event = (one: CaseEvent) => eventRow(one, facts.events?.[one.id], reader, { now: data.now });
  const parties = facts.parties?.map(({ name, roles }) => [roles.join(', '), name] as const);
  const fields = facts.fields?.map(({ name, value }) => [name, spokenMoment(value, reader)] as const);
  const dates = datesOf(data, facts, reader);
  const [events, past] = [todayAndLater(data, reader), pastEvents(data, reader)];
  return element(
    'article',
    { 'aria-labelledby': 'title' },
    back,
    headOf(data.case, reader),
    glance(data, facts, reader),
    element(
      'div',
      { class: 'two' },
      element(
        'div',
        {},
        section('tasks', 'noTasks', data.tasks, data.open_tasks ?? data.tasks?.length, (list) =>
          capped(list.map(task), shown.tasks, rows, reader),
        ),
        section('events', 'noEvents', events, events?.length, (list) => rows(list.map(event))),
        past.length > 0 ? fold(say(reader, 'past'), past.length, rows(past.map(event))) : undefined,
      ),
      element(
        'div',
        {},
        section('documents', 'noDocuments', data.documents, data.all?.documents, (list) =>
          rows(list.map((one) => paper(one, drawing))),
        ),
        section('parties', 'noParties', data.parties, data.all?.parties ?? data.parties?.length, (list) =>
          parties === undefined
            ? element('ul', {}, ...list.map((one) => element('li', {}, bdi(one))))
            : capped(parties, shown.parties, pairs, reader),
        ),
        dates.length > 0 ? fold(say(reader, 'dates'), dates.length, pairs(dates)) : undefined,
        fields?.length ? fold(say(reader, 'fields'), fields.length, pairs(fields)) : undefined,
        !fields && data.case?.card?.length
          ? fold(
              say(reader, 'fields'),
              data.case.card.length,
              element('ul', {}, ...data.case.card.map((one) => element('li', {}, bdi(one)))),
            )
          : undefined,
        data.related?.length
          ? fold(
              say(reader, 'related'),
              data.all?.related ?? data.related.length,
              rows(data.related.map(found(drawing))),
            )
          : undefined,
      ),
    ),
    foot(data, reader, openButton(data.case?.url, reader, host)),
  );
});

/** Shows the first entries of a list, and collapses the others. */
const capped = <Entry>(
  list: readonly Entry[],
  most: number,
  draw: (part: readonly Entry[]) => Node,
  reader: CardReader,
) =>
  element(
    'div',
    {},
    draw(list.slice(0, most)),
    list.length > most ? fold(say(reader, 'more'), list.length - most, draw(list.slice(most))) : undefined,
  );

function backButton({ reader, again }: Drawing): HTMLElement | undefined {
  const before = left.at(-1);
  if (before === undefined) return undefined;
  const goBack = async () => {
    left.pop();
    if (!(await again(before))) left.push(before);
  };
  return button({ class: 'quiet' }, () => void goBack(), `‹ ${say(reader, 'back')}`);
}

function headOf(record: Brief['case'], reader: CardReader): HTMLElement {
  if (record === undefined) return element('header', {}, element('h1', { id: 'title' }, say(reader, 'case')));
  const { id, name, number, type, status, stage, responsible, client } = record;
  const labelled = (label: 'responsible' | 'client', who: string | undefined) =>
    who && element('span', { class: 'meta flow' }, say(reader, label), person(spokenName(who, reader)));
  return element(
    'header',
    {},
    element(
      'div',
      {},
      element('p', { class: 'kick' }, bdi([number, type].filter(Boolean).join(' · '))),
      element('h1', { id: 'title' }, bdi(name ?? id)),
    ),
    element(
      'div',
      { class: 'flow' },
      statusChip(status, reader),
      stage && chip(stage),
      labelled('responsible', responsible),
      labelled('client', client),
    ),
  );
}

/**
 * Checks whether the last day of an event is today or later. Events of today stay in the list even if they are over.
 */
const isLater = (event: CaseEvent, { today = '' }: CardReader) => {
  const { first, last } = momentsOf(event);
  return (last ?? first ?? '') >= today;
};
const todayAndLater = ({ coming, recent }: Brief, reader: CardReader) =>
  coming && [...(recent ?? []).filter((event) => isLater(event, reader)).reverse(), ...coming];
const pastEvents = ({ recent }: Brief, reader: CardReader) =>
  (recent ?? []).filter((event) => !isLater(event, reader));
