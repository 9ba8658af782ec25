import { createScanner, getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { Unusable } from '../assistant.ts';
import { configMessages } from '../messages.ts';
import { atOffset, ended, lineEndOf, lineStart, type TextFormat } from './format.ts';

/** JSON with comments and trailing commas, as assistants accept it. */
export const json: TextFormat = {
  parse: (text) => {
    const root = treeOf(text);
    return root && getNodeValue(root);
  },
  put: (text, { section, name }, entry) => {
    const root = treeOf(text);
    if (!root)
      return ended(text) + written({ [section]: { [name]: entry } }, text, '  ', '') + lineEndOf(text);
    const holder = valueIn(objectOf(root, 'the file'), section);
    if (!holder) return insert(text, root, section, { [name]: entry });
    const present = valueIn(objectOf(holder, section), name);
    return present ? replace(text, present, entry) : insert(text, holder, name, entry);
  },
  take: (text, { section, name }) => {
    const holder = valueIn(treeOf(text) as Node, section) as Node;
    return cut(text, holder, valueIn(holder, name)?.parent as Node);
  },
};

function treeOf(text: string): Node | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (first) throw new Unusable(configMessages.noJson, { line: atOffset(text, first.offset) });
  return root;
}

function objectOf(node: Node, what: string): Node {
  if (node.type === 'object') return node;
  if (what === 'the file') throw new Unusable(configMessages.noObject);
  throw new Unusable(configMessages.noObjectIn, { name: what });
}

/** Returns the value of a property. Throws for duplicate names, because programs disagree about which one applies. */
function valueIn(object: Node, key: string): Node | undefined {
  const found = (object.children ?? []).filter(({ children }) => children?.[0]?.value === key);
  if (found.length > 1) throw new Unusable(configMessages.twice, { name: key });
  return found[0]?.children?.[1];
}

const endOf = ({ offset, length }: Node) => offset + length;
const indentAt = (text: string, offset: number) =>
  /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? '';
const beginsLine = (text: string, offset: number) =>
  text.slice(lineStart(text, offset), offset).trim() === '';

/** Returns the indentation step of the file, based on its first property. */
function stepOf(text: string): string {
  const first = treeOf(text)?.children?.[0];
  return (first && beginsLine(text, first.offset) && indentAt(text, first.offset)) || '  ';
}

const written = (value: unknown, text: string, step: string, indent: string) =>
  JSON.stringify(value, null, step).replaceAll('\n', lineEndOf(text) + indent);

function insert(text: string, object: Node, key: string, value: unknown): string {
  const last = object.children?.at(-1);
  const [start, end] = [object.offset + 1, endOf(object) - 1];
  const isOneLine = !text.slice(object.offset, end).includes('\n');
  if (last && isOneLine)
    return insertInLine(text, last, end, `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  const step = stepOf(text);
  const outer = indentAt(text, object.offset);
  const indent = last && beginsLine(text, last.offset) ? indentAt(text, last.offset) : outer + step;
  const eol = lineEndOf(text);
  const property = `${eol}${indent}${JSON.stringify(key)}: ${written(value, text, step, indent)}`;
  if (!last) return splice(text, start, start, isOneLine ? `${property}${eol}${outer}` : property);
  const { comma, lineEnd } = after(text, endOf(last), end);
  return comma === undefined
    ? splice(splice(text, lineEnd, lineEnd, property), endOf(last), endOf(last), ',')
    : splice(text, lineEnd, lineEnd, `${property},`);
}

function insertInLine(text: string, last: Node, end: number, property: string): string {
  const { comma } = after(text, endOf(last), end);
  const place = comma === undefined ? endOf(last) : comma + 1;
  return splice(text, place, place, comma === undefined ? `, ${property}` : ` ${property},`);
}

function replace(text: string, old: Node, value: unknown): string {
  const isOneLine = !text.trim().includes('\n');
  const indent = indentAt(text, (old.parent as Node).offset);
  const fresh = isOneLine ? JSON.stringify(value) : written(value, text, stepOf(text), indent);
  return splice(text, old.offset, endOf(old), fresh);
}

/** Removes a property and one comma. Also removes the line if nothing else is on it. */
function cut(text: string, object: Node, property: Node): string {
  const siblings = object.children as Node[];
  const before = siblings[siblings.indexOf(property) - 1];
  const [start, end] = [property.offset, endOf(property)];
  const { comma } = after(text, end, endOf(object) - 1);
  const blank = text.slice(0, start).trimEnd().length;
  if (comma !== undefined) {
    const isAloneInLine = beginsLine(text, start) && /^[ \t]*(\r?\n|$)/.test(text.slice(comma + 1));
    return splice(text, isAloneInLine || !before ? blank : start, comma + 1, '');
  }
  const left = splice(text, blank, end, '');
  const separator = before && after(text, endOf(before), start).comma;
  return separator === undefined ? left : splice(left, separator, separator + 1, '');
}

/** Finds the comma after a value, and the end of its line with comments. */
function after(text: string, from: number, end: number): { comma: number | undefined; lineEnd: number } {
  // Token types as numbers, because the package exports them only as TypeScript types.
  const [commaToken, lineBreak] = [5, 14];
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  let comma: number | undefined;
  let lineEnd: number | undefined;
  for (let kind: number = scanner.scan(); scanner.getTokenOffset() < end; kind = scanner.scan()) {
    if (kind === commaToken && comma === undefined) [comma, lineEnd] = [scanner.getTokenOffset(), undefined];
    if (kind === lineBreak) lineEnd ??= scanner.getTokenOffset();
  }
  return { comma, lineEnd: lineEnd ?? (comma === undefined ? from : comma + 1) };
}

const splice = (text: string, start: number, end: number, fresh: string) =>
  text.slice(0, start) + fresh + text.slice(end);
