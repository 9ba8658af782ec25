import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdRows } from '../../../src/asked/hold.ts';
import { createVerifiedFilters } from '../../../src/asked/proof.ts';
import { heldSentences } from '../../../src/asked/sentences.ts';
import { withoutRows } from '../../../src/asked/without-rows.ts';
import type { RowChecks, VerifiedFilters } from '../../../src/contract/operations/row-check.ts';
import { catalogue } from '../../../tools/index.ts';

const operations = catalogue.flatMap((area) => area.operations);
const checksOf = (tool: string): RowChecks => operations.find(({ name }) => name === tool)?.rows ?? {};
const id = (letter: string) => `${letter.repeat(8)}-0000-4000-8000-000000000000`;
const [a, b] = [id('a'), id('b')];

const hold = (
  tool: string,
  args: object,
  rows: readonly unknown[],
  verified: VerifiedFilters = createVerifiedFilters(),
) => holdRows({ tool, checks: checksOf(tool), args: args as never, rows, verified });

/** Returns the rows of a list result that are left out because they do not match the filters. */
async function leftOut(tool: string, args: object, ...rows: unknown[]) {
  const held = await hold(tool, args, rows);
  return held?.leftOut ?? [];
}

describe('a row that matches in an unusual format', () => {
  it.each([
    ['an id in capitals', 'list_tasks', { CaseId: a }, { Case: { Id: a.toUpperCase() } }],
    ['a flat id', 'list_tasks', { CaseId: a }, { CaseId: a }],
    ['a reference that is an id', 'list_tasks', { CaseId: a }, { Case: a }],
    [
      'one of several responsibles',
      'list_tasks',
      { ResponsibleIds: [a] },
      { Responsibles: [{ Id: b }, { Id: a }] },
    ],
    ['responsibles as ids', 'list_tasks', { ResponsibleIds: [a] }, { Responsibles: [b, a] }],
    ['a due date on the last day', 'list_tasks', due('2026-03-10T00:00:00Z'), on('2026-03-10T21:30:00Z')],
    ['a due date at the bound', 'list_tasks', due('2026-03-10T12:00:00Z'), on('2026-03-10T12:00:00.000Z')],
    ['a moment without a zone', 'list_tasks', due('2026-03-10T12:00:00Z'), on('2026-03-11T02:00:00')],
    ['a moment in ticks', 'list_tasks', due('2026-03-10T12:00:00Z'), on('2026-03-10T11:00:00.1234567')],
    ['a name in another case', 'list_participants', { Name: 'ромашка' }, { Name: 'ООО «РОМАШКА»' }],
    ['a name with ё', 'list_participants', { Name: 'Семенов' }, { Name: 'Семёнов Пётр' }],
    ['a name in its parts', 'list_participants', { Name: 'Jane Smith' }, { Name: 'Smith, Jane' }],
    ['an inflected name', 'list_participants', { Name: 'Кузнецова' }, { Name: 'Кузнецов А. В.' }],
    [
      'another name of a company',
      'list_participants',
      { Name: 'Vector' },
      { Name: 'В-17', CompanyInfo: { Name: 'Vector LLC' } },
    ],
    [
      'a phone with another prefix',
      'list_participants',
      { Phone: '8 (495) 000-11-11' },
      { ContactInfo: { Phone: '+74950001111' } },
    ],
    [
      'one of several phones',
      'list_participants',
      { Phone: '+7 495 000-11-11' },
      { ContactInfo: { Phone: '1, 8-495-0001111 доб. 12' } },
    ],
    [
      'the number of a company',
      'list_participants',
      { INN: '0000001011' },
      { INN: null, CompanyInfo: { IdNumber: '0000001011' } },
    ],
    ['a status in its own words', 'search_cases', { Status: 'Archived' }, { Status: 'В архиве' }],
    ['a flag for a status', 'search_cases', { Status: 'Archived' }, { IsArchive: true }],
    ['a status as a record', 'search_cases', { Status: 'InWork' }, { Status: { Id: a, Name: 'В работе' } }],
    ['somebody of a group', 'search_cases', { ResponsibleIds: [a] }, { Responsible: { Id: b } }],
    ['what lies in a folder below', 'list_documents', { FolderId: a }, { Folder: { Id: b } }],
    [
      'an object of a project in the folder',
      'search_cases',
      { FolderId: a },
      { Folder: null, Project: { Id: b } },
    ],
    ['a type of a client', 'list_users', { IsClient: true }, { Type: 'Client' }],
    [
      'a folder found by one inside',
      'list_folders',
      { Name: 'Appeal' },
      { Name: 'Moscow', Items: [{ Name: 'Appeal' }] },
    ],
    [
      'a value that lists do not show',
      'search_cases',
      { Filters: [{ FieldTag: 'Judge', SearchValues: ['Hart'] }] },
      { Name: 'x' },
    ],
  ])('is not left out: %s', async (_, tool, args, row) => expect(await leftOut(tool, args, row)).toEqual([]));

  it('is not left out, with any filter and number of rows', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            kase: fc.constantFrom(a, b),
            due: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2090-01-01') }),
          }),
        ),
        fc.constantFrom(a, b),
        fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2090-01-01') }),
        async (all, CaseId, bound) => {
          const obeying = all.filter((one) => one.kase === CaseId && one.due <= bound);
          const rows = (some: typeof all) =>
            some.map(({ kase, due: date }) => ({ Case: { Id: kase }, ExecutionDate: date.toISOString() }));
          const args = { CaseId, ExecutionDateTo: bound.toISOString() };
          expect(await leftOut('list_tasks', args, ...rows(obeying))).toEqual([]);
          const held = await hold('list_tasks', args, rows(all));
          const kept = all.filter((_, index) => !held?.leftOut.includes(index));
          expect(kept).toEqual(expect.arrayContaining(obeying));
          expect(kept.every(({ kase }) => kase === CaseId)).toBe(true);
        },
      ),
    ));
});

describe('a row that does not match', () => {
  it.each([
    ['of another case', 'list_tasks', { CaseId: a }, { Case: { Id: b } }],
    ['of no case', 'list_tasks', { CaseId: a }, { Case: null }],
    ['of somebody else', 'list_tasks', { ResponsibleIds: [a] }, { Responsibles: [{ Id: b }] }],
    ['of nobody', 'list_tasks', { ResponsibleIds: [a] }, { Responsibles: [] }],
    ['due days later', 'list_tasks', due('2026-03-10T12:00:00Z'), on('2026-03-15T12:00:00Z')],
    ['never due', 'list_tasks', due('2026-03-10T12:00:00Z'), { ExecutionDate: null }],
    ['of another name', 'list_participants', { Name: 'Ромашка' }, { Name: 'ООО «Вектор»' }],
    [
      'with another phone',
      'list_participants',
      { Phone: '+7 495 000-11-11' },
      { ContactInfo: { Phone: '+74950002222' } },
    ],
    [
      'of other parties with a v. between them',
      'search_cases',
      { Name: 'Delta v. Romashka' },
      { Name: 'Smith v. Northbridge Ltd', Url: 'https://firm.example.com/api/v2/objects/1' },
    ],
    [
      'with a word of it in its address alone',
      'search_cases',
      { Name: 'Objects Ltd' },
      { Name: 'Smith v. Northbridge Ltd', Url: 'https://firm.example.com/api/v2/objects/1' },
    ],
    [
      'with another number of the same year',
      'search_cases',
      { Name: 'CL-2026-000123' },
      { Name: 'Delta v. Romashka', Number: 'CL-2026-000999', CreationDate: '2026-01-01T00:01:23Z' },
    ],
    [
      'of another company with the same legal form',
      'list_participants',
      { Name: 'ООО «Ромашка»' },
      { Name: 'ООО «Вектор»' },
    ],
    ['of another number', 'list_participants', { INN: '0000001011' }, { INN: '0000002022' }],
    ['in work', 'search_cases', { Status: 'Archived' }, { Status: 'InWork' }],
    ['of another class', 'list_object_types', { ObjectClassId: a }, { ObjectClass: { Id: b } }],
    ['of a user', 'list_users', { IsClient: true }, { IsClient: false }],
    [
      'with another name by field',
      'search_cases',
      { Filters: [{ FieldTag: 'Project_Name', SearchValues: ['Smith'] }] },
      { Name: 'Delta v. Romashka' },
    ],
  ])('is left out: %s', async (_, tool, args, row) => expect(await leftOut(tool, args, row)).toEqual([0]));

  it('is removed together with rows that do not show a match', async () => {
    const rows = [{ Case: { Id: b } }, { Case: { Id: a } }, {}];
    expect(await leftOut('list_tasks', { CaseId: a }, ...rows)).toEqual([0, 2]);
    expect(await leftOut('list_tasks', { CaseId: a }, ...rows.slice(1))).toEqual([]);
  });

  it('is removed from the text, and the others stay unchanged character by character', async () => {
    const text =
      '{"Items":[{"Id":1,"Version":638000000000000001},{"Id":2},{"Id":3,"é":"\\u00e9"}],"NextPageUrl":null}';
    const { text: left, body } = await withoutRows({ text, body: JSON.parse(text) }, ['Items'], [1]);
    expect(left).toBe(
      '{"Items":[{"Id":1,"Version":638000000000000001},{"Id":3,"é":"\\u00e9"}],"NextPageUrl":null}',
    );
    expect((body as any).Items.map(({ Id }: any) => Id)).toEqual([1, 3]);
    expect((await withoutRows({ text: '[1,2,3]', body: [1, 2, 3] }, [], [0, 1])).text).toBe('[3]');
  });
});

describe('notes about a result', () => {
  const said = async (tool: string, args: object, ...rows: unknown[]) => {
    const held = await hold(tool, args, rows);
    return held === undefined ? [] : heldSentences([held]).map(({ en }) => en);
  };

  it('are empty if all rows match', async () => {
    expect(await said('list_tasks', { CaseId: a }, { Case: { Id: a } })).toEqual([]);
    expect(await said('list_documents', { Search: 'claim' }, { Name: 'Statement of claim' })).toEqual([]);
  });

  it('is which arguments were ignored, and how many rows were left out', async () => {
    const rows = [
      { Case: { Id: b }, ExecutionDate: '2026-01-01T00:00:00Z' },
      { Case: { Id: a }, ExecutionDate: '2031-01-01T00:00:00Z' },
    ];
    expect(await said('list_tasks', { CaseId: a, ...due('2026-03-10T12:00:00Z') }, ...rows)).toEqual([
      'The service ignored CaseId and ExecutionDateTo: 2 of 2 rows did not match and were left out.',
    ]);
  });

  it('name the filters that could not be checked, and the reason', async () => {
    expect(await said('list_tasks', { CaseId: a }, { Id: 1 }, { Id: 2 })).toEqual([
      'The filter CaseId could not be checked for 2 of 2 rows: they do not contain this field.',
    ]);
    expect(await said('search_cases', { more: { X: 1 } }, { Id: 1 })).toEqual([
      'The filter more could not be checked for 1 of 1 rows: the meaning of other fields is unknown.',
    ]);
  });
});

function due(ExecutionDateTo: string) {
  return { ExecutionDateTo };
}
function on(ExecutionDate: string) {
  return { ExecutionDate };
}
