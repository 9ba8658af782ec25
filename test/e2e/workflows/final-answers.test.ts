import { describe, expect, it } from 'vitest';
import { eachField, eachRecord } from '../../support/clients/altered.ts';
import type { Alter } from '../../support/servers/front.ts';
import { asItIs, useAltered } from './altering.ts';

const { at } = useAltered();

describe('final statuses', () => {
  /** Changes the name of a status, in the list of statuses and in tasks. */
  const renamed =
    (from: string, to: object): Alter =>
    (body) =>
      eachRecord(body, (record) => (record.Name === from && 'Id' in record ? { ...record, ...to } : record));
  const done = 'Выполнена / Done';
  const started = 'В работе / In progress';
  const nameless = { SysName: undefined };

  it.each<[string, Alter]>([
    ['in other words that are whole', renamed(done, { Name: 'Готово', ...nameless })],
    ['by a system name, whatever people call it', renamed(done, { Name: 'Сдано в архив' })],
    ['by a flag, whatever it is called', renamed(done, { Name: 'Этап 5', ...nameless, IsFinal: true })],
  ])('is told %s', async (_, alter) => {
    for (const [name, args] of [
      ['agenda', {}],
      ['workload', {}],
    ] as const) {
      const answer = await at.altered.ask(alter, name, args);
      expect(answer.text).toBe((await at.altered.ask(asItIs, name, args)).text);
      expect(answer.notes).toEqual([]);
    }
  });

  it('is not guessed from part of a word', async () => {
    const answer = await at.altered.ask(
      renamed(started, { Name: 'Не выполнена', ...nameless }),
      'agenda',
      {},
    );
    const told = await at.altered.ask(asItIs, 'agenda', {});
    expect(answer.text.replaceAll('Не выполнена', started)).toBe(told.text);
    expect(answer.notes).toEqual([expect.stringMatching(/one status .* CASEBRIDGE_FINAL_STATUSES/)]);
  });

  it("are those of the operator's setting if the service names none", async () => {
    const alter = renamed(done, { Name: 'Этап 5', ...nameless });
    const env = { CASEBRIDGE_FINAL_STATUSES: 'этап 5' };
    const told = await at.altered.ask(asItIs, 'workload', {});
    const [unknown, known] = [
      await at.altered.ask(alter, 'workload', {}),
      await at.altered.ask(alter, 'workload', {}, { env }),
    ];
    expect(unknown.notes).toEqual([expect.stringContaining('such tasks count as open')]);
    expect(unknown.text).not.toBe(told.text);
    expect(known.text).toBe(told.text);
    expect(known.notes).toEqual([]);
  });

  it('is a flag of the case, or the service’s own word for its status', async () => {
    const asFlag: Alter = (body) =>
      eachRecord(body, ({ Status, ...record }) =>
        'Number' in record ? { ...record, IsArchive: Status === 'Archived' } : { ...record, Status },
      );
    const told = await at.altered.ask(asItIs, 'find_case', { party: 'Smith' });
    expect((await at.altered.ask(asFlag, 'find_case', { party: 'Smith' })).text).toBe(told.text);
    const own: Alter = (body) =>
      eachField(body, (name, value, record) =>
        name === 'Status' && 'Number' in record ? 'На хранении' : value,
      );
    expect((await at.altered.ask(own, 'find_case', { party: 'Smith' })).text).toContain('| На хранении |');
  });
});

describe('days off', () => {
  const holiday = '2026-03-09';
  const of =
    (days: unknown): Alter =>
    (body, request) =>
      request.includes('NonWorkingDays') ? days : body;
  const ask = (days: unknown) => at.altered.ask(of(days), 'agenda', { from: '2026-03-08', to: '2026-03-10' });

  it.each<[string, unknown]>([
    ['as described', { Dates: [holiday], Intervals: [] }],
    ['as a bare list', [holiday]],
    ['as a bare list of intervals', [{ Start: holiday, End: holiday }]],
    [
      'as records',
      { Items: [{ Id: 1, Name: 'Holiday', Date: `${holiday}T00:00:00Z`, CreationDate: '2025-03-10' }] },
    ],
    ['in a list of another name', { Holidays: [holiday], Periods: [] }],
    ['in intervals of other names', { Days: [], Ranges: [{ From: holiday, To: holiday }] }],
    ['in camelCase', { dates: [holiday], intervals: [] }],
    ['as moments of another zone', { Dates: ['2026-03-08T21:00:00Z'], Intervals: null }],
  ])('are read %s', async (_, days) => {
    expect((await ask(days)).text).toContain('Days off: Mon 2026-03-09');
  });

  it.each<[string, unknown]>([
    ['of which nobody can say what they are', { First: [holiday], Second: ['2026-03-10'] }],
    ['that are days of work', { WorkingDays: [holiday] }],
    ['that are no days', { Dates: [{ Day: 9, Month: 3 }] }],
    ['that are not there', { Settings: {} }],
    ['that are a text', 'none'],
  ])('are reported as unread: lists %s', async (_, days) => {
    const { text, notes } = await ask(days);
    expect(text).not.toContain('Days off');
    expect(notes.join()).toMatch(/Not read: non-working days \(UNEXPECTED_ANSWER/);
  });
});

describe('the owner of an agenda', () => {
  const smith = '00000000-0000-4000-8000-ca5e00000001';
  const days = { from: '2026-01-01', to: '2026-12-31' };

  it('is the case that was given by its id', async () => {
    const { text, data } = await at.altered.ask(asItIs, 'agenda', { case: smith });
    expect(data.of).toBe('Smith v. Northbridge Ltd');
    expect(text).toMatch(/^Agenda of Smith v\. Northbridge Ltd, /);
  });

  it('is told by all parts of a name', async () => {
    const inParts: Alter = (body, request) =>
      request.includes('/users')
        ? eachRecord(body, (record) =>
            record.Name === 'Anna Petrova' && 'Email' in record
              ? { ...record, Name: undefined, LastName: 'Petrova', FirstName: 'Anna', MiddleName: 'Ivanovna' }
              : record,
          )
        : body;
    const { data } = await at.altered.ask(inParts, 'agenda', {});
    expect(data.of).toBe('Petrova Anna Ivanovna');
  });

  it('has no events of cases for which another user is responsible', async () => {
    const others: Alter = (body, request) =>
      /objects/i.test(request)
        ? eachField(body, (name, value) =>
            name === 'Responsible' && value !== null
              ? { Id: '00000000-0000-4000-8000-05e400000099', Name: 'Somebody Else' }
              : value,
          )
        : body;
    const told = await at.altered.ask(asItIs, 'agenda', days);
    const { data, notes } = await at.altered.ask(others, 'agenda', days);
    expect(told.data.events.length).toBeGreaterThan(data.events.length);
    for (const { attendees } of data.events) expect(attendees).toContain('Anna Petrova');
    expect(notes.join()).toMatch(/ResponsibleIds of search_objects/);
  });
});
