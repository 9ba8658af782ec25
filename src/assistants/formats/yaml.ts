import {
  isAlias,
  isMap,
  isSeq,
  type Node,
  type Pair,
  parseAllDocuments,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { type Entry, Unusable } from '../assistant.ts';
import { configMessages } from '../messages.ts';
import { atOffset, ended, lineEndOf, lineStart, type Spot, type TextFormat } from './format.ts';

/** YAML: adds the server after the last line of its section. */
export const yaml: TextFormat = {
  parse: (text) => {
    const [document] = documentsOf(text);
    try {
      return document?.toJS() ?? undefined;
    } catch {
      throw new Unusable(configMessages.aliases);
    }
  },
  put: (text, spot, entry) => {
    if (found(text, spot)) return yaml.put(yaml.take(text, spot), spot, entry);
    const root = rootOf(text);
    const pair = root && pairOf(root, spot.section);
    if (pair) return putInto(text, pair, spot, entry);
    if (root?.flow) return inFlow(text, root, `${JSON.stringify(spot.section)}: ${flowSection(spot, entry)}`);
    const indent = root ? columnOf(text, root) : '';
    return ended(text) + asLines(text, indent, [`${spot.section}:`, ...linesOf(spot, entry)]);
  },
  take: (text, spot) => {
    const { holder, index } = found(text, spot) as Found;
    const spans = (holder.items as (Pair | Node)[]).map(spanOf);
    const [start, end] = spans[index] as Span;
    if (holder.flow) {
      const [from] = [spans[index - 1]?.[1] ?? start];
      const to = index === 0 ? (spans[1]?.[0] ?? end) : end;
      return text.slice(0, from) + text.slice(to);
    }
    const first = lineStart(text, start);
    if (!/^[ \t]*(- *)?$/.test(text.slice(first, start)))
      throw new Unusable(configMessages.noLineStart, { name: spot.name });
    return text.slice(0, first) + text.slice(lineEnd(text, end));
  },
};

type Span = readonly [start: number, end: number];
type Collection = YAMLMap | YAMLSeq;
interface Found {
  readonly holder: Collection;
  readonly index: number;
}

function documentsOf(text: string) {
  const parsed = parseAllDocuments(text);
  const documents = Array.isArray(parsed) ? parsed : [];
  const error = documents.flatMap(({ errors }) => errors)[0];
  if (error) throw new Unusable(configMessages.noYaml, { line: atOffset(text, error.pos[0]) });
  if (documents.length > 1) throw new Unusable(configMessages.manyDocuments);
  return documents;
}

function rootOf(text: string): YAMLMap | undefined {
  const contents = documentsOf(text)[0]?.contents;
  if (!contents || (contents as { value?: unknown }).value === null) return undefined;
  if (isMap(contents)) return contents;
  throw new Unusable(configMessages.noMap);
}

const keyOf = ({ key }: Pair) => String((key as { value?: unknown } | null)?.value);
const pairOf = (map: YAMLMap, key: string) => (map.items as Pair[]).find((pair) => keyOf(pair) === key);

function found(text: string, { section, name, isList }: Spot): Found | undefined {
  const root = rootOf(text);
  const holder = root && pairOf(root, section)?.value;
  const index = isList
    ? isSeq(holder)
      ? holder.items.findIndex((item) => isMap(item) && item.get('name') === name)
      : -1
    : isMap(holder)
      ? (holder.items as Pair[]).findIndex((pair) => keyOf(pair) === name)
      : -1;
  return index < 0 ? undefined : { holder: holder as Collection, index };
}

function putInto(text: string, pair: Pair, spot: Spot, entry: Entry): string {
  const { value } = pair as { value: Node | null };
  if (isAlias(value))
    throw new Unusable(configMessages.elsewhere, { name: spot.section, alias: value.source });
  const isEmpty = value === null || (value as { value?: unknown }).value === null;
  const indent = columnOf(text, pair.key as Node);
  const at = (place: number, step: string) => {
    const head = ended(text.slice(0, place));
    return head + asLines(text, indent + step, linesOf(spot, entry, '')) + text.slice(place);
  };
  if (isEmpty) return at(lineEnd(text, spanOf(pair)[1]), '  ');
  if (!(spot.isList ? isSeq(value) : isMap(value)))
    throw new Unusable(configMessages[spot.isList ? 'noList' : 'noMapIn'], { name: spot.section });
  const holder = value as Collection;
  if (holder.flow) return inFlow(text, holder, flowEntry(spot, entry));
  const column = columnOf(text, holder);
  return at(lineEnd(text, spanOf(holder.items.at(-1) as Pair | Node)[1]), column.slice(indent.length));
}

function inFlow(text: string, holder: Collection, entry: string): string {
  const close = (holder.range?.[1] ?? 0) - 1;
  const needsComma = holder.items.length > 0 && !text.slice(0, close).trimEnd().endsWith(',');
  return text.slice(0, close) + (needsComma ? ', ' : '') + entry + text.slice(close);
}

const flowEntry = ({ name, isList }: Spot, entry: Entry) =>
  isList ? flow(entry) : `${JSON.stringify(name)}: ${flow(entry)}`;
const flowSection = (spot: Spot, entry: Entry) =>
  spot.isList ? `[${flowEntry(spot, entry)}]` : `{${flowEntry(spot, entry)}}`;

/** Formats the entry. Its values are written as JSON, because YAML is a superset of JSON. */
function linesOf({ name, isList }: Spot, entry: Entry, step = '  '): string[] {
  const fields = Object.entries(entry).map(([key, value]) => `${key}: ${flow(value)}`);
  if (isList) return fields.map((field, index) => `${step}${index === 0 ? '- ' : '  '}${field}`);
  return [`${step}${name}:`, ...fields.map((field) => `${step}  ${field}`)];
}

function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, one]) => `${JSON.stringify(key)}: ${flow(one)}`)
    .join(', ')}}`;
}

const asLines = (text: string, indent: string, lines: readonly string[]) =>
  lines.map((line) => indent + line + lineEndOf(text)).join('');

function spanOf(item: Pair | Node): Span {
  if (!('key' in item)) return [item.range?.[0] ?? 0, item.range?.[1] ?? 0];
  const { key, value } = item as { key: Node; value: Node | null };
  return [key.range?.[0] ?? 0, value?.range?.[1] ?? key.range?.[1] ?? 0];
}

const columnOf = (text: string, { range }: Node) => {
  const offset = range?.[0] ?? 0;
  return ' '.repeat(offset - lineStart(text, offset));
};

/** Returns the end of the line on which a value ends, including comments. */
function lineEnd(text: string, offset: number): number {
  if (text[offset - 1] === '\n') return offset;
  const next = text.indexOf('\n', offset);
  return next < 0 ? text.length : next + 1;
}
