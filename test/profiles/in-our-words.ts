import { readNames, translationOf } from '../../src/sandbox/quirks/names.ts';
import { renamedNames } from '../../src/sandbox/quirks/names-renamed.ts';
import { catalogue } from '../../tools/index.ts';
import { type TestClient, type ToolAnswer, textOf } from '../support/clients/harness.ts';

/** Lists whose items have other names at some installations. */
const terms = [
  'list_task_statuses',
  'list_task_types',
  'list_task_priorities',
  'list_event_types',
  'list_roles_in_case',
] as const;

type Pair = readonly [ours: string, theirs: string];

/** Returns the names of the same records at both services. */
export async function wordPairs(ours: TestClient, theirs: TestClient): Promise<readonly Pair[]> {
  const listed = await Promise.all(
    [ours, theirs].map(async (client) => {
      const { Items: dictionaries } = await client.call('list_dictionaries');
      const lists = [
        ...terms.map((tool) => client.call(tool)),
        ...dictionaries.map(({ Id: id }: any) => client.call('list_dictionary_values', { id })),
      ];
      return (await Promise.all(lists)).flatMap(({ Items }) => Items);
    }),
  );
  const [own = [], other = []] = listed;
  const records = new Map(other.map((record: any) => [record.Id, record]));
  const pairs = own.flatMap(({ Id, Name, SysName }: any): Pair[] => {
    const { Name: name = Name, SystemName: systemName = SysName } = records.get(Id) ?? {};
    // A system name may be part of any word, so match only the complete JSON value.
    return [
      [Name, name],
      [`"${SysName}"`, `"${systemName}"`],
    ];
  });
  // Longest first, because a name may be part of another.
  return pairs
    .filter(([ours, theirs]) => ours !== theirs)
    .sort(([one], [another]) => another.length - one.length);
}

export const inTheirs = (pairs: readonly Pair[], text: string): string =>
  pairs.reduce((said, [ours, theirs]) => said.replaceAll(ours, theirs), text);
const inOurs = (pairs: readonly Pair[], text: string): string =>
  pairs.reduce((said, [ours, theirs]) => said.replaceAll(theirs, ours), text);

/**
 * Client of a renamed service that sends the service's names instead of the catalogue's, and converts the results back.
 */
export const inOurWords = (client: TestClient, pairs: readonly Pair[]): TestClient => ({
  ...client,
  callTool: async (name, args = {}, options) => {
    const sent = JSON.parse(inTheirs(pairs, JSON.stringify(args)));
    const answer = await client.callTool(name, sent, options);
    const [first, ...notes] = answer.content;
    const text = inOurs(pairs, textOf(answer));
    const read = answer.isError ? text : withOurNames(name, text);
    const structure =
      answer.structuredContent && JSON.parse(inOurs(pairs, JSON.stringify(answer.structuredContent)));
    return {
      ...answer,
      content: [{ ...first, type: 'text', text: read }, ...notes],
      ...(structure ? { structuredContent: structure } : {}),
    } satisfies ToolAnswer;
  },
});

const paths = new Map(
  catalogue.flatMap(({ operations }) => operations.map(({ name, path }) => [name, path] as const)),
);

/** Converts the JSON of a record or list to the names of the catalogue. */
function withOurNames(tool: string, text: string): string {
  const path = paths.get(tool);
  if (path === undefined || !text.startsWith('{')) return text;
  const translation = translationOf(renamedNames, path);
  const read = (value: unknown) => readNames(translation, 'answer' as 'body', value);
  const body = JSON.parse(text);
  return JSON.stringify(Array.isArray(body.Items) ? { ...body, Items: body.Items.map(read) } : read(body));
}
