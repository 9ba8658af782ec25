import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { whereNamed } from '../../support/clients/profile.ts';
import { connectLookups, type Lookups, withheld } from '../../support/clients/workflows.ts';
import { groupId, sampleIds, userId } from '../../support/sample-ids.ts';
import { timeless } from '../../support/time/timeless.ts';

let workflows: Lookups;
beforeAll(async () => {
  workflows = await connectLookups();
});
afterEach(() => {
  workflows.service.faults.clear();
});
afterAll(() => workflows?.close());

const smith = sampleIds.smith;
const anna = sampleIds.anna;
const litigation = 'Судебная практика';
const namesOf = (items: readonly any[]) => items.map(({ name }) => name);
/** A Wednesday in the far future, without sample data near it. */
const wednesday = '2031-03-05';

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const localDay = (moment: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Moscow' }).format(new Date(moment));

/**
 * Returns the names of overdue tasks, computed from the service's records and the rule: a task that is due on
 * a day off is overdue after the next working day.
 */
async function overdueBy(...filters: Record<string, unknown>[]): Promise<string[]> {
  const admin = await workflows.as('admin');
  const { Dates, Intervals } = await admin.call('get_non_working_days');
  const isFree = (day: string) =>
    [0, 6].includes(new Date(day).getUTCDay()) ||
    Dates.includes(day) ||
    Intervals.some(({ Start, End }: any) => day >= Start && day <= End);
  const statuses = (await admin.call('list_task_statuses')).Items;
  const over = statuses.flatMap(({ Id, SysName }: any) => (/Done|Cancelled/.test(SysName) ? Id : []));
  const today = localDay(new Date().toISOString());
  const names: string[] = [];
  for (const filter of filters)
    for (const { Name, Status, ExecutionDate } of (await admin.call('list_tasks', filter)).Items) {
      if (ExecutionDate === null || over.includes(Status.Id)) continue;
      let day = localDay(ExecutionDate);
      const isLate = !isFree(day) && Date.parse(ExecutionDate) < Date.now();
      while (isFree(day)) day = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
      if (isLate || day < today) names.push(Name);
    }
  return names.sort();
}

describe('agenda', () => {
  it('is the caller’s own for a week by default, with the tasks of the caller’s groups', async () => {
    const { data, text, notes } = await workflows.ask('anna', 'agenda', {});
    expect(notes).toEqual([]);
    expect(data.of).toBe('Anna Petrova');
    const groups = (await (await workflows.as('admin')).call('get_user', { id: anna })).Groups;
    const late = await overdueBy(...[{ Id: anna }, ...groups].map(({ Id }) => ({ ResponsibleIds: [Id] })));
    expect(late).toContain('Draft witness statement');
    expect(namesOf(data.overdue).sort()).toEqual(late);
    expect(data.overdue.every((task: any) => task.overdue)).toBe(true);
    expect(data.tasks.some((task: any) => task.overdue)).toBe(false);
    expect(data.tasks.flatMap((task: any) => task.responsible)).toContain(litigation);
    const hearing = 'Smith v. Northbridge Ltd: disclosure hearing';
    const { StartDate } = (
      await (await workflows.as('anna')).call('list_events', { CaseId: smith })
    ).Items.find(({ Name }: any) => Name === hearing);
    const isWithin = localDay(StartDate) >= data.from.slice(4) && localDay(StartDate) <= data.to.slice(4);
    expect(namesOf(data.events).includes(hearing)).toBe(isWithin);
    expect(text.indexOf('Overdue tasks')).toBeLessThan(text.indexOf('Events'));
    for (const { id, name, due, start } of [...data.overdue, ...data.tasks, ...data.events]) {
      expect(text.split(id)).toHaveLength(2);
      expect(text).toContain(`${name} | `);
      expect(text).toContain(due ?? start ?? 'no date');
      expect(due ?? start ?? 'no date').toMatch(/^\w{3} \d{4}-\d\d-\d\d|^no date$/);
    }
  });

  it.each([
    ['a name', { person: 'Petrova' }],
    ['an id', { person: anna }],
    ['a pasted link', { person: `https://firm.example.com/users/${anna}` }],
    ['me', { person: 'me' }],
  ])('means the same person by %s', async (_, args) => {
    expect((await workflows.ask('anna', 'agenda', args)).data.of).toBe('Anna Petrova');
  });

  it('is that of a group: its own tasks, and the events of its members’ cases', async () => {
    const { data, notes } = await workflows.ask('anna', 'agenda', {
      group: whereNamed('Судебная практика', groupId('Litigation')),
      from: dayFromNow(-14),
      to: dayFromNow(14),
    });
    expect(notes.join(' ')).toMatch(
      /These are only the tasks of the group itself\. For tasks of its members/,
    );
    expect(data.tasks.flatMap((task: any) => task.responsible)).toContain(litigation);
    expect(namesOf(data.events)).toContain('Вектор — Северный мост: судебное заседание');
  });

  it('can be that of a case, regardless of who is responsible', async () => {
    const { data } = await workflows.ask('kate', 'agenda', { case: smith });
    expect(namesOf(data.overdue)).toContain('Send settlement offer');
    expect(namesOf(data.overdue).sort()).toEqual(await overdueBy({ CaseId: smith }));
    expect(data.tasks[0]).not.toHaveProperty('case');
  });

  it('has the tasks without a date, and those that are late for years, as workload counts them', async () => {
    const admin = await workflows.as('admin');
    const ofHale = async () => {
      const { data } = await workflows.ask('admin', 'workload', {});
      return data.people.find(({ who }: any) => who === 'John Hale');
    };
    const before = await ofHale();
    const made = { Name: 'Call client', Responsibles: [{ Id: userId('john'), Type: 'User' }] };
    const undated = await admin.call('create_task', made);
    const late = await admin.call('create_task', { ...made, ExecutionDate: `${dayFromNow(-800)}T12:00:00Z` });
    const { data, notes } = await workflows.ask('admin', 'agenda', { person: 'John Hale' });
    expect(notes).toEqual([]);
    expect(data.tasks.map(({ id }: any) => id)).toContain(undated.Id);
    expect(data.overdue.map(({ id }: any) => id)).toContain(late.Id);
    expect(await ofHale()).toEqual({
      ...before,
      open_tasks: before.open_tasks + 2,
      overdue_tasks: before.overdue_tasks + 1,
    });
    for (const { Id } of [undated, late]) await admin.callTool('delete_task', { id: Id });
  });

  it('calls nothing overdue of a period that is over, nor says that nothing is', async () => {
    const { data, text } = await workflows.ask('admin', 'agenda', {
      from: dayFromNow(-60),
      to: dayFromNow(-1),
    });
    expect(data).not.toHaveProperty('overdue');
    expect(text).not.toContain('Overdue tasks');
  });

  it('counts the days of the caller’s time zone', async () => {
    const admin = await workflows.as('admin');
    // Wednesday evening in London is Thursday in Tokyo.
    const StartDate = `${wednesday}T20:00:00Z`;
    await admin.call('create_event', {
      Name: 'Late call',
      StartDate,
      EndDate: `${wednesday}T21:00:00Z`,
      CaseId: smith,
    });
    const on = async (day: string, time_zone: string) =>
      (await workflows.ask('admin', 'agenda', { case: smith, from: day, to: day, time_zone })).data.events;
    expect(namesOf(await on(wednesday, 'Europe/London'))).toEqual(['Late call']);
    expect(await on(wednesday, 'Asia/Tokyo')).toEqual([]);
    expect(await on('2031-03-06', 'Asia/Tokyo')).toMatchObject([
      { start: 'Thu 2031-03-06 05:00', end: '06:00' },
    ]);
    workflows.service.reset();
  });

  it('keeps an event of a whole day on its date everywhere, and shows one that lasts until the first day', async () => {
    const admin = await workflows.as('admin');
    await admin.call('create_event', {
      ...{ Name: 'Fair', AllDay: true, CaseId: smith },
      ...{ StartDate: `${wednesday}T00:00:00Z`, EndDate: '2031-03-08T00:00:00Z' },
    });
    for (const time_zone of ['America/New_York', 'UTC', 'Pacific/Auckland']) {
      const asked = { case: smith, from: '2031-03-07', to: '2031-03-07', time_zone };
      expect((await workflows.ask('admin', 'agenda', asked)).data.events, time_zone).toMatchObject([
        { name: 'Fair', start: `Wed ${wednesday}`, end: 'Fri 2031-03-07', all_day: true },
      ]);
    }
    workflows.service.reset();
  });

  it('moves tasks due on a day off to the next working day, and calls them overdue only after that', async () => {
    const admin = await workflows.as('admin');
    await admin.call('update_non_working_days', {
      Intervals: [{ Start: dayFromNow(-6), End: dayFromNow(3) }],
      drop: ['all'],
    });
    const task = { Name: 'Call client', CaseId: sampleIds.emptyCard };
    await admin.call('create_task', { ...task, ExecutionDate: `${dayFromNow(-2)}T12:00:00Z` });
    const { data, text } = await workflows.ask('admin', 'agenda', { case: task.CaseId });
    expect(data.overdue).toEqual([]);
    expect(data.tasks).toHaveLength(1);
    const [, worksOn] = /^\w{3} (\S+)$/.exec(data.tasks[0].works_on) ?? [];
    expect(worksOn && worksOn > dayFromNow(3)).toBe(true);
    expect([0, 6]).not.toContain(new Date(`${worksOn}T00:00:00Z`).getUTCDay());
    expect(text).toContain(`(day off, so ${data.tasks[0].works_on})`);
    // The task is also listed on the days in between.
    const between = { from: dayFromNow(1), to: dayFromNow(1) };
    const later = await workflows.ask('admin', 'agenda', { case: task.CaseId, ...between });
    expect(later.data.tasks).toEqual(data.tasks);
    workflows.service.reset();
  });

  it('names the days off in the period, except weekends', async () => {
    const year = new Date().getUTCFullYear();
    const asked = { case: smith, from: `${year}-11-03`, to: `${year}-11-08` };
    const { data, text } = await workflows.ask('anna', 'agenda', asked);
    const isWeekend = [0, 6].includes(new Date(`${year}-11-04T00:00:00Z`).getUTCDay());
    expect(data.days_off.map((day: string) => day.slice(4))).toEqual(isWeekend ? [] : [`${year}-11-04`]);
    for (const day of data.days_off) expect(text).toContain(`Days off: ${day}`);
  });

  it('states what is withheld, and shows the rest', async () => {
    const { data, notes } = await workflows.ask('client1', 'agenda', { case: smith });
    expect(notes).toEqual([withheld('tasks'), withheld('events')]);
    expect(data).not.toHaveProperty('overdue');
  });

  timeless()('shows events if the tasks fail', async () => {
    workflows.service.faults.set([{ on: 'GET /api/v2/tasks', fault: { kind: 'status', status: 503 } }]);
    const { data, text, notes } = await workflows.ask('anna', 'agenda', { to: dayFromNow(14) });
    expect(data.events.length).toBeGreaterThan(0);
    expect(text).toContain('Tasks due: not shown, see the notes');
    expect(notes).toEqual(['Not read: tasks (API_ERROR 503; trying again later can help).']);
  });

  it('cuts a period of more than a year, and says so', async () => {
    const { data, notes } = await workflows.ask('anna', 'agenda', { from: '2026-03-05', to: '2028-03-04' });
    expect(data.to).toContain('2027-03-06');
    expect(notes.join('\n')).toContain('The period ends on 2027-03-06 instead of 2028-03-04');
  });

  it.each(['all', 'Everyone', 'все'])('is that of the whole case if `person` is %j', async (person) => {
    const { data } = await workflows.ask('anna', 'agenda', { case: smith, person });
    const { data: ofCase } = await workflows.ask('anna', 'agenda', { case: smith });
    expect(data.tasks).toEqual(ofCase.tasks);
    expect(data.of).toContain('Smith');
  });

  it.each([
    [{ from: 'Friday' }, /from: should be a date such as 2026-03-31, not "Friday"/],
    [{ from: 'в пятницу' }, /should be a date such as/],
    [{ from: '2026-02-30' }, /should be a date such as/],
    [{ from: '31.03.2026' }, /should be a date such as/],
    [{ from: '2026-03-05', to: '2026-03-04' }, /`to` \(2026-03-04\) is before `from`/],
    [{ person: 'me', case: smith }, /pass only one of them/],
    [{ person: 'Nobody At All' }, /^NAME_UNKNOWN/],
    [{ group: 'No such group' }, /No such group/],
    [{ case: 'Вектор' }, /3 cases match/],
    [{ time_zone: 'Europe/Atlantis' }, /IANA time zone/],
  ])('refuses %o and names the valid values', async (args, reason) => {
    expect(await (await workflows.as('anna')).refusal('agenda', args)).toMatch(reason);
  });
});
