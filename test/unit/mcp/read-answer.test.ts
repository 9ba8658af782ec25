import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AnswerField,
  answerShapes,
  answersOf,
  type ShapeName,
} from '../../../src/contract/records/answer-fields.ts';
import { createAnswerReader } from '../../../src/deployment/read-answer.ts';
import * as records from '../../../src/domain/records.ts';

const read = createAnswerReader();
const id = '00000000-0000-4000-8000-ca5e00000001';
const other = '00000000-0000-4000-8000-05e400000003';
const task = (fields: object) => ({ Items: [{ Id: id, ...fields }], NextPageUrl: null });
const first = async (fields: object) => ((await read('list_tasks', {}, task(fields))) as any).Items[0];

const plainDay = '2026-03-31T00:00:00Z';

describe('a response as workflows read it', () => {
  it.each<[string, object, object]>([
    [
      'names in another case of letters',
      { name: 'x', EXECUTIONDATE: plainDay },
      { Name: 'x', ExecutionDate: plainDay },
    ],
    ['an id beside the record', { StatusId: other }, { Status: { Id: other } }],
    [
      'an id and a name beside it',
      { statusId: other, statusName: 'New' },
      { Status: { Id: other, Name: 'New' } },
    ],
    ['nothing in the place of a reference', { CaseId: null }, { Case: null }],
    ['text in the place of a reference', { Status: 'New' }, { Status: { Name: 'New' } }],
    ['an id in the place of a reference', { Status: other }, { Status: { Id: other } }],
    [
      'one reference in the place of a list',
      { Responsibles: { Id: other } },
      { Responsibles: [{ Id: other }] },
    ],
    ['ids in the place of a list', { ResponsibleIds: [other] }, { Responsibles: [{ Id: other }] }],
    ['one id in the place of a list', { ResponsibleId: other }, { Responsibles: [{ Id: other }] }],
    ['an empty list', { Responsibles: [] }, { Responsibles: [] }],
    [
      'the full name of a person in the place of a name',
      { Responsibles: [{ Id: other, FullName: 'Hale John' }] },
      { Responsibles: [{ Id: other, Name: 'Hale John' }] },
    ],
    [
      'no title of a person in the place of a name',
      { Responsibles: [{ Id: other, Title: 'Partner', LastName: 'Hale' }] },
      { Responsibles: [{ Id: other, Name: 'Hale' }] },
    ],
    ['a title in the place of a name', { Title: 'Call client' }, { Name: 'Call client' }],
  ])('is read the same way: %s', async (_, given, expected) => {
    expect(await first(given)).toMatchObject({ Id: id, ...expected });
  });

  const plainMoment = '2026-03-31T15:00:00.000Z';
  it.each<[string, object, object]>([
    ['an id in braces', { Id: `{${id.toUpperCase()}}` }, { Id: id }],
    ['an id without hyphens', { CaseId: other.replaceAll('-', '') }, { Case: { Id: other } }],
    ['the id of a reference in capitals', { Status: { Id: other.toUpperCase() } }, { Status: { Id: other } }],
    ['a moment with an offset', { CreationDate: '2026-03-31T18:00:00+03:00' }, { CreationDate: plainMoment }],
    ['a moment in milliseconds', { CreationDate: Date.parse(plainMoment) }, { CreationDate: plainMoment }],
    [
      'a moment of old serializers',
      { CreationDate: `/Date(${Date.parse(plainMoment)}+0300)/` },
      { CreationDate: plainMoment },
    ],
    ['a day alone', { ExecutionDate: '2026-03-31' }, { ExecutionDate: plainDay }],
    [
      'a day as its first moment elsewhere',
      { ExecutionDate: '2026-03-31T00:00:00-05:00' },
      { ExecutionDate: plainDay },
    ],
    ['a name with a no-break space', { Name: ' Smith\u00a0v. Hale ' }, { Name: 'Smith v. Hale' }],
  ])('has its values as the bridge compares them: %s', async (_, given, expected) => {
    expect(await first(given)).toMatchObject(expected);
  });

  it.each<[string, string, object]>([
    ['a document', 'list_documents', { DocID: `{${id.toUpperCase()}}` }],
    ['a document in words of another style', 'list_documents', { document_id: id }],
    ['a case', 'search_cases', { CaseId: id }],
    ['a task', 'list_tasks', { taskID: id, CaseId: other }],
    ['a value of a dictionary', 'list_dictionary_values', { Guid: id }],
  ])('has the id of %s that is not called Id', async (_, operation, row) => {
    const body = (await read(operation, {}, { Items: [{ ...row, Name: 'x' }] })) as any;
    expect(body.Items[0]).toMatchObject({ Id: id, Name: 'x' });
  });

  it.each<[string, object]>([
    ['that of another record', { CaseId: other }],
    ['no id at all', { TaskId: 'T-17' }],
  ])('has no id if there is only %s', async (_, row) => {
    expect(((await read('list_tasks', {}, { Items: [row] })) as any).Items[0].Id).toBeUndefined();
  });

  it.each(['31.03.2026 18:00', '03/04/2026', 'tomorrow', 17, true, {}])(
    'does not have an unclear timestamp: %j',
    async (ExecutionDate) => {
      expect(await first({ ExecutionDate })).toEqual({ Id: id });
    },
  );

  it('has flags as flags, and days of events that last all day as days', async () => {
    const event = async (fields: object) =>
      ((await read('list_events', {}, { Items: [{ Id: id, ...fields }] })) as any).Items[0];
    const StartDate = '2026-03-31T00:00:00+03:00';
    for (const AllDay of [true, 'true', 'True', 1])
      expect(await event({ AllDay, StartDate })).toMatchObject({ AllDay: true, StartDate: plainDay });
    for (const AllDay of [false, 'False', 0])
      expect(await event({ AllDay, StartDate })).toMatchObject({
        AllDay: false,
        StartDate: '2026-03-30T21:00:00.000Z',
      });
    expect(await event({ AllDay: 'perhaps' })).toEqual({ Id: id });
  });

  it('has the field with exactly that name, even if others sound alike', async () => {
    expect(await first({ name: 'other', Name: 'own' })).toMatchObject({ Name: 'own', name: 'other' });
  });

  it('is a list of any name, if the response contains one', async () => {
    for (const body of [[{ id }], { Result: [{ id }] }, { result: { items: [{ id }] } }]) {
      const answer: any = await read('list_tasks', {}, body);
      expect((answer.Items ?? answer)[0]).toEqual({ Id: id });
    }
    const several = { Open: [{ Id: id }], Closed: [] };
    expect(await read('list_tasks', {}, several)).toEqual(several);
  });

  it('is a record inside a wrapper, and has the id that it was asked by', async () => {
    for (const body of [{ Result: { id, name: 'x' } }, { Name: 'x' }, [{ Id: id, Name: 'x' }]])
      expect(await read('get_object', { id }, body)).toMatchObject({ Id: id, Name: 'x' });
    expect(await read('get_object', { id }, { Message: 'nothing here' })).not.toHaveProperty('Id');
  });

  it('has parties by their ids, and parties that are their own entries', async () => {
    const card = async (Participants: unknown) =>
      (await read('get_object', { id }, { Id: id, Participants })) as any;
    expect((await card([{ ParticipantId: id, RoleId: other }])).Participants[0]).toMatchObject({
      Participant: { Id: id },
      Role: { Id: other },
    });
    expect((await card([{ Id: id, Name: 'Delta', Role: 'Claimant' }])).Participants[0]).toMatchObject({
      Participant: { Id: id, Name: 'Delta' },
      Role: { Name: 'Claimant' },
    });
  });

  it("has the catalogue's names if a deployment uses others", async () => {
    const own = createAnswerReader({
      task: { Name: 'Title', Responsibles: 'Assignees' },
      page: { Items: 'Rows' },
      reference: { Name: 'Caption' },
    });
    const body = { Rows: [{ Id: id, Title: 'x', Assignees: [{ Id: other, Caption: 'y' }] }] };
    expect(await own('list_tasks', {}, body)).toEqual({
      Items: [{ Id: id, Name: 'x', Responsibles: [{ Id: other, Name: 'y' }] }],
    });
  });

  it('never fails, for any response of the service', async () => {
    const operations = fc.constantFrom(...Object.keys(answersOf));
    await fc.assert(
      fc.asyncProperty(operations, fc.jsonValue(), async (operation, body) => {
        await read(operation, { id }, body);
      }),
    );
  });
});

describe('the table of responses', () => {
  const schemas: Partial<Record<ShapeName, { readonly shape: object }>> = {
    case: records.caseRecord,
    task: records.taskRecord,
    event: records.eventRecord,
    document: records.documentRecord,
    user: records.userRecord,
    participant: records.participantRecord,
  };

  it.each(Object.entries(schemas))('has every field that lookups read of a %s', (shape, schema) => {
    const known = Object.keys(answerShapes[shape as ShapeName]);
    expect(Object.keys(schema.shape).filter((field) => !known.includes(field))).toEqual([]);
  });

  it('says of each field whether it is stated or presumed, and has a type for its content', () => {
    const fields: AnswerField[] = Object.values(answerShapes).flatMap((shape) => Object.values(shape));
    for (const field of fields) {
      expect(['stated', 'presumed']).toContain(typeof field === 'string' ? field : field.from);
      if (typeof field !== 'string') expect(answerShapes).toHaveProperty(field.shape);
    }
  });
});
