import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { sampleIds } from '../../support/sample-ids.ts';

let service: TestService;
let client: TestClient;
beforeAll(async () => {
  service = await startService();
  client = await service.connectAs('admin');
});
beforeEach(() => service.reset());
afterAll(async () => {
  await client?.close();
  await service?.close();
});

const { smith } = sampleIds;
const rows = [
  { ClaimItem: 'Wages', ClaimItemAmount: 10 },
  { ClaimItem: 'Bonus', ClaimItemAccepted: true },
];
const lists = {
  ClaimItem: ['Wages', 'Bonus'],
  ClaimItemAmount: [10, null],
  ClaimItemAccepted: [null, true],
};
const fields = async () => (await client.call('get_object', { id: smith })).Fields;

describe('rows of a block', () => {
  it.each([
    ['by the tag of the block', { Claims: rows }],
    ['by its title', { 'Требования / Claims': rows }],
    ['by its title in one language', { Требования: rows }],
    [
      'with titles of fields',
      {
        Claims: [
          { Требование: 'Wages', 'Amount claimed': 10 },
          { claim: 'Bonus', Accepted: true },
        ],
      },
    ],
    ['by another name, if their fields are in one block', { Items: rows }],
  ])('are written as one list for each field: %s', async (_, Fields) => {
    await client.call('edit_object', { id: smith, Fields });
    expect(await fields()).toMatchObject(lists);
  });

  it('may be a single row, and values of a block with one row', async () => {
    await client.call('edit_object', {
      id: smith,
      Fields: { Claims: rows[0], Summary: { Judge: 'N. Other' } },
    });
    expect(await fields()).toMatchObject({ ClaimItem: ['Wages'], ClaimItemAmount: [10], Judge: 'N. Other' });
  });

  it('are written by a plan and by the intake of a case too', async () => {
    const changes = [{ tool: 'edit_object', arguments: { id: smith, Fields: { Claims: rows } } }];
    const planned = textOf(await client.callTool('plan_changes', { changes }));
    expect(planned).toContain('ClaimItemAmount');
    const made = await client.callTool('open_case_intake', {
      ...{ name: 'Rows', type: 'General-jurisdiction case', party: 'ООО «Вектор»' },
      fields: { Claims: rows },
    });
    expect(made.isError, textOf(made)).toBeFalsy();
    const { rows: found } = (
      await client.callTool('query_records', {
        sql: "SELECT x.ClaimItem, x.ClaimItemAmount FROM cases_Claims x JOIN cases c ON c.id = x.case_id WHERE c.name = 'Rows' ORDER BY x.row",
      })
    ).structuredContent as any;
    expect(found).toEqual([
      ['Wages', 10],
      ['Bonus', null],
    ]);
  });

  it.each([
    ['edit_object', { id: smith, Fields: { Claims: [{ Name: 'x', Sum: 1 }] } }, 'Fields.Claims'],
    [
      'open_case_intake',
      {
        ...{ name: 'Rows', type: 'General-jurisdiction case', party: 'New Ltd', kind: 'Company' },
        fields: { Claims: [{ Name: 'x', Sum: 1 }] },
      },
      'fields.Claims',
    ],
  ])('are refused before anything is sent, with the form and the fields: %s', async (tool, args, path) => {
    const before = await fields();
    const text = await client.refusal(tool, args);
    expect(text).toContain(`Nothing was sent. ${path}: the block has no field "Name", "Sum".`);
    expect(text).toContain('{"ClaimItem": [row 1, row 2], "ClaimItemAmount": [row 1, row 2]');
    expect(text).toContain('Сумма требования / Amount claimed');
    expect(await fields()).toEqual(before);
    const made = await client.call('list_participants', { Name: 'New Ltd' });
    expect(made.Items).toEqual([]);
  });

  it.each([
    [{ Claims: rows, ClaimItem: ['x'] }, 'the field is set twice'],
    [{ Nothing: [{ Some: 1 }] }, 'no block of this card has this name and these fields'],
    [{ Summary: [{ Judge: 'A' }, { Judge: 'B' }] }, 'takes one value, and 2 rows were given'],
  ])('are refused if they are not clear: %j', async (Fields, why) => {
    expect(await client.refusal('edit_object', { id: smith, Fields })).toContain(why);
  });

  it.each([
    ['rows without names of fields', [['Wages', 10]]],
    ['one value', 'Wages'],
    ['rows of different forms', [rows[0], 'Bonus']],
  ])('are refused with the form, in a plan too, if they are %s', async (_, Claims) => {
    const args = { id: smith, Fields: { Claims } };
    const right =
      'Nothing was sent. Fields.Claims: this is a block, not a field. Send one list for each field';
    expect(await client.refusal('edit_object', args)).toContain(right);
    const planned = await client.callTool('plan_changes', {
      changes: [{ tool: 'edit_object', arguments: args }],
    });
    expect(textOf(planned)).toContain('0 can be carried out');
    expect(textOf(planned)).toContain(right);
  });

  it('are not confused with references to records', async () => {
    const SecondLawyer = { Id: sampleIds.john, Name: 'John Hale' };
    await client.call('edit_object', { id: smith, Fields: { SecondLawyer } });
    expect((await fields()).SecondLawyer.Id).toBe(sampleIds.john);
  });
});

describe('rows for a place of a letterhead', () => {
  it('are refused with the form of a table', async () => {
    const text = await client.refusal('draft_document', {
      ...{ text: 'x', name: 'Letter', case: smith },
      fill: { Claims: [{ Name: 'x', Sum: 1 }] },
    });
    expect(text).toMatch(/^INVALID_ARGUMENTS: Nothing was sent\. fill\.Claims: .*Markdown table in `text`/);
  });
});
