import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eachField } from '../../support/clients/altered.ts';
import type { Alter } from '../../support/servers/front.ts';
import { asItIs, useAltered } from '../workflows/altering.ts';

/** Services that return records in other formats. */

const { at } = useAltered();
const smith = 'CL-2026-000123';
const isCard = (request: string) => /^GET .*\/objects\/[^/]+$/.test(request);

describe('a card', () => {
  const fieldsOf =
    (change: (fields: Record<string, unknown>) => object): Alter =>
    (body, request) => {
      if (!isCard(request)) return body;
      const { Fields, ...record } = body;
      return { ...record, ...change(Fields) };
    };
  const pair = ([Tag, Value]: readonly [string, unknown]) => ({ Tag, Value });

  it.each<[string, Alter]>([
    [
      'in its blocks',
      fieldsOf((fields) => ({
        Blocks: Object.entries(fields).map(([tag, value]) => ({ Name: tag, Fields: { [tag]: value } })),
      })),
    ],
    [
      'in its blocks, each row of one by itself',
      fieldsOf((fields) => ({
        Blocks: Object.entries(fields).flatMap(([tag, value]) =>
          (Array.isArray(value) ? value : [value]).map((one) => ({ Id: tag, Fields: { [tag]: one } })),
        ),
      })),
    ],
    [
      'in its blocks, as pairs',
      fieldsOf((fields) => ({ blocks: [{ fields: Object.entries(fields).map(pair) }, { fields: [] }] })),
    ],
    ['as pairs', fieldsOf((fields) => ({ Fields: Object.entries(fields).map(pair) }))],
  ])('is read in its place %s', async (_, alter) => {
    const sql = `SELECT name, court, claim_amount FROM cases WHERE number = '${smith}'`;
    for (const [name, args] of [
      ['case_brief', { case: smith }],
      ['query_records', { sql }],
    ] as const) {
      const told = await at.altered.ask(asItIs, name, args);
      const found = await at.altered.ask(alter, name, args);
      expect(found.text).toBe(told.text);
    }
  });

  it('has field names even if its fields have only ids', async () => {
    const withIds = fieldsOf((fields) => ({
      Fields: Object.fromEntries(
        Object.entries(fields).map(([tag, value]: [string, any]) => [tag, value?.Id ?? value]),
      ),
    }));
    const told = await at.altered.ask(asItIs, 'case_brief', { case: smith });
    const found = await at.altered.ask(withIds, 'case_brief', { case: smith });
    expect(told.text).toContain('Second lawyer: John Hale');
    expect(found.text).toBe(told.text);
  });

  it('names the fields that do not fit on the page, and the page they are on', async () => {
    const { text, data } = await at.altered.ask(
      fieldsOf((fields) => ({
        Fields: {
          ...fields,
          Long: 'x'.repeat(200),
          Several: ['one', { Id: null, Name: 'two' }],
          Site: 'https://example.org/very-long-address',
          Empty: [],
        },
      })),
      'case_brief',
      { case: smith },
    );
    const told = data.case.card.map((field: string) => field.split(': ')[0]);
    expect(data.case.card_left_out).toEqual(expect.arrayContaining(['Long', 'Site']));
    expect([...told, ...data.case.card_left_out]).toContain('Several');
    expect([...told, ...data.case.card_left_out]).not.toContain('Empty');
    expect(text).toContain(`Card fields not shown: ${data.case.card_left_out.join('; ')}. get_object`);
  });
});

describe('numbers instead of ids', () => {
  const kinds = { Priority: 'Priorities', Status: 'Statuses' } as const;
  const numbers = new Map<string, number>();
  const numberOf = (id: string) => {
    if (!numbers.has(id)) numbers.set(id, numbers.size + 1);
    return numbers.get(id);
  };
  /** Gives priorities and statuses of tasks other ids, also in their lists. */
  const numbered =
    (isListed = true): Alter =>
    (body, request) => {
      if (/task(?:Priorities|Statuses)/.test(request))
        return isListed
          ? eachField(body, (name, value) => (name === 'Id' ? numberOf(value as string) : value))
          : { Items: [] };
      return request.includes('/tasks')
        ? eachField(body, (name, value: any) =>
            Object.hasOwn(kinds, name) && value?.Id ? numberOf(value.Id) : value,
          )
        : body;
    };
  const questions = [
    ['agenda', {}],
    ['case_brief', { case: smith }],
    ['query_records', { sql: 'SELECT priority, status, count(*) FROM tasks GROUP BY 1, 2 ORDER BY 1, 2' }],
  ] as const;

  it.each(questions)('are called as their list calls them: %s', async (name, args) => {
    const told = await at.altered.ask(asItIs, name, args);
    const found = await at.altered.ask(numbered(), name, args);
    expect(told.text).toMatch(/Normal|Обычный/);
    expect(found).toMatchObject({ text: told.text, notes: told.notes });
  });

  it('have the names in the reference if they are not records', async () => {
    const states = ['InWork', 'Archived'];
    const isStatus = (value: any) => JSON.stringify(value ?? '').includes('"InWork"');
    const coded: Alter = (body, request) =>
      eachField(body, (name, value) => {
        if (name !== 'Status') return value;
        if (request.includes('swagger'))
          return isStatus(value)
            ? { type: 'integer', enum: [0, 1], description: '0 - InWork, 1 - Archived' }
            : value;
        return states.includes(value) ? states.indexOf(value) : value;
      });
    const folder = mkdtempSync(join(tmpdir(), 'casebridge-codes-'));
    const env = { CASEBRIDGE_LEARN: 'on', CASEBRIDGE_CACHE_DIR: folder };
    const asked = (alter: Alter) => at.altered.ask(alter, 'case_brief', { case: smith }, { env });
    const found = await asked(coded);
    expect(found.data.case.status).toBe('in work');
    expect(found.notes.join()).not.toMatch(/status/);
    rmSync(folder, { recursive: true });
  });

  it.each(questions)('are shown as ids without a name if no list contains them: %s', async (name, args) => {
    const { text } = await at.altered.ask(numbered(false), name, args);
    expect(text).toMatch(/\b\d \(name not returned by this service\)/);
  });
});

describe('a summary', () => {
  it('states the total of partly shown lists', async () => {
    const ids = (row: any, count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...row, Id: `${row.Id.slice(0, -2)}${90 + index}` }));
    const many: Alter = (body, request) => {
      if (/GET .*\/events$/.test(request)) {
        const coming = body.Items.find(({ StartDate }: any) => Date.parse(StartDate) > Date.now());
        return { ...body, Items: coming ? ids(coming, 7) : [] };
      }
      return isCard(request)
        ? {
            ...body,
            Participants: Array.from({ length: 17 }, () => body.Participants)
              .flat()
              .map(party),
          }
        : body;
    };
    const party = (one: any, index: number) => ({
      ...one,
      Participant: { Id: null, Name: `Party ${index}` },
    });
    const { text, data } = await at.altered.ask(many, 'case_brief', { case: smith });
    expect(text).toContain('Coming events (4 of 7):');
    expect(text).toMatch(/^Parties \(15 of \d{2,3}\): /m);
    expect(data.all.coming).toBe(7);
  });
});
