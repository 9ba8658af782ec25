import { afterEach, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/index.ts';
import { sampleIds } from '../../support/sample-ids.ts';
import { clock, namesOf, people, whoIs } from '../../support/stories.ts';

let sandbox: Sandbox | undefined;
afterEach(() => sandbox?.close());

async function open(options: SandboxOptions = {}) {
  const running = await createSandbox({ now: clock, profile: 'convenient', ...options });
  sandbox = running;
  return { running, as: people(() => running.url) };
}

/** Ids of scripts, which an operator knows because no operation lists scripts. */
const scripts = { deadlines: sampleIds.quickScript, nightly: sampleIds.slowScript };

describe('an operator', () => {
  it('sees whether the service is healthy, and why the script of last night failed', async () => {
    const { as } = await open();
    const it = as('it');
    expect(await it.get('/api/v2/health')).toEqual({ Status: 'OK', DbStatus: 'OK' });
    expect((await it.get('/api/v3/health')).status).toBe('Healthy');
    const query = `Date=2026-03-03&ScriptId=${scripts.nightly}&LogType=interpreter`;
    const { status, text } = await it.send(`GET /api/v3/logs/Get?${query}`);
    expect([status, text]).toEqual([200, expect.stringContaining('line 14 has no amount; run stopped')]);
  });

  it('starts it again, and waits for a free worker if all are busy', async () => {
    const { as } = await open({ settings: { scriptsWorkersCount: 1 } });
    const it = as('it');
    const run = (ScriptId: string) => it.send('POST /api/v2/scripts/run', { ScriptId, IsAsync: true });
    const first = await run(scripts.nightly);
    expect([first.status, first.body.Status]).toEqual([202, 'Running']);
    const busy = await run(scripts.deadlines);
    expect([busy.status, busy.body.Error]).toEqual([429, 'Too many scripts are running.']);
    let attempts = 0;
    for (let status = 429; status === 429; attempts += 1) {
      await new Promise((resolve) => setTimeout(resolve, 700));
      ({ status } = await run(scripts.deadlines));
    }
    expect(attempts).toBeGreaterThan(0);
    const log = await it.send(`GET /api/v3/logs/Get?ScriptId=${scripts.nightly}`);
    expect(log.text).toMatch(/run \S+ finished\n$/);
  });
});

describe('planning a hearing', () => {
  it('sees that the day is a holiday, takes the next one and invites counsel, a colleague and a clerk', async () => {
    const { as } = await open();
    const anna = as('anna');
    const { Dates, Intervals } = await anna.get('/api/v3/generalsettings/NonWorkingDays');
    expect(Dates).toContain('2026-11-04');
    expect(Intervals[0]).toEqual({ Start: '2026-01-01', End: '2026-01-08' });
    expect(Dates).not.toContain('2026-11-05');
    const smith = await anna.findCase('Smith');
    const day = 'StartDateFrom=2026-11-05&StartDateTo=2026-11-05T23:59:59Z';
    expect(await anna.all(`GET /api/v2/events?${day}`)).toEqual([]);
    const [counsel] = await anna.all('GET /api/v2/participants?Name=Quill');
    const john = await whoIs(anna, 'john');
    const made = await anna.make('POST /api/v2/events', {
      Name: 'Smith: hearing',
      CaseId: smith.Id,
      TypeId: (await anna.named('/api/v2/eventTypes', 'Hearing')).Id,
      StartDate: '2026-11-05T10:00:00+00:00',
      EndDate: '2026-11-05T11:00:00+00:00',
      Attendees: [
        { Type: 'Participant', EntityId: counsel.Id },
        { Type: 'User', EntityId: john.Id },
        { Type: 'Email', Email: 'clerk@example.org' },
      ],
    });
    const [planned] = await anna.all(`GET /api/v2/events?CaseId=${smith.Id}&${day}`);
    expect(planned).toEqual(made);
    expect(planned.Calendar.Name).toBe('Firm');
    expect(planned.Attendees.map(({ Type, Url }: any) => [Type, Url])).toEqual([
      ['Participant', counsel.Url],
      ['User', john.Url],
      ['Email', null],
    ]);
  });
});

describe('a newcomer', () => {
  it('tries the service with the account it names, on the own machine alone, and gets the sample back', async () => {
    const { running } = await open();
    expect(new URL(running.url).hostname).toBe('127.0.0.1');
    const { login, password } = running.user;
    expect(password).toBe(`sandbox-${login}`);
    const someone = people(() => running.url)(login);
    const list = (Status: string) => someone.all('POST /api/v3/objects/GetObjects', { Status });
    expect([(await list('InWork')).length, (await list('Archived')).length]).toEqual([28, 8]);
    const before = namesOf(await list('InWork'));
    const smith = await someone.findCase('Smith');
    await someone.make(`PATCH /api/v2/cases/${smith.Id}`, { Name: 'Changed at will' });
    expect(namesOf(await list('InWork'))).not.toEqual(before);
    running.reset();
    const again = people(() => running.url)(login);
    expect(namesOf(await again.all('POST /api/v3/objects/GetObjects', { Status: 'InWork' }))).toEqual(before);
  });
});
