import { type Token, type TokenHandler, Tokenizer } from 'parse5';
import { faultOfLink } from './link.ts';
import type { MarkupChoice } from './markup-choice.ts';

/** A set of tags that text for people may contain. */
interface TagSet {
  readonly tags: ReadonlySet<string>;
  readonly maxDepth: number;
  /** End of the error message for a refused tag. The message begins with the tag. */
  readonly allowed: string;
}

/** Tags that the service renders as formatting (API description, notify). */
const styled = ['br', 'a', 'b', 'i', 'u', 'ol', 'ul', 'li'];
/** Further tags that browsers render. None of them runs scripts, loads content or accepts input. */
const further = [
  ...['p', 'div', 'span', 'strong', 'em', 's', 'small', 'sub', 'sup', 'code', 'pre', 'blockquote', 'hr'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dl', 'dt', 'dd'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
];

const tagSets: Readonly<Record<MarkupChoice, TagSet>> = {
  styled: {
    tags: new Set(styled),
    maxDepth: 5,
    allowed: 'only plain text, <a href> and the tags br, b, i, u, ol, ul and li are allowed',
  },
  safe: {
    tags: new Set([...styled, ...further]),
    maxDepth: 12,
    allowed:
      'only plain text, <a href> and tags for paragraphs, headings, lists, tables and emphasis are allowed',
  },
};

const empty = new Set(['br', 'hr']);
/** Required parent tags. Without them, browsers do not show the text that was confirmed. */
const parents: Readonly<Record<string, readonly string[]>> = {
  caption: ['table'],
  thead: ['table'],
  tbody: ['table'],
  tfoot: ['table'],
  tr: ['table', 'thead', 'tbody', 'tfoot'],
  th: ['tr'],
  td: ['tr'],
  dt: ['dl'],
  dd: ['dl'],
};
const rows = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr']);
const inline = new Set([
  'br',
  'a',
  'b',
  'i',
  'u',
  'span',
  'strong',
  'em',
  's',
  'small',
  'sub',
  'sup',
  'code',
]);
const spans = new Set(['colspan', 'rowspan']);
const maxLinks = 20;

export interface Markup {
  /** Reason why the markup must not be sent. Undefined if it may be sent. */
  readonly fault: string | undefined;
  readonly links: readonly string[];
}

/** Reads markup tag by tag, as a browser's tokenizer does. Refuses errors that a browser would silently repair. */
export function readMarkup(html: string, choice: MarkupChoice = 'styled'): Markup {
  const reader = new MarkupReader(tagSets[choice]);
  reader.read(html);
  return { fault: reader.fault ?? reader.unsound ?? hiddenMarkup(reader.text), links: reader.links };
}

class MarkupReader implements TokenHandler {
  readonly links: string[] = [];
  /** Error about the first refused tag or attribute. */
  fault: string | undefined;
  /** Error about the first syntax error. `fault` takes precedence, because it is more specific. */
  unsound: string | undefined;
  /** Text between the tags, with decoded entities. */
  text = '';
  readonly #open: string[] = [];
  readonly #set: TagSet;

  constructor(set: TagSet) {
    this.#set = set;
  }

  read(html: string): void {
    new Tokenizer({ sourceCodeLocationInfo: false }, this).write(html, true);
    const unclosed = this.#open.at(-1);
    if (unclosed !== undefined) this.fault ??= `<${unclosed}> is not closed`;
  }

  onStartTag(tag: Token.TagToken): void {
    this.fault ??= this.#faultOfTag(tag) ?? (tag.tagName === 'a' ? this.#faultOfHref(tag) : undefined);
    if (!empty.has(tag.tagName)) this.#open.push(tag.tagName);
  }

  onEndTag({ tagName }: Token.TagToken): void {
    if (this.#open.pop() !== tagName) this.fault ??= `</${short(tagName)}> does not close the last open tag`;
  }

  onCharacter({ chars }: Token.CharacterToken): void {
    this.text += chars;
    const last = this.#open.at(-1) ?? '';
    if (rows.has(last)) this.fault ??= `<${last}> has text outside its cells`;
  }

  onWhitespaceCharacter({ chars }: Token.CharacterToken): void {
    this.text += chars;
  }

  onNullCharacter(): void {
    this.fault ??= 'it has a control character';
  }

  onComment(): void {
    this.fault ??= 'comments (<!…, <?…) are not allowed';
  }

  onDoctype(): void {
    this.fault ??= '<!doctype> is not allowed';
  }

  onEof(): void {}

  onParseError({ code }: { code: string }): void {
    this.unsound ??= `its markup is invalid (${code}): in text, write < and & as &lt; and &amp;`;
  }

  #faultOfTag({ tagName, attrs, selfClosing }: Token.TagToken): string | undefined {
    const tag = short(tagName);
    const { tags, maxDepth, allowed } = this.#set;
    if (!tags.has(tagName)) return `<${tag}> is not allowed: ${allowed}`;
    const other = attrs.find((attribute) => !mayHave(tagName, attribute));
    if (other) return `<${tag}> must not have the attribute ${short(other.name)}`;
    if (selfClosing && !empty.has(tagName)) return `<${tag}/> closes nothing: write <${tag}>…</${tag}>`;
    if (this.#open.length === maxDepth && !empty.has(tagName))
      return `<${tag}> is nested more than ${maxDepth} tags deep`;
    return this.#faultOfPlace(tagName);
  }

  #faultOfPlace(tagName: string): string | undefined {
    const last = this.#open.at(-1) ?? '';
    const within = parents[tagName];
    if (within ? !within.includes(last) : rows.has(last)) return `<${tagName}> is not allowed in <${last}>`;
    const isClosing = this.#open.some((open) => open === 'p' || /^h\d$/.test(open));
    return isClosing && !inline.has(tagName)
      ? `<${tagName}> is not allowed in a paragraph or heading`
      : undefined;
  }

  #faultOfHref({ attrs: [href] }: Token.TagToken): string | undefined {
    if (this.#open.includes('a')) return '<a> stands within <a>';
    if (href === undefined) return '<a> has no href';
    const fault = faultOfLink(href.value);
    if (fault !== undefined) return `<a>: ${fault}`;
    return this.links.push(href.value) > maxLinks ? `more than ${maxLinks} links (<a>)` : undefined;
  }
}

const mayHave = (tagName: string, { name, value }: Token.Attribute): boolean =>
  tagName === 'a' ? name === 'href' : /^t[dh]$/.test(tagName) && spans.has(name) && /^[1-9]\d?$/.test(value);

/** Returns an error if entities encode markup, because the markup would take effect if the text were parsed again. */
function hiddenMarkup(text: string): string | undefined {
  let shown = text;
  for (let level = 0; level < 5; level += 1) {
    const tag = /<\/?[a-z!?][^\s>]*/i.exec(shown)?.[0];
    if (tag !== undefined) return `it has ${short(tag)}… written as entities, which may become a tag`;
    const reader = new MarkupReader(tagSets.styled);
    reader.read(shown.replaceAll('<', ' '));
    if (reader.text === shown) return undefined;
    shown = reader.text;
  }
  return 'it has entities within entities';
}

const short = (text: string) => text.slice(0, 40);
