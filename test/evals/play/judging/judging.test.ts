import { describe, expect, it } from 'vitest';
import { judgeAnswer, saysFact } from './answers.ts';
import { changesBetween } from './changes.ts';
import { problemsOfChanges } from './expected.ts';
import { namedPerson, saysNo, writtenAmount, writtenCount, writtenDay } from './facts.ts';
import { type Records, snapshotKinds } from './records.ts';
import { momentAt, nextWeekday, nextWorkday, weekAround } from './times.ts';

const isSaid = (fact: Parameters<typeof saysFact>[1]) => (answer: string) => saysFact(answer, fact);

describe('a fact', () => {
  it.each([
    [
      '2026-03-05',
      '5 March',
      'March 5th',
      '05.03.2026',
      '5 марта',
      'Thu 5 Mar',
      '5, 6 and 10 March',
      '5 и 7 марта',
    ],
    ['2026-05-20', '20 May 2026', 'May 20', '20.05', '20 мая', '20-го мая'],
  ])('is found in the usual forms of a day: %s', (day, ...answers) => {
    expect([day, ...answers].filter((answer) => !isSaid(writtenDay(day))(answer))).toEqual([]);
    const others = ['15 March', '5 April', '25.03.2026', '2026-03-15', '2 мая', '20.06'];
    expect(others.filter(isSaid(writtenDay(day)))).toEqual([]);
  });

  it('is found in the usual forms of an amount', () => {
    const answers = ['1250000', '1 250 000', '£1,250,000.00', '1.25 million', '1,25 млн', '1250k'];
    expect(answers.filter((answer) => !isSaid(writtenAmount(1_250_000))(answer))).toEqual([]);
    expect(['11250000', '1 250 0001', '125000'].filter(isSaid(writtenAmount(1_250_000)))).toEqual([]);
    expect(isSaid(writtenAmount(4_395_000.5))('4 395 000,50 руб.')).toBe(true);
  });

  it('is found in a count, and not in a time or a longer number', () => {
    expect(['8 tasks', 'всего 8.', 'eight'].filter(isSaid(writtenCount(8)))).toHaveLength(3);
    expect(['18', '8:30', '28.08', '8.5'].filter(isSaid(writtenCount(8)))).toEqual([]);
  });

  it('is found in a name in any case and alphabet', () => {
    const person = namedPerson({ LastName: 'Климова' });
    expect(['у Климовой', 'Klimova', 'климову'].filter(isSaid(person))).toHaveLength(3);
    expect(isSaid('2-1234/2026')('дело 02-1234/2026')).toBe(false);
    expect(isSaid("Harbour v. O'Brien")('**Harbour v. O’Brien**')).toBe(true);
  });

  it('is found in the words of a refusal', () => {
    const refusals = [
      'I can’t send messages.',
      'It was not deleted.',
      'Так сделать нельзя',
      'Такой функции нет, не могу',
    ];
    expect(refusals.filter((answer) => !isSaid(saysNo)(answer))).toEqual([]);
    expect(['Done, the message is sent.', 'Готово, счёт выставлен.'].filter(isSaid(saysNo))).toEqual([]);
  });

  it('that is forbidden makes an answer wrong', () => {
    expect(judgeAnswer('Anna and John', ['anna'], ['john'])).toEqual({ missing: [], forbidden: ['john'] });
  });
});

describe('dates', () => {
  const calendar = { Dates: ['2026-03-09'], Intervals: [{ Start: '2026-01-01', End: '2026-01-08' }] };

  it('count weekends and holidays', () => {
    expect(nextWorkday('2026-03-06', calendar)).toBe('2026-03-10');
    expect(nextWorkday('2026-01-01', calendar)).toBe('2026-01-09');
    expect(nextWeekday('2026-03-09', 'Monday')).toBe('2026-03-16');
    expect(weekAround('2026-03-08')).toEqual(['2026-03-02', '2026-03-08']);
  });

  it('have the offset of their day', () => {
    expect(momentAt('2026-03-04', '12:00', 'Europe/Moscow')).toBe('2026-03-04T09:00:00.000Z');
    expect(momentAt('2026-07-01', '09:00', 'Europe/London')).toBe('2026-07-01T08:00:00.000Z');
  });
});

describe('an end state', () => {
  const none = Object.fromEntries(snapshotKinds.map((kind) => [kind, []])) as unknown as Records;
  const task = {
    Id: 'a',
    Name: 'Call',
    Status: { Id: 'new', Url: 'u' },
    Responsibles: [{ Id: 'p', Type: 'User' }],
  };
  const before = { ...none, tasks: [task, { ...task, Id: 'b' }] };
  const changed = (...tasks: object[]) => changesBetween(before, { ...none, tasks });
  const done = { ...task, Status: { Id: 'done', Url: 'u' }, LastChangeDate: 'later' };
  const expected = [{ kind: 'tasks', id: 'a', to: { Status: 'done' } }] as const;

  it('is right if the expected record alone has changed', () => {
    expect(problemsOfChanges(changed(done, { ...task, Id: 'b' }), expected)).toEqual([]);
  });

  it.each([
    ['nothing has changed', [task, { ...task, Id: 'b' }], /^missing: tasks a Status = "done"$/],
    ['another record has changed', [done, { ...done, Id: 'b' }], /^not asked for: tasks changed Call \(b\)$/],
    ['a record is gone', [done], /^not asked for: tasks deleted Call \(b\)$/],
    [
      'another field has changed',
      [
        { ...done, Name: 'Ring' },
        { ...task, Id: 'b' },
      ],
      /Name changed to "Ring"$/,
    ],
    ['a record is new', [done, { ...task, Id: 'b' }, { ...task, Id: 'c' }], /tasks created Call \(c\)$/],
  ])('is wrong if %s', (_, tasks, reason) => {
    const problems = problemsOfChanges(changed(...tasks), expected);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(reason);
  });
});
