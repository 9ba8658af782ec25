import { type Token, type TokenHandler, Tokenizer } from 'parse5';
import { faultOfLink } from './link.ts';

/** What people may be shown beside plain text; only `a` takes an attribute. */
const tags = new Set(['br', 'a', 'b', 'i', 'u', 'ol', 'ul', 'li']);
const allowed = 'allowed are plain text, br, a with href, b, i, u, ol, ul and li';
const maxDepth = 5;
const maxLinks = 20;

/** What is in a piece of markup that people would be shown. */
export interface Markup {
  /** Why it must not be sent; undefined where it may be. */
  readonly fault: string | undefined;
  readonly links: readonly string[];
}

/** Reads markup as a browser would split it, tag by tag: what a tree would silently repair or drop is a fault here. */
export function readMarkup(html: string): Markup {
  const reader = new MarkupReader();
  reader.read(html);
  return { fault: reader.fault ?? reader.unsound ?? hiddenMarkup(reader.text), links: reader.links };
}

class MarkupReader implements TokenHandler {
  readonly links: string[] = [];
  /** The first one found. */
  fault: string | undefined;
  /** What a browser would read past; a fault says more, so it goes first. */
  unsound: string | undefined;
  /** The text between the tags, its entities resolved. */
  text = '';
  readonly #open: string[] = [];

  read(html: string): void {
    new Tokenizer({ sourceCodeLocationInfo: false }, this).write(html, true);
    const unclosed = this.#open.at(-1);
    if (unclosed !== undefined) this.fault ??= `<${unclosed}> is not closed`;
  }

  onStartTag(tag: Token.TagToken): void {
    this.fault ??= this.#faultOfTag(tag) ?? (tag.tagName === 'a' ? this.#faultOfHref(tag) : undefined);
    if (tag.tagName !== 'br') this.#open.push(tag.tagName);
  }

  onEndTag({ tagName }: Token.TagToken): void {
    if (this.#open.pop() !== tagName)
      this.fault ??= `</${short(tagName)}> closes no tag that was opened last`;
  }

  onCharacter({ chars }: Token.CharacterToken): void {
    this.text += chars;
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
    this.unsound ??= `it is no sound markup (${code}): write < and & of a text as &lt; and &amp;`;
  }

  #faultOfTag({ tagName, attrs, selfClosing }: Token.TagToken): string | undefined {
    const tag = short(tagName);
    if (!tags.has(tagName)) return `<${tag}> is not allowed: ${allowed}`;
    const other = attrs.find((attribute) => tagName !== 'a' || attribute.name !== 'href');
    if (other) return `<${tag}> must not have the attribute ${short(other.name)}`;
    if (selfClosing && tagName !== 'br') return `<${tag}/> closes nothing: write <${tag}>…</${tag}>`;
    return this.#open.length === maxDepth && tagName !== 'br'
      ? `<${tag}> is more than ${maxDepth} tags deep`
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

/** Tags may hide as entities, and come out wherever the text is read as markup once more. */
function hiddenMarkup(text: string): string | undefined {
  let shown = text;
  for (let level = 0; level < 5; level += 1) {
    const tag = /<\/?[a-z!?][^\s>]*/i.exec(shown)?.[0];
    if (tag !== undefined) return `it has ${short(tag)}… written as entities, which may become a tag`;
    const reader = new MarkupReader();
    reader.read(shown.replaceAll('<', ' '));
    if (reader.text === shown) return undefined;
    shown = reader.text;
  }
  return 'it has entities within entities';
}

/** Of names that the caller chose. */
const short = (text: string) => text.slice(0, 40);
