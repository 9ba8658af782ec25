import type { SearchWords } from '../../contract/features/toolsets.ts';
import { createTermReader, type Meanings, type TermReader } from './search-terms.ts';
import type { AnyTool, Toolbox } from './tool.ts';

/** What a word counts, by where it stands. */
const weights = { thing: 4, act: 3.5, words: 2.8, area: 2, description: 0.8 } as const;
type Field = keyof typeof weights;

/** An older version of an operation, by its name. */
const isOlder = (name: string) => /_v\d+$/.test(name);

interface Indexed {
  readonly tool: AnyTool;
  /** What each meaning counts here at most. */
  readonly weight: ReadonlyMap<string, number>;
  /** What the tool is for, each by its meanings. */
  readonly thing: readonly Meanings[];
  /** What else it is looked for by. */
  readonly words: Meanings;
  /** Marks of what it does. */
  readonly acts: ReadonlySet<string>;
  /** Marks of what reading is called. */
  readonly reading: ReadonlySet<string>;
  /** How likely it is meant, whatever was said. */
  readonly likely: number;
}

/** Makes the index. */
export async function createSearch(
  toolbox: Pick<Toolbox, 'tools' | 'catalogue' | 'arrangement'>,
): Promise<Toolbox['search']> {
  const [all, entries, { words, everyday }] = await Promise.all([
    toolbox.tools(),
    toolbox.catalogue.entries(),
    toolbox.arrangement(),
  ]);
  const reader = createTermReader([
    ...words.things.map((group, index) => [`thing ${index}`, group] as const),
    ...words.acts.map((group, index) => [`act ${index}`, group] as const),
  ]);
  const tools = [...all.values()].filter(({ toolset }) => toolset !== undefined);
  const reading = new Set(
    ['get', 'list', 'search'].flatMap((verb) => reader.read(words.verbs[verb] ?? '').flat()).filter(isAct),
  );
  const likely = likelihoods(tools, new Set(everyday), words.tools);
  const indexed = tools.map((tool) =>
    indexedOf(
      tool,
      textsOf(tool, entries.get(tool.definition.name)?.area.id ?? '', words),
      reader,
      likely(tool),
      reading,
    ),
  );
  const rarity = rarities(indexed);
  const known = new Set(rarity.keys());
  return async (query) => {
    const asked = reader.readMisspelt(query, known);
    return indexed
      .map((one) => ({ tool: one.tool, score: scoreOf(one, asked, rarity, question.test(query.trim())) }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .map(({ tool }) => tool);
  };
}

function textsOf({ kind, definition }: AnyTool, area: string, words: SearchWords): Record<Field, string> {
  const parts = definition.name.split('_');
  const [verb = ''] = parts;
  const named = kind === 'workflow' ? parts : parts.slice(1);
  return {
    act: words.verbs[definition.name] ?? words.verbs[verb] ?? '',
    thing: words.subjects[definition.name] ?? named.filter((part) => !/^v\d$/.test(part)).join(' '),
    words: words.tools[definition.name] ?? '',
    area: words.areas[area] ?? '',
    description: `${definition.title} ${definition.description}`,
  };
}

function indexedOf(
  tool: AnyTool,
  texts: Record<Field, string>,
  reader: TermReader,
  likely: number,
  reading: ReadonlySet<string>,
): Indexed {
  const weight = new Map<string, number>();
  const read = (field: Field) => texts[field].split(',').flatMap((part) => reader.read(part));
  for (const field of Object.keys(weights) as Field[])
    for (const meaning of read(field).flat()) {
      if (field === 'description' && /^(thing|act) /.test(meaning)) continue;
      weight.set(meaning, Math.max(weight.get(meaning) ?? 0, weights[field]));
    }
  const acts = [...read('act'), ...read('words')].flat().filter((meaning) => meaning.startsWith('act '));
  return {
    tool,
    weight,
    thing: read('thing'),
    words: read('words')
      .flat()
      .filter((meaning) => !isAct(meaning)),
    acts: new Set(acts),
    likely,
    reading,
  };
}

function likelihoods(tools: readonly AnyTool[], everyday: ReadonlySet<string>, words: SearchWords['tools']) {
  const names = new Set(tools.map(({ definition }) => definition.name));
  return ({ kind, definition: { name } }: AnyTool): number => {
    if (isOlder(name)) return 0.4;
    if (everyday.has(name) || kind === 'workflow') return 1.1;
    const settled = name.startsWith('get_') && !names.has(name.replace('get_', 'create_'));
    return settled ? (words[name] === undefined ? 0.85 : 0.95) : 1;
  };
}

/** Of each meaning: the fewer tools have it, the more it says. */
function rarities(indexed: readonly Indexed[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { weight } of indexed)
    for (const meaning of weight.keys()) counts.set(meaning, (counts.get(meaning) ?? 0) + 1);
  return new Map(Array.from(counts, ([meaning, count]) => [meaning, Math.log(1 + indexed.length / count)]));
}

function scoreOf(
  one: Indexed,
  asked: readonly Meanings[],
  rarity: ReadonlyMap<string, number>,
  isQuestion: boolean,
): number {
  let sum = 0;
  let most = 0;
  for (const meanings of asked) {
    sum += Math.max(
      0,
      ...meanings.map((meaning) => (one.weight.get(meaning) ?? 0) * (rarity.get(meaning) ?? 0)),
    );
    most += Math.max(0, ...meanings.map((meaning) => (rarity.get(meaning) ?? 0) * weights.thing));
  }
  if (sum === 0) return 0;
  const said = new Set(asked.flat());
  const whole = one.thing.filter((meanings) => meanings.some((meaning) => said.has(meaning))).length;
  const share = Math.max(
    whole / Math.max(1, one.thing.length),
    one.words.some((meaning) => said.has(meaning)) ? 0.85 : 0,
  );
  return sum * one.likely * (0.5 + sum / most) * (0.6 + 0.4 * share) * fitOf(one, asked, isQuestion);
}

function fitOf(one: Indexed, asked: readonly Meanings[], isQuestion: boolean): number {
  const isRead = one.tool.definition.access === 'read';
  const acts = asked.map((meanings) => meanings.filter(isAct)).filter((some) => some.length > 0);
  const fits = (some: Meanings) => some.some((act) => one.acts.has(act) || (isRead && one.reading.has(act)));
  if (acts.length === 0) return isRead ? 1 : 0.65;
  const asking = isQuestion && !isRead ? 0.7 : 1;
  if (fits(acts[0] ?? [])) return asking;
  return acts.some(fits) || (isQuestion && isRead) ? 0.6 * asking : 0.45;
}

const isAct = (meaning: string) => meaning.startsWith('act ');

/** Begins with what asks for something that is known. */
const question =
  /^(what|which|who|whose|when|where|why|is|are|does|did|кто|что|чей|чья|чьи|как(ой|ая|ое|ие|им|их)|где|когда|сколько|почему|есть ли)(?!\p{L})/iu;
