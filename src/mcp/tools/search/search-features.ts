import type { SearchWords } from '../../../contract/features/toolsets.ts';
import type { ToolDefinition } from '../../../contract/operations/operation.ts';
import { createTermReader, stem, type TermReader, type Terms } from './search-terms.ts';

/** Creates a reader that marks a synonym group by its kind and its first phrase. */
export function readerOf({ things, acts }: SearchWords): TermReader {
  const marked = (kind: string, groups: readonly string[]) =>
    groups.map((group) => [`${kind}: ${group.split(',', 1)[0]?.replace('=', '')}`, group] as const);
  return createTermReader([...marked('thing', things), ...marked('act', acts)]);
}

/** Returns stems, marks of synonym groups, and pairs of both, with their strength. */
export function featuresOf({ stems, marks }: Terms): ReadonlyMap<string, number> {
  const features = new Map<string, number>();
  const add = (feature: string, strength: number) =>
    features.set(feature, Math.max(features.get(feature) ?? 0, strength));
  for (const [index, stem] of stems.entries()) {
    add(stem, 1);
    const next = stems[index + 1];
    if (next !== undefined) add(`${stem} ${next}`, 0.7);
  }
  if (stems[0] !== undefined) add(`^${stems[0]}`, 0.7);
  for (const mark of marks) {
    add(mark, 1);
    if (!mark.startsWith('act')) continue;
    for (const other of marks) if (other.startsWith('thing')) add(`${mark} + ${other}`, 0.5);
  }
  return features;
}

/** Verbs of tool names that mean the same as another verb. */
const sameVerb: Readonly<Record<string, string>> = {
  edit: 'update',
  set: 'update',
  search: 'list',
  find: 'list',
};

/**
 * Returns the factors of a tool, by its name: its verb, its object, the words of the object, and the tool itself. Tools
 * with a common factor share the weights of that factor.
 */
export function factorsOf(name: string): string[] {
  const [verb = '', ...words] = name
    .replace(/_v\d$/, '')
    .split('_')
    .map((word, index) => (index === 0 ? (sameVerb[word] ?? word) : stem(word)));
  const parts = words.length > 1 ? words.map((word) => `of ${word}`) : [];
  return [`to ${verb}`, `of ${words.join(' ')}`, ...parts, name];
}

/** Returns the texts of a definition by which the search finds its tool without learned weights. */
export function definitionTexts(definition: ToolDefinition, areaWords = ''): string[] {
  const { name, title, titleRu, description, search = {} } = definition;
  const words = [search.act, search.subject, search.words, areaWords].filter((text) => text !== undefined);
  return [
    title,
    titleRu,
    name.replaceAll('_', ' '),
    description.split(/(?<=\.)\s/)[0] ?? '',
    words.join(', '),
  ];
}
