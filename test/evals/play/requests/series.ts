import { dayIn } from '../../api.ts';
import type { AnswerFact } from '../judging/answers.ts';
import type { Wanted } from '../judging/expected.ts';
import { writtenCount, writtenDay } from '../judging/facts.ts';
import type { Office } from '../judging/office.ts';
import { daysAfter, momentAt, nextWeekday, type Times } from '../judging/times.ts';
import type { PlayRequest } from '../request.ts';
import { requestsOf, type Series } from './in-both-languages.ts';
import { changeTask, doneTask, onDay } from './right-changes.ts';

const writtenDays = (days: readonly string[]): AnswerFact[] => [...new Set(days)].map(writtenDay);
const dayMs = 86_400_000;
const later = (moment: string, days: number) => new Date(Date.parse(moment) + days * dayMs).toISOString();

const hearingsAhead = (office: Office, { today, timeZone }: Times) =>
  office.events.filter(({ Type, StartDate }) => {
    const day = dayIn(StartDate, timeZone);
    return office.kindOf(Type) === 'Hearing' && day > today && day <= daysAfter(today, 7);
  });
const openTasksOf = (office: Office, login: string) =>
  office.tasks.filter(
    (task) => office.isOpen(task) && task.Responsibles.some(({ Id }: any) => Id === office.user(login).Id),
  );
const overdue = (office: Office, { today, timeZone }: Times, login: string) =>
  openTasksOf(office, login).filter(
    ({ ExecutionDate }) => ExecutionDate !== null && dayIn(ExecutionDate, timeZone) < today,
  );
const inWork = (office: Office, words: readonly string[]) =>
  words.map((one) => office.caseOf(one)).filter(({ Status }) => Status === 'InWork');

const moved: Series<object> = {
  ru: {
    who: 'head',
    prompt:
      'все судебные заседания за ближайшие семь дней, начиная с завтрашнего, переносятся ровно на день позже, время то же. поправь календарь',
  },
  en: {
    who: 'john',
    prompt:
      'all court hearings in the next seven days, from tomorrow on, slip by exactly one day, same time. fix the calendar please',
  },
  expects: (office, times) => {
    const hearings = hearingsAhead(office, times);
    return {
      says: writtenDays(hearings.map(({ StartDate }) => dayIn(later(StartDate, 1), times.timeZone))),
      changes: hearings.map(({ Id, StartDate, EndDate }) => ({
        kind: 'events',
        id: Id,
        to: { StartDate: later(StartDate, 1), EndDate: later(EndDate, 1) },
      })),
    };
  },
  byHand: async ({ send }, office, times) => {
    for (const { Id, StartDate, EndDate } of hearingsAhead(office, times))
      await send(`PUT /api/v3/events/${Id}`, { StartDate: later(StartDate, 1), EndDate: later(EndDate, 1) });
  },
};

const reassigned: Series<{ readonly from: string; readonly to: string; readonly name: RegExp }> = {
  ru: {
    who: 'head',
    ...{ from: 'maria', to: 'ivan', name: /солов/ },
    prompt: 'климова уходит в отпуск, все ее открытые задачи переведи на соловьева. сроки не трогай',
  },
  en: {
    who: 'john',
    ...{ from: 'kate', to: 'anna', name: /anna|petrova/ },
    prompt:
      'kate is off sick. put all of her open tasks on anna, whoever else is on them stays. leave the dates',
  },
  expects: (office, _times, { from, to, name }) => ({
    says: [name],
    changes: openTasksOf(office, from).map((task) => ({
      kind: 'tasks',
      id: task.Id,
      to: { Responsibles: handedOver(office, task, from, to).map(({ Id }) => Id) },
    })),
  }),
  byHand: async (user, office, _times, { from, to }) => {
    for (const task of openTasksOf(office, from))
      await changeTask(user, task, { Responsibles: handedOver(office, task, from, to) });
  },
};

/** Returns the responsible users of a task after one user has taken it over from another. */
function handedOver(office: Office, { Responsibles }: any, from: string, to: string) {
  const others = Responsibles.filter(({ Id }: any) => ![from, to].some((one) => office.user(one).Id === Id));
  return [...others, { Id: office.user(to).Id, Type: 'User' }].map(({ Id, Type }) => ({ Id, Type }));
}

const closed: Series<{ readonly whose: string }> = {
  ru: {
    who: 'head',
    whose: 'oleg',
    prompt:
      'белов сделал все, что у него просрочено (срок раньше сегодняшнего дня). закрой эти задачи и скажи сколько их было',
  },
  en: {
    who: 'anna',
    whose: 'anna',
    prompt: 'everything of mine that was due before today is done. close those tasks and tell me how many',
  },
  expects: (office, times, { whose }) => ({
    says: [writtenCount(overdue(office, times, whose).length)],
    changes: overdue(office, times, whose).map((task) => doneTask(office, task)),
  }),
  byHand: async (user, office, times, { whose }) => {
    const StatusId = office.listed('taskStatuses', 'Done').Id;
    for (const task of overdue(office, times, whose)) await changeTask(user, task, { StatusId });
  },
};

const planned: Series<{ readonly about: string; readonly whom: string; readonly names: readonly string[] }> =
  {
    ru: {
      who: 'head',
      about: 'А41-22017/2026',
      whom: 'accountant',
      names: ['Подготовить отзыв', 'Направить документы в суд', 'Проверить контрагента'],
      prompt:
        'по делу Лютик к Кузнецову поставь зуевой три задачи: «Подготовить отзыв» на ближайший вторник (не сегодня), «Направить документы в суд» на среду сразу после него и «Проверить контрагента» на четверг там же',
    },
    en: {
      who: 'john',
      about: 'CL-2026-000124',
      whom: 'kate',
      names: ['Review contract', 'Conflict check', 'File defence'],
      prompt:
        'three tasks for kate in Delta v Romashka: "Review contract" by the coming tuesday (not today), "Conflict check" by the wednesday right after it, "File defence" by the thursday of the same week',
    },
    expects: (office, { today, timeZone }, { about, whom, names }) => ({
      says: [writtenDay(nextWeekday(today, 'Tuesday'))],
      changes: names.map((name, index) => ({
        kind: 'tasks',
        to: {
          Name: name,
          Case: office.caseOf(about).Id,
          Responsibles: [office.user(whom).Id],
          ExecutionDate: onDay(daysAfter(nextWeekday(today, 'Tuesday'), index), timeZone),
        },
      })),
    }),
    byHand: async ({ send }, office, { today, timeZone }, { about, whom, names }) => {
      for (const [index, Name] of names.entries())
        await send('POST /api/v3/tasks', {
          Name,
          CaseId: office.caseOf(about).Id,
          Responsibles: [{ Id: office.user(whom).Id, Type: 'User' }],
          ExecutionDate: momentAt(daysAfter(nextWeekday(today, 'Tuesday'), index), '17:00', timeZone),
        });
    },
  };

/**
 * Requires a timestamp on a date in UTC or in the user's time zone, because all-day events begin at midnight
 * in either of them.
 */
const wholeDay =
  (day: string, timeZone: string): Wanted =>
  (moment) =>
    typeof moment === 'string' && [moment.slice(0, 10), dayIn(moment, timeZone)].includes(day);

const fromDocument: Series<{ readonly about: string; readonly after: readonly number[] }> = {
  ru: {
    who: 'ivan',
    about: 'А40-123456/2026',
    after: [5, 9],
    prompt:
      'в деле Вектора с Северным мостом лежит определение об отложении. занеси в календарь дела оба срока из него, истца и ответчика, событиями на весь день. само заседание не надо',
  },
  en: {
    who: 'john',
    about: 'CL-2026-000123',
    after: [20, 50],
    prompt:
      'in Smith v Northbridge there is the redline of the terms of settlement. put the due date of each instalment into the calendar of the case, as all-day events',
  },
  expects: (office, { today, timeZone }, { about, after }) => ({
    says: writtenDays(after.map((days) => daysAfter(today, days))),
    changes: after.map((days) => ({
      kind: 'events',
      to: {
        Case: office.caseOf(about).Id,
        AllDay: true,
        StartDate: wholeDay(daysAfter(today, days), timeZone),
      },
    })),
  }),
  byHand: async ({ send }, office, { today }, { about, after }) => {
    for (const days of after) {
      const day = `${daysAfter(today, days)}T00:00:00.000Z`;
      const range = { AllDay: true, StartDate: day, EndDate: day };
      await send('POST /api/v3/events', { Name: 'Due', CaseId: office.caseOf(about).Id, ...range });
    }
  },
};

const archived: Series<{ readonly numbers: readonly string[] }> = {
  ru: {
    who: 'head',
    numbers: ['УБ-2026-101', 'LOSS-2026-102', 'УБ-2026-103'],
    prompt: 'со страховой «Тихая пристань» мы расстались. отправь в архив все её дела, которые еще в работе',
  },
  en: {
    who: 'head',
    numbers: ['CL-2026-000124', 'BR-2026-0077', 'LBC-2026-03'],
    prompt:
      'Delta Corp. has left us. archive every matter of theirs that is still in work. answer in English',
  },
  expects: (office, _times, { numbers }) => ({
    says: [writtenCount(inWork(office, numbers).length)],
    changes: inWork(office, numbers).map(({ Id }) => ({ kind: 'cases', id: Id, to: { Status: 'Archived' } })),
  }),
  byHand: async ({ send }, office, _times, { numbers }) => {
    for (const { Id } of inWork(office, numbers)) await send(`POST /api/v2/objects/${Id}/archive`, {});
  },
};

const judge: Series<{ readonly numbers: readonly string[]; readonly name: string }> = {
  ru: {
    who: 'ivan',
    numbers: ['А40-123456/2026', 'A40-654321/2026'],
    name: 'Кораблёва Н. П.',
    prompt:
      'в обоих арбитражных делах, где наш клиент Вектор, теперь судья Кораблёва Н. П. впиши её в карточки этих дел, так и напиши: Кораблёва Н. П.',
  },
  en: {
    who: 'john',
    numbers: ['CL-2026-000124', 'BR-2026-0077'],
    name: 'R. Oakes',
    prompt:
      'R. Oakes is the judge now in both court cases of Delta Corp. (the trial and the bankruptcy). enter that on their cards',
  },
  expects: (office, _times, { numbers, name }) => ({
    says: [name],
    changes: inWork(office, numbers).map(({ Id }) => ({
      kind: 'cases',
      id: Id,
      to: { 'Fields.Judge': name },
    })),
  }),
  byHand: async ({ send }, office, _times, { numbers, name }) => {
    for (const { Id } of inWork(office, numbers))
      await send(`PATCH /api/v2/objects/${Id}`, { Fields: { Judge: name } });
  },
};

const takenBack: Series<{ readonly tasks: RegExp }> = {
  ru: {
    who: 'head',
    tasks: /отмен|вернул|возвращ|как было|прежн/,
    prompt:
      'хочу посмотреть, как это работает: сдвинь сроки всех открытых задач по делу Ивановой против Берёзки на неделю, а потом верни всё обратно. в итоге должно остаться как было',
  },
  en: {
    who: 'john',
    tasks: /undone|undid|undo|taken back|took|back (?:to|as|where|on)|restored|reverted|as before|original/,
    prompt:
      'i want to see that this works: push all open tasks in Water damage at Mill Lane by a week, then take the whole thing back. in the end everything must be as it is now',
  },
  expects: (_office, _times, { tasks }) => ({ says: [tasks], changes: [] }),
};

/** Series of changes, numbered after the single requests of each language. */
export const series: readonly PlayRequest[] = [
  ...requestsOf(moved, 25),
  ...requestsOf(reassigned, 26),
  ...requestsOf(closed, 27),
  ...requestsOf(planned, 28),
  ...requestsOf(fromDocument, 29),
  ...requestsOf(archived, 30),
  ...requestsOf(judge, 31),
  ...requestsOf(takenBack, 32),
];
