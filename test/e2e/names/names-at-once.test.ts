import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { sampleIds, userId } from '../../support/sample-ids.ts';

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

const change = async (name: string, args: Record<string, unknown>) => {
  const answer = await client.callTool(name, args);
  expect(answer.isError, textOf(answer)).toBeFalsy();
  return answer.content.map(({ text }) => text).join('\n');
};
const refusal = async (name: string, args: Record<string, unknown>) => {
  const answer = await client.callTool(name, args);
  expect(answer.isError, textOf(answer)).toBe(true);
  return answer.content.map(({ text }) => text).join('\n');
};
const { smith, prepareBundle } = sampleIds;
const bankruptcy = 'Банкротство ООО «Ромашка»';

describe('a value of a card field', () => {
  it('is a record or a value of a dictionary by its name, and the field may be meant by its title', async () => {
    const said = await change('edit_object', {
      id: bankruptcy,
      Fields: {
        Court: 'Ensk Commercial Court',
        'Second lawyer': 'Соловьёв Иван Дмитриевич',
        Судья: 'Пример И. И.',
      },
    });
    expect(said).toContain('SecondLawyer empty → Соловьёв Иван Дмитриевич');
    expect(said).toContain('Court empty → Арбитражный суд Энской области / Ensk Commercial Court');
    const { Fields } = await client.call('get_object', { id: bankruptcy });
    expect(Fields.SecondLawyer.Id).toBe(userId('ivan'));
    expect(Fields.Judge).toBe('Пример И. И.');
  });

  it('is refused before anything is sent if nothing is called so, with the candidates', async () => {
    const { Version } = await client.call('get_object', { id: smith });
    const said = await refusal('edit_object', { id: smith, Fields: { SecondLawyer: 'Nobody Atall' } });
    expect(said).toMatch(/^NAME_UNKNOWN: Nothing was sent\. Fields\.SecondLawyer "Nobody Atall"/);
    expect((await client.call('get_object', { id: smith })).Version).toBe(Version);
  });

  it('stays a text in a field of texts, and an id stays an id', async () => {
    await change('edit_object', {
      id: smith,
      Fields: { Judge: 'Anna Petrova', SecondLawyer: userId('john') },
    });
    const { Fields } = await client.call('get_object', { id: smith });
    expect(Fields).toMatchObject({ Judge: 'Anna Petrova', SecondLawyer: { Id: userId('john') } });
  });

  it('is found for a new record by the type that is given', async () => {
    const said = await change('create_object', {
      ObjectTypeId: 'Банкротство',
      Name: 'Bankruptcy of a port',
      Fields: { CaseNumber: 'А40-1/2026', SecondLawyer: 'ivan@example.com' },
    });
    expect(said).toContain('SecondLawyer Соловьёв Иван Дмитриевич');
  });
});

describe('a name in the place of an id', () => {
  it('is the name of a group for a task that a group has to do', async () => {
    await change('update_task', {
      id: prepareBundle,
      Responsibles: [{ Id: 'Договорная работа', Type: 'Group' }],
    });
    const { Responsibles } = await client.call('get_task', { id: prepareBundle });
    expect(Responsibles[0]).toMatchObject({ Type: 'Group' });
  });

  it('is the name of a template', async () => {
    const said = await change('create_document_from_template', {
      TemplateId: 'Шаблон ходатайства',
      CaseId: 'ООО «Лютик» к ИП Кузнецов А. В.',
    });
    expect(said).toContain('Document "Шаблон ходатайства"');
  });

  it('is refused with every value of a short list, to repeat the call with one of them', async () => {
    const said = await refusal('update_task', { id: prepareBundle, StatusId: 'Gone fishing' });
    for (const status of [
      'Новая / New',
      'В работе / In progress',
      'На проверке / In review',
      'Выполнена / Done',
    ])
      expect(said).toContain(status);
    expect(said).toContain('repeat the call with its name or id');
  });

  it('of a task that no value of the dictionary has is refused with the nearest values', async () => {
    const said = await refusal('create_task', { Name: 'Call the client', CaseId: smith });
    expect(said).toMatch(/^NAME_UNKNOWN: The service refused it \(400\)\. Name "Call the client"/);
    expect(said).toContain('"name":"Call client"');
  });
});

describe('a person in a list', () => {
  it('may be a bare name, also in an edit of the list', async () => {
    const said = await change('update_task', { id: prepareBundle, Responsibles: ['Kate', 'me'] });
    expect(said).toContain('Kate Winters');
    const plan = await change('plan_changes', {
      changes: [
        {
          tool: 'update_task',
          arguments: {
            id: prepareBundle,
            Responsibles: { add: ['John Hale'], remove: ['Kate Winters'] },
          },
        },
      ],
    });
    expect(plan).toContain('John Hale');
    expect(plan).not.toContain('CANNOT');
  });

  it('is refused if no user has the name, and if it is an id, which may be that of a group', async () => {
    const { Responsibles } = await client.call('get_task', { id: prepareBundle });
    const unknown = await refusal('update_task', { id: prepareBundle, Responsibles: ['Nobody Atall'] });
    expect(unknown).toMatch(/^NAME_UNKNOWN: Nothing was sent\. Responsibles\.0\.Id "Nobody Atall"/);
    const id = await refusal('update_task', { id: prepareBundle, Responsibles: [userId('john')] });
    expect(id).toContain('should be an object with Id and Type');
    expect((await client.call('get_task', { id: prepareBundle })).Responsibles).toEqual(Responsibles);
  });
});
