import { withoutMarkers } from '../../../contract/features/documents/document-marks.ts';
import { type Format, type FormatContent, type FormatRequest, UnreadableError } from '../../format.ts';
import { fileMessages, officeMessages } from '../../notes/messages.ts';
import { createParts } from '../../parts.ts';
import { decode, mayBeText } from './charset.ts';
import { readHtml } from './html.ts';
import { rowsOfText } from './rows.ts';

/**
 * Text files in any charset: plain text, tables and markup. If the type cannot be detected from the content, the file
 * extension decides.
 */
export const texts: Format = {
  is: mayBeText,
  inside: () => [],
  read(request) {
    const { bytes, name, limits } = request;
    const decoded = decode(bytes, statedCharset(bytes));
    if (decoded === undefined) throw new UnreadableError('unknown', 'not a known type of document');
    const text = withoutMarkers(decoded.text)
      .slice(0, limits.characters * 2)
      .replace(/^\ufeff/, '')
      .replaceAll('\0', '')
      .replace(/\r\n?|[\u2028\u0085]/g, '\n')
      .replaceAll('\f', '\n\n');
    const content = contentOf(text, /\.([a-z\d]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '', request);
    return { ...content, notes: [...(decoded.note ? [decoded.note] : []), ...(content.notes ?? [])] };
  },
};

const rowEndings = new Set(['csv', 'tsv', 'tab']);

function contentOf(text: string, ending: string, request: FormatRequest): FormatContent {
  const root = rootOf(text);
  if (root === 'svg') return drawing(text, request);
  const isPage = root === 'html' || /^<!doctype html/i.test(text.trimStart().slice(0, 20));
  if (isPage || (root !== undefined && /^x?html?$/.test(ending))) return page(text, request);
  if (text.trimStart().startsWith('<?xml') || (root !== undefined && ending === 'xml'))
    return { kind: 'XML', ...splitIntoParts(text.split('\n'), request) };
  if (root !== undefined && pageTags.has(root)) return page(text, request);
  if (rowEndings.has(ending))
    return { kind: 'table in a text file', ...splitIntoParts(rowsOfText(text), request) };
  if (ending === 'json' || /^\s{0,100}[[{]\s{0,100}["{[\]}]/.test(text.slice(0, 300)))
    return { kind: 'JSON', ...splitIntoParts(withLetters(text).split('\n'), request) };
  return { kind: ending === 'md' ? 'Markdown' : 'text', ...splitIntoParts(text.split('\n'), request) };
}

/** Elements with which incomplete HTML pages begin. */
const pageTags = new Set(
  'head body title meta style script table div p h1 h2 h3 center font span a b ul ol'.split(' '),
);

/** Returns the name of the root element in lower case. Skips declarations and comments before it. */
function rootOf(text: string): string | undefined {
  let at = 0;
  for (let skipped = 0; skipped < 20; skipped += 1) {
    while (/\s/.test(text.charAt(at))) at += 1;
    const end = text.startsWith('<!--', at) ? '-->' : /^<[?!]/.test(text.slice(at, at + 2)) ? '>' : undefined;
    if (end === undefined) break;
    const [subset, close] = [text.indexOf('[', at), text.indexOf(end, at)];
    // A document type declaration may contain declarations in brackets, so its end is after the brackets.
    const from = end === '>' && subset !== -1 && subset < close ? text.indexOf(']', subset) : at;
    const ended = from === -1 ? -1 : text.indexOf(end, from);
    if (ended === -1) return undefined;
    at = ended + end.length;
  }
  const name = /^<(?:[\w-]{1,40}:)?([a-z][a-z\d]{0,40})[\s/>]/i.exec(text.slice(at, at + 100))?.[1];
  return name?.toLowerCase();
}

function page(text: string, request: FormatRequest): FormatContent {
  const { lines, title, hasHidden, hasStruck } = readHtml(text);
  const { notes, ...content } = splitIntoParts(lines, request);
  return {
    kind: 'HTML page',
    ...content,
    ...(title !== undefined && { properties: { title: title.slice(0, 500) } }),
    notes: [
      ...notes,
      ...(hasHidden ? [fileMessages.hiddenFromReaders] : []),
      ...(hasStruck ? [officeMessages.struck] : []),
    ],
  };
}

/** Reads only the texts of an SVG drawing. */
function drawing(text: string, request: FormatRequest): FormatContent {
  const { lines } = readHtml(text, new Set(['text', 'title', 'desc']));
  const { notes, ...content } = splitIntoParts(lines, request);
  return { kind: 'SVG drawing', ...content, notes: [...notes, fileMessages.drawing] };
}

/** Decodes escaped Russian letters, so that users can read them and searches can find them. */
const withLetters = (json: string) =>
  json.includes('\\u04')
    ? json.replace(/\\(?:u(04[\da-f]{2})|.)/gis, (all, code?: string) =>
        code === undefined ? all : String.fromCharCode(Number.parseInt(code, 16)),
      )
    : json;

/** Returns the charset that an HTML page or XML file declares near its beginning. */
function statedCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  if (!head.includes('<')) return undefined;
  return (
    /^\s{0,100}<\?xml[^>]{0,200}?encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})/.exec(head)?.[1] ??
    /<meta[^>]{0,500}?charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(head)?.[1]
  );
}

/** Splits lines into parts, up to the limits. */
function splitIntoParts(lines: Iterable<string>, request: FormatRequest) {
  const parts = createParts(request);
  for (const line of lines) {
    const isOver = parts.isFull();
    parts.line(line);
    if (isOver) break;
  }
  return parts.finish('part');
}
