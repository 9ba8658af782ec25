import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settings } from '../../../tools/operations/settings.ts';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';
import { createTally } from '../../support/tally.ts';

const tally = createTally();
let service: TestService;
let admin: TestClient;
let anna: TestClient;
let blocked: TestClient;
beforeAll(async () => {
  service = await startService();
  [admin, anna, blocked] = await tally.connect(service, 'admin', 'anna', 'blocked');
});
beforeEach(() => service.reset());
afterAll(async () => {
  await tally.close();
  await service?.close();
});

const asked = {
  Dates: ['2026-05-09', '2026-01-07'],
  Intervals: [
    { Start: '2026-12-31', End: '2027-01-08' },
    { Start: '2026-05-01', End: '2026-05-03' },
  ],
};

describe('get_non_working_days', () => {
  it('reads dates and intervals for every user', async () => {
    const calendar = await anna.call('get_non_working_days');
    expect(calendar.Dates.length).toBeGreaterThan(0);
    expect(calendar.Intervals[0]).toEqual({
      Start: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      End: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
  });

  it('is refused to a blocked user, with the reason', async () => {
    expect(await blocked.refusal('get_non_working_days')).toMatch(
      /^SIGN_IN_FAILED: .*The operator should check the configured login\.\nThe user is blocked\./,
    );
  });
});

describe('update_non_working_days', () => {
  it('replaces the given lists for all users, and keeps omitted ones', async () => {
    await admin.call('update_non_working_days', { ...asked, drop: ['all'] });
    const replaced = {
      Dates: ['2026-01-07', '2026-05-09'],
      Intervals: [
        { Start: '2026-05-01', End: '2026-05-03' },
        { Start: '2026-12-31', End: '2027-01-08' },
      ],
    };
    expect(await anna.call('get_non_working_days')).toEqual(replaced);
    const drop = replaced.Dates;
    await admin.call('update_non_working_days', { Dates: ['2026-06-12'], drop });
    expect(await anna.call('get_non_working_days')).toEqual({ ...replaced, Dates: ['2026-06-12'] });
  });

  it('is refused while days would be lost, each of them named, and changes nothing', async () => {
    const before = await anna.call('get_non_working_days');
    const [kept, ...lost] = before.Dates;
    const text = await admin.refusal('update_non_working_days', { Dates: [kept, '2026-06-13'] });
    expect(text).toMatch(/^WOULD_LOSE: Nothing was sent\. Dates replaces the whole list/);
    for (const day of lost) expect(text).toContain(JSON.stringify(day));
    expect(text).not.toContain(JSON.stringify(kept));
    const [interval] = before.Intervals;
    expect(await admin.refusal('update_non_working_days', { Intervals: [] })).toContain(
      JSON.stringify(interval),
    );
    expect(await anna.call('get_non_working_days')).toEqual(before);
    const drop = [`${interval.Start}/${interval.End}`];
    await admin.call('update_non_working_days', { Intervals: before.Intervals.slice(1), drop });
    expect(await anna.call('get_non_working_days')).toEqual({
      ...before,
      Intervals: before.Intervals.slice(1),
    });
  });

  it('is refused to all but administrators, and then changes nothing', async () => {
    const before = await anna.call('get_non_working_days');
    const text = await anna.refusal('update_non_working_days', { ...asked, drop: ['all'] });
    expect(text).toContain('API_ERROR 403: Only an administrator may do this.');
    expect(text).toContain('Only an administrator may change it.');
    expect(await anna.call('get_non_working_days')).toEqual(before);
  });

  it('is refused for an interval that ends before it starts', async () => {
    const before = await anna.call('get_non_working_days');
    const reversed = { Intervals: [{ Start: '2026-05-03', End: '2026-05-01' }], drop: ['all'] };
    expect(await admin.refusal('update_non_working_days', reversed)).toMatch(
      /^API_ERROR 400: The interval from 2026-05-03 ends before it starts\./,
    );
    expect(await anna.call('get_non_working_days')).toEqual(before);
  });
});

it('no tool of the area was left out', () => {
  expect(tally.leftOut(settings.operations)).toEqual({ carriedOut: [], refused: [] });
});
