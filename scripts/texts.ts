import { type Expression, type Program, parseSync, Visitor } from 'oxc-parser';

/** Kind of a text. */
export type TextKind = 'comment' | 'docs' | 'message' | 'test';

/** A text and its location. */
export interface TextUnit {
  readonly kind: TextKind;
  readonly file: string;
  /** Line in which the text begins, from 1. */
  readonly line: number;
  readonly text: string;
}

/** Returns the English texts in a file: comments and messages of source files, names of tests, sentences of pages. */
export function textsOf(file: string, source: string): TextUnit[] {
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length;
  if (file.endsWith('.md'))
    return sentencesOfPage(source).map(({ line, text }) => ({ kind: 'docs', file, line, text }));
  const { program, comments } = parseSync(file, source);
  const isTest = file.startsWith('test/');
  const unit = (kind: TextKind, start: number, text: string): TextUnit[] =>
    isEnglish(text) ? [{ kind, file, line: lineAt(start), text: text.replace(/\s+/g, ' ').trim() }] : [];
  if (isTest) return testNames(program).flatMap(({ start, text }) => unit('test', start, text));
  return [
    ...comments.flatMap(({ start, value }) =>
      /^\s*(?:biome-|oxlint|@ts-)/.test(value)
        ? []
        : unit('comment', start, value.replace(/^\*+|\n\s*\*+/g, ' ')),
    ),
    ...literals(program).flatMap(({ start, text }) => (isSentence(text) ? unit('message', start, text) : [])),
  ];
}

const isEnglish = (text: string) =>
  /[a-z]{2,}/i.test(text) && (text.match(/[а-яё]/gi) ?? []).length < text.length / 20;

/** Checks whether a literal is prose: at least four words, and no markup, code or query. */
const isSentence = (text: string) =>
  (text.match(/[A-Za-z]{2,}/g) ?? []).length >= 4 &&
  /[a-z] [a-z]/.test(text) &&
  !/[<>]\w|[;{] ?[a-z-]+:|=>|^\s*(?:SELECT|INSERT|CREATE)\b|redis\.call|\)\.|^[./]/.test(text);

interface Found {
  readonly start: number;
  readonly text: string;
}

/** Name of a test or of a group of tests. */
interface TestName extends Found {
  readonly isGroup: boolean;
}

/** Returns the text of a string or template, with `{}` for each expression. */
function textOf(node: Expression): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? '').join('{}');
  return undefined;
}

function literals(program: Program): Found[] {
  const found: Found[] = [];
  const note = (node: Expression) => {
    const text = textOf(node);
    if (text !== undefined) found.push({ start: node.start, text });
  };
  new Visitor({ Literal: note, TemplateLiteral: note }).visit(program);
  return found;
}

/** Functions that declare tests. `timeless` wraps `it`. */
const declaring = new Set(['describe', 'it', 'test', 'timeless']);

/** Returns the names of tests and of their groups, including forms such as `it.each([…])`. */
export function testNames(program: Program): TestName[] {
  const found: TestName[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [name] }) => {
      let first: Expression = callee;
      while (first.type === 'MemberExpression' || first.type === 'CallExpression')
        first = first.type === 'MemberExpression' ? (first.object as Expression) : first.callee;
      const text = name && name.type !== 'SpreadElement' ? textOf(name) : undefined;
      if (first.type === 'Identifier' && declaring.has(first.name) && text !== undefined)
        found.push({ start: callee.start, text, isGroup: first.name === 'describe' });
    },
  }).visit(program);
  return found;
}

/** Returns paragraphs, list items and table cells of a page. Code blocks, headings and pictures are skipped. */
function sentencesOfPage(source: string): { readonly line: number; readonly text: string }[] {
  let isCode = false;
  return source.split('\n').flatMap((raw, index) => {
    const isFence = /^\s*```/.test(raw);
    if (isFence) isCode = !isCode;
    if (isFence || isCode || /^\s*(?:#|!\[|<!--|\|[\s|:-]+$)/.test(raw)) return [];
    const cells = raw.startsWith('|')
      ? raw.split('|').slice(1, -1)
      : [raw.replace(/^\s*(?:[-*]|\d+\.)\s+/, '')];
    return cells
      .map((text) => ({ line: index + 1, text: text.trim() }))
      .filter(({ text }) => (text.match(/[A-Za-z]{2,}/g) ?? []).length >= 4);
  });
}
