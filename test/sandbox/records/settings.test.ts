import { describe, expect, it } from 'vitest';
import { unknownId } from '../../support/sample-ids.ts';
import { useSandbox } from '../../support/sandbox.ts';

interface Page {
  Items: { Id: string; Name: string; SysName: string }[];
  NextPageUrl: string | null;
}

const sandbox = useSandbox();
const { call } = sandbox;

describe('small dictionaries', () => {
  const dictionaries = ['eventTypes', 'legalForms', 'taskTypes', 'taskStatuses', 'taskPriorities'];

  it.each(dictionaries)(
    'answer with all %s at once and each by its id, in v2 and v1 [EVO-7, TKO-13, PTO-15]',
    async (name) => {
      for (const version of [2, 1]) {
        const all = await call<Page>('kate', `GET /api/v${version}/${name}`);
        expect(all.body.NextPageUrl).toBeNull();
        expect(all.body.Items.length).toBeGreaterThan(3);
        const last = all.body.Items.at(-1);
        expect((await call('kate', `GET /api/v${version}/${name}/${last?.Id}`)).body).toEqual(last);
        expect((await call('kate', `GET /api/v${version}/${name}/${unknownId}`)).status).toBe(404);
      }
    },
  );
});

describe('non-working days', () => {
  const path = '/api/v3/generalsettings/NonWorkingDays';
  const days = {
    Dates: ['2026-11-04', '2026-03-08', '2026-11-04'],
    Intervals: [{ Start: '2026-01-01', End: '2026-01-08' }],
  };

  it('are read by everybody and replaced as a whole by an administrator [SET-1]', async () => {
    expect((await call('kate', `GET ${path}`)).body).toEqual({
      Dates: expect.any(Array),
      Intervals: expect.any(Array),
    });
    const expected = { Dates: ['2026-03-08', '2026-11-04'], Intervals: days.Intervals };
    const { status, body } = await call('admin', `PUT ${path}`, days);
    expect(status).toBe(201);
    expect(body).toEqual(expected);
    expect((await call('kate', `GET ${path}`)).body).toEqual(expected);
    await call('admin', `PUT ${path}`, { Dates: [] });
    expect((await call('kate', `GET ${path}`)).body).toEqual({ Dates: [], Intervals: [] });
  });

  it('stay as they are for anybody else, and for dates that make no sense', async () => {
    const before = (await call('kate', `GET ${path}`)).body;
    expect((await call('head', `PUT ${path}`, days)).status).toBe(403);
    for (const body of [
      { Dates: ['4 November'] },
      { Dates: ['2026-02-30'] },
      { Intervals: [{ Start: '2026-01-08', End: '2026-01-01' }] },
      { Intervals: [{ Start: '2026-01-08' }] },
    ])
      expect((await call('admin', `PUT ${path}`, body)).status).toBe(400);
    expect((await call('kate', `GET ${path}`)).body).toEqual(before);
  });
});
