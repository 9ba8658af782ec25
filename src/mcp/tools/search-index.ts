import type { Prompt } from '../../contract/features/prompt.ts';
import type { SearchWords } from '../../contract/features/toolsets.ts';
import { type Field, isAct, isQuestion, rarities, type Sought, scoreOf, weights } from './search-score.ts';
import { createTermReader, type TermReader } from './search-terms.ts';
import type { AnyTool, Found, Toolbox } from './tool.ts';

/**
 * Minimum score of a prompt relative to the best tool. A prompt with a lower score only shares incidental words with
 * the query.
 */
const leastOfPrompt = 0.6;
/**
 * Minimum score of a close match relative to the best tool. Of the phrasings in `test/search/`, this keeps all right
 * tools that are among the first three.
 */
const leastOfClose = 0.35;
const maxPrompts = 2;

/** Creates the index and returns the function that searches it. */
export async function createSearch(
  toolbox: Pick<Toolbox, 'tools' | 'catalogue' | 'arrangement'>,
  prompts: readonly Prompt[],
): Promise<Toolbox['search']> {
  const [all, entries, { words, everyday }] = await Promise.all([
    toolbox.tools(),
    toolbox.catalogue.entries(),
    toolbox.arrangement(),
  ]);
  const reader = createTermReader([...marked('thing', words.things), ...marked('act', words.acts)]);
  const tools = [...all.values()].filter(({ toolset }) => toolset !== undefined);
  const likely = likelihoods(tools, new Set(everyday));
  const areaOf = (tool: AnyTool) => entries.get(tool.definition.name)?.area.search ?? '';
  const soughtTools = tools.map((tool) => ({
    found: tool,
    ...soughtOf(textsOf(tool, areaOf(tool), words), reader),
    isRead: tool.definition.access === 'read',
    likely: likely(tool),
  }));
  const soughtPrompts = prompts.map((prompt) => ({
    found: prompt,
    ...soughtOf(promptTexts(prompt), reader),
    isRead: true,
    likely: 1,
  }));
  const rarity = rarities(soughtTools);
  const known = new Set(rarity.keys());
  const reading = new Set(
    ['get', 'list', 'search'].flatMap((verb) => reader.read(words.verbs[verb] ?? '').flat()).filter(isAct),
  );
  return async (query) => {
    const meanings = reader.readMisspelt(query, known);
    const asked = { meanings, isQuestion: isQuestion(query), reading, rarity };
    const best = ranked(soughtTools, asked);
    const most = best[0]?.score ?? 0;
    return {
      tools: best.map(({ found }) => found),
      close: new Set(best.filter(({ score }) => score >= most * leastOfClose).map(({ found }) => found)),
      prompts: ranked(soughtPrompts, asked)
        .filter(({ score }) => score >= most * leastOfPrompt)
        .slice(0, maxPrompts)
        .map(({ found }) => found),
    } satisfies Found;
  };
}

const marked = (kind: string, groups: readonly string[]) =>
  groups.map((group, index) => [`${kind} ${index}`, group] as const);

const ranked = <T>(
  sought: readonly (Sought & { readonly found: T })[],
  asked: Parameters<typeof scoreOf>[1],
) =>
  sought
    .map((one) => ({ found: one.found, score: scoreOf(one, asked) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);

function textsOf({ kind, definition }: AnyTool, area: string, words: SearchWords): Record<Field, string> {
  const { name, title, description, search = {} } = definition;
  const parts = name.split('_').filter((part) => !/^v\d$/.test(part));
  const [verb = ''] = parts;
  return {
    act: search.act ?? words.verbs[verb] ?? '',
    thing: search.subject ?? parts.slice(kind === 'workflow' ? 0 : 1).join(' '),
    words: search.words ?? '',
    area,
    description: `${title} ${description}`,
  };
}

function promptTexts({ name, en, ru }: Prompt): Record<Field, string> {
  return {
    act: '',
    thing: name.replaceAll('_', ' '),
    words: `${en.title}, ${ru.title}`,
    area: '',
    description: `${en.description} ${ru.description}`,
  };
}

function soughtOf(
  texts: Record<Field, string>,
  reader: TermReader,
): Pick<Sought, 'weight' | 'thing' | 'words' | 'acts'> {
  const weight = new Map<string, number>();
  const read = (field: Field) => texts[field].split(',').flatMap((part) => reader.read(part));
  for (const field of Object.keys(weights) as Field[])
    for (const meaning of read(field).flat()) {
      if (field === 'description' && isMark(meaning)) continue;
      weight.set(meaning, Math.max(weight.get(meaning) ?? 0, weights[field]));
    }
  const words = read('words').flat();
  const acts = new Set([...read('act').flat(), ...words].filter(isAct));
  return { weight, thing: read('thing'), words: words.filter((meaning) => !isAct(meaning)), acts };
}

/**
 * Checks whether a meaning is the mark of a synonym group. Marks do not count in descriptions, because a description
 * also mentions purposes for which other tools exist.
 */
const isMark = (meaning: string) => /^(thing|act) /.test(meaning);

/**
 * Returns how likely a tool is wanted, independent of the query. Older versions and fixed lists are less likely, and
 * daily tools and lists that users can extend are more likely.
 */
function likelihoods(tools: readonly AnyTool[], everyday: ReadonlySet<string>) {
  const names = new Set(tools.map(({ definition }) => definition.name));
  return ({ kind, definition: { name, search } }: AnyTool): number => {
    if (/_v\d+$/.test(name)) return 0.4;
    const isOfWork =
      name.startsWith('list_') && names.has(name.replace('list_', 'create_').replace(/s$/, ''));
    if (everyday.has(name) || kind === 'workflow' || isOfWork) return 1.1;
    const isSettled = name.startsWith('get_') && !names.has(name.replace('get_', 'create_'));
    if (!isSettled) return 1;
    return search?.words === undefined ? 0.85 : 0.95;
  };
}
