import type { SearchWords } from '../../contract/features/toolsets.ts';
import { stem, termsOf } from './stemming.ts';
import type { AnyTool, Toolbox } from './tool.ts';

/** An older version of an operation, by its name. */
const isOlder = (name: string) => /_v\d+$/.test(name);

/** Makes the index; the library is loaded with the first search. */
export async function createSearch(
  toolbox: Pick<Toolbox, 'tools' | 'catalogue' | 'arrangement'>,
): Promise<Toolbox['search']> {
  const [{ default: MiniSearch }, all, entries, { words }] = await Promise.all([
    import('minisearch'),
    toolbox.tools(),
    toolbox.catalogue.entries(),
    toolbox.arrangement(),
  ]);
  const tools = [...all.values()].filter(({ toolset }) => toolset !== undefined);
  const index = new MiniSearch<ReturnType<typeof documentOf>>({
    fields: ['name', 'title', 'area', 'words', 'description'],
    tokenize: termsOf,
    processTerm: stem,
    searchOptions: {
      boost: { name: 4, title: 3, words: 4, area: 2 },
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      boostDocument: (id) => (isOlder(String(id)) ? 0.3 : 1),
    },
  });
  index.addAll(
    tools.map((tool) => documentOf(tool, entries.get(tool.definition.name)?.area.id ?? '', words)),
  );
  return async (query) =>
    index.search(query).flatMap(({ id }) => {
      const tool = all.get(String(id));
      return tool === undefined ? [] : [tool];
    });
}

function documentOf({ definition, toolset }: AnyTool, area: string, words: SearchWords) {
  const [verb = ''] = definition.name.split('_', 1);
  return {
    id: definition.name,
    name: definition.name.replaceAll('_', ' '),
    title: definition.title,
    area: [area, toolset, words.areas[area]].join(' '),
    words: [words.verbs[verb], words.tools[definition.name]].join(' '),
    description: definition.description,
  };
}
