import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folders } from '../../../tools/operations/folders.ts';
import { named } from '../../support/answers/answers.ts';
import { type Altered, connectAltered } from '../../support/clients/altered.ts';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { unknownId } from '../../support/sample-ids.ts';
import { createTally } from '../../support/tally.ts';

const tally = createTally();
let service: TestService;
let anna: TestClient;
/** User who cannot see the folder of internal inquiries. */
let kate: TestClient;
let blocked: TestClient;
beforeAll(async () => {
  service = await startService();
  [anna, kate, blocked] = await tally.connect(service, 'anna', 'kate', 'blocked');
});
afterAll(async () => {
  await tally.close();
  await service?.close();
});

const inquiries = 'Внутренние расследования / Internal inquiries';
const list = async (args?: Record<string, unknown>, client = anna): Promise<any[]> =>
  (await client.call('list_folders', args)).Items;
const namesOf = (items: any[]): string[] => items.map(({ Name }) => Name);
/** Returns the names below a folder: `Москва(Арбитраж, …)`. */
const tree = (folder: any): string =>
  folder.Items.length === 0 ? folder.Name : `${folder.Name}(${folder.Items.map(tree).join(', ')})`;

describe('folders if the service renames the list of their contents', () => {
  const renamed = (value: any): any =>
    Array.isArray(value)
      ? value.map(renamed)
      : typeof value !== 'object' || value === null
        ? value
        : Object.fromEntries(
            Object.entries(value).map(([name, item]) => [
              name === 'Items' && 'Name' in value ? 'Children' : name,
              renamed(item),
            ]),
          );
  let altered: Altered;
  beforeAll(async () => {
    altered = await connectAltered();
  });
  afterAll(() => altered?.close());
  const asked = (name: string, args: Record<string, unknown>, change = renamed) =>
    altered.ask((body, request) => (request.includes('/folders') ? change(body) : body), name, args);

  it('are shown with all their subfolders', async () => {
    const { text } = await asked('list_folders', { detail: 'brief' });
    for (const name of ['Судебные дела / Litigation', 'Москва — апелляция', 'Commercial Court'])
      expect(text).toContain(name);
  });

  it('are distinguished by their parent folders', async () => {
    const sql = "SELECT name, parent FROM folders WHERE name = 'Commercial Court'";
    const told = await asked('query_records', { sql }, (body) => body);
    expect(told.text).toContain('London');
    expect((await asked('query_records', { sql })).text).toBe(told.text);
  });

  it('have a note about further contents that a shortened result omits', async () => {
    const logged = (value: any): any => ({
      ...value,
      Items: value.Items.map((one: any) => ({
        ...one,
        Items: [],
        Owner: { Id: unknownId, Name: 'Anna', Deputies: [{ Id: unknownId, Name: 'Boris' }] },
      })),
    });
    const { text, notes } = await asked('list_folders', { detail: 'brief' }, logged);
    expect(text).not.toContain('Boris');
    expect(notes.join('\n')).toMatch(/without .*Deputies/);
  });
});

describe('list_folders', () => {
  it('brings the topmost folders, each with all that is nested in it', async () => {
    const top = await list();
    expect(namesOf(top)).toContain('Судебные дела / Litigation');
    expect(namesOf(top)).not.toContain('Москва');
    expect(tree(named(top, 'Судебные дела / Litigation'))).toBe(
      'Судебные дела / Litigation(Заречье, Москва(Арбитраж, Москва — апелляция), London(Commercial Court))',
    );
  });

  it('finds by parent, by part of the name, and by both', async () => {
    const litigation = named(await list(), 'Судебные дела / Litigation');
    const ParentId = litigation.Id;
    expect(await list({ ParentId })).toEqual(litigation.Items);
    expect((await list({ Name: 'москва' })).map(tree)).toEqual([
      'Москва(Арбитраж, Москва — апелляция)',
      'Москва — апелляция',
    ]);
    expect(namesOf(await list({ ParentId, Name: 'москва' }))).toEqual(['Москва']);
    expect(await list({ Name: 'no such folder' })).toEqual([]);
  });

  it('finds by object class', async () => {
    const [contracts] = await list({ Name: 'Contracts' });
    const found = await list({ ObjectClassId: contracts.ObjectClass.Id });
    expect(found.map(tree)).toEqual(['Договоры / Contracts(Претензии / Claims)']);
  });

  it('counts topmost folders by page, and tells how to get the next', async () => {
    const all = await list();
    expect(all).toHaveLength(5);
    const pages = [];
    for (const Page of [1, 2, 3]) pages.push(await anna.callTool('list_folders', { PageSize: 2, Page }));
    expect(pages.map(({ content }) => content[1]?.text)).toEqual([
      'More: the same call with Page 2.',
      'More: the same call with Page 3.',
      undefined,
    ]);
    expect(pages.flatMap((page) => JSON.parse(textOf(page)).Items)).toEqual(all);
  });

  it('leaves hidden folders out, and is refused to a blocked user', async () => {
    expect(namesOf(await list())).toContain(inquiries);
    expect(namesOf(await list({}, kate))).toEqual(namesOf(await list()).filter((name) => name !== inquiries));
    expect(await blocked.refusal('list_folders')).toMatch(/^SIGN_IN_FAILED: .*\nThe user is blocked\./);
  });
});

describe('get_folder', () => {
  it('reads one folder with its nested contents', async () => {
    const [folder] = await list({ Name: 'Москва' });
    expect(await anna.call('get_folder', { id: folder.Id })).toEqual(folder);
  });

  it('is refused for an unknown folder and, in the same words, for a hidden one', async () => {
    const hidden = named(await list(), inquiries).Id;
    const [unknown, invisible] = [
      await kate.refusal('get_folder', { id: unknownId }),
      await kate.refusal('get_folder', { id: hidden }),
    ];
    expect(unknown).toContain(`API_ERROR 404: Folder ${unknownId} was not found.`);
    expect(invisible).toBe(unknown.replace(unknownId, hidden));
  });
});

it('no tool of the area was left out', () => {
  expect(tally.leftOut(folders.operations)).toEqual({ carriedOut: [], refused: [] });
});
