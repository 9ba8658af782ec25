import { bdi, element, pairs } from '../element.ts';
import { spokenMoment } from '../moments.ts';
import { type CaseEvent, eventItem, foot, item, openButton, section, type Task, taskItem } from '../parts.ts';
import { type CardReader, speak } from '../reader.ts';
import { type Drawing, startLookup } from '../start.ts';

const say = speak({
  case: { en: 'Case', ru: 'Дело' },
  several: { en: 'Several cases fit', ru: 'Подходит несколько дел' },
  status: { en: 'Status', ru: 'Статус' },
  stage: { en: 'Stage', ru: 'Этап' },
  responsible: { en: 'Responsible', ru: 'Ответственный' },
  client: { en: 'Client', ru: 'Клиент' },
  role: { en: 'Role', ru: 'Роль' },
  parties: { en: 'Parties', ru: 'Участники' },
  tasks: { en: 'Open tasks', ru: 'Открытые задачи' },
  deadlines: { en: 'Deadlines', ru: 'Сроки' },
  coming: { en: 'Coming events', ru: 'Предстоящие события' },
  recent: { en: 'Recent events', ru: 'Недавние события' },
  documents: { en: 'Newest documents', ru: 'Новые документы' },
  related: { en: 'Related cases', ru: 'Связанные дела' },
  inWork: { en: 'in work', ru: 'в работе' },
  archived: { en: 'archived', ru: 'в архиве' },
  dayOff: { en: 'day off, so', ru: 'выходной, поэтому' },
  passed: { en: 'passed', ru: 'прошёл' },
  card: { en: 'On the card', ru: 'В карточке' },
  show: { en: 'Show', ru: 'Показать' },
  failed: {
    en: 'This case could not be read: ask the assistant for it.',
    ru: 'Это дело не удалось прочитать: попросите об этом ассистента.',
  },
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
  readonly documents?: readonly {
    readonly id: string;
    readonly name?: string;
    readonly type?: string;
    readonly created?: string;
  }[];
  readonly related?: readonly Found[];
  readonly candidates?: readonly Found[];
  readonly notes?: readonly string[];
  readonly time_zone?: string;
}

/** The two words that lookups have for it. */
const statusOf = (status: string | undefined, reader: CardReader) =>
  status === 'in work' ? say(reader, 'inWork') : status === 'archived' ? say(reader, 'archived') : status;

/** `Appeal until: Sat 2026-03-07 (day off, so Tue 2026-03-10; passed)` */
const deadline = (text: string, reader: CardReader) =>
  spokenMoment(
    text
      .replace(/\bday off, so (?=[A-Z][a-z]{2} \d{4}-)/, `${say(reader, 'dayOff')} `)
      .replace(/passed\)$/, `${say(reader, 'passed')})`),
    reader,
  );

/** One of several cases, which can be shown in place of them. */
const found =
  ({ reader, input: { time_zone }, again }: Drawing) =>
  ({ id, name, number, type, status, stage, responsible }: Found) => {
    const told = element('div', { role: 'status' });
    const label = `${say(reader, 'show')}: ${name ?? id}`;
    const show = element('button', { type: 'button', 'aria-label': label }, say(reader, 'show'));
    const showIt = async () => {
      show.disabled = true;
      if (await again(time_zone === undefined ? { case: id } : { case: id, time_zone })) return;
      show.disabled = false;
      told.replaceChildren(say(reader, 'failed'));
    };
    show.addEventListener('click', (event) => {
      if (event.isTrusted) void showIt();
    });
    return item(
      name ?? id,
      [number, type, statusOf(status, reader), stage, responsible],
      element('div', { class: 'actions' }, show, told),
    );
  };
const plain = (text: string) => item(text, []);

startLookup<Brief>('case', 'case_brief', (data, drawing) => {
  const { reader, host } = drawing;
  const { candidates, case: record } = data;
  if (candidates)
    return element(
      'article',
      {},
      element('h1', {}, say(reader, 'several')),
      section(say(reader, 'case'), candidates.map(found(drawing)), reader),
    );
  const all = data.open_tasks ?? data.tasks?.length;
  const documents = data.documents?.map(({ id, name, type, created }) =>
    item(name ?? id, [type, created && spokenMoment(created, reader)]),
  );
  return element(
    'article',
    { 'aria-labelledby': 'title' },
    ...headOf(record, reader),
    element(
      'div',
      { class: 'columns' },
      record?.deadlines?.length
        ? section(
            say(reader, 'deadlines'),
            record.deadlines.map((one) => plain(deadline(one, reader))),
            reader,
            'due',
          )
        : undefined,
      section(
        `${say(reader, 'tasks')}: ${all ?? 0}`,
        data.tasks?.map((task) => taskItem(task, reader)),
        reader,
      ),
      section(
        say(reader, 'coming'),
        data.coming?.map((event) => eventItem(event, reader)),
        reader,
      ),
      section(say(reader, 'parties'), data.parties?.map(plain), reader),
      section(say(reader, 'documents'), documents, reader),
      data.recent?.length
        ? section(
            say(reader, 'recent'),
            data.recent.map((event) => eventItem(event, reader)),
            reader,
          )
        : undefined,
      data.related?.length
        ? section(say(reader, 'related'), data.related.map(found(drawing)), reader)
        : undefined,
    ),
    record?.card?.length
      ? element(
          'details',
          {},
          element('summary', {}, say(reader, 'card')),
          element('ul', {}, ...record.card.map(plain)),
        )
      : undefined,
    openButton(record?.url, reader, host),
    foot(data, reader),
  );
});

function headOf(record: Brief['case'], reader: CardReader): Node[] {
  if (record === undefined) return [element('h1', { id: 'title' }, say(reader, 'case'))];
  const { id, name, number, type, status, stage, responsible, client } = record;
  const rows = (
    [
      ['status', statusOf(status, reader)],
      ['stage', stage],
      ['responsible', responsible],
      ['client', client],
    ] as const
  ).flatMap(([label, value]) => (value ? [{ label: say(reader, label), value }] : []));
  const kicker = [number, type].filter((one) => one !== undefined);
  return [
    element('p', { class: 'kicker' }, ...kicker.flatMap((one, at) => [...(at > 0 ? [' · '] : []), bdi(one)])),
    element('h1', { id: 'title' }, bdi(name ?? id)),
    pairs(rows),
  ];
}
