import { describe, expect, it } from 'vitest';
import { useAnnas } from '../../support/clients/anna-before.ts';
import { textOf } from '../../support/clients/harness.ts';
import { caseId } from '../../support/sample-ids.ts';
import { lastBody } from '../../support/servers/front.ts';

/** Equivalent values in the notations of the service and of assistants. */

const smith = caseId('smith');
const at = useAnnas();

describe('names in other letter cases', () => {
  const inCamelCase = (json: string) =>
    JSON.stringify(JSON.parse(json), function camel(this: object, key, value) {
      const isTagged = /^(fields|attributes)$/i.test(key);
      if (typeof value !== 'object' || value === null || Array.isArray(value) || isTagged) return value;
      const small = (name: string) =>
        /^[A-Z]+$/.test(name) ? name.toLowerCase() : `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name.startsWith('$') ? name : small(name), item]),
      );
    });

  it.each([
    ['camel case', inCamelCase],
    [
      'capitals here and there',
      (json: string) =>
        json.replace(/"(Inn|INN|ExecutionDate|StartDate|ExternalId)":/gi, (name) => name.toUpperCase()),
    ],
  ] as const)('are read the same in %s', async (_, answered) => {
    const [there, other] = await Promise.all([at.annaBefore({}), at.annaBefore({ answered })]);
    const questions = [
      ['find_case', { query: 'Smith' }],
      ['case_brief', { case: 'CL-2026-000123' }],
      ['case_timeline', { case: 'CL-2026-000123' }],
      ['agenda', {}],
      ['workload', {}],
      ['find_person', { query: 'Hale' }],
      ['who_am_i', {}],
    ] as const;
    for (const [name, asked] of questions) {
      const [right, answer] = await Promise.all([
        there.client.callTool(name, asked),
        other.client.callTool(name, asked),
      ]);
      expect(textOf(answer), name).toBe(textOf(right));
    }
  });

  it('lead to the next pages of a list, and to values that a change must keep', async () => {
    const { client, front } = await at.annaBefore({ answered: inCamelCase });
    const all = await client.call('list_participants', { all: true, fields: ['id'], PageSize: 10 });
    const { Items } = await at.anna.call('list_participants', { all: true, fields: ['Id'], PageSize: 10 });
    expect(all.Items.length).toBe(Items.length);
    const [event] = (await at.anna.call('list_events', { CaseId: smith })).Items;
    await client.callTool('update_event', { id: event.Id, Description: 'Room 5' });
    expect(JSON.parse(lastBody(front))).toMatchObject({
      StartDate: event.StartDate,
      Name: event.Name,
      CaseId: smith,
    });
  });
});
