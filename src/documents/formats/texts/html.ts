import { type Token, type TokenHandler, type Tokenizer, TokenizerMode } from 'parse5';
import { inMark, withoutMarkers } from '../../../contract/features/documents/document-marks.ts';
import { type Appearance, createHiding, isSeen, plainAppearance } from './html-hidden.ts';
import { createHtmlLines } from './html-lines.ts';
import { BoundedTokenizer } from './html-tokenizer.ts';

export interface HtmlText {
  readonly lines: readonly string[];
  readonly title: string | undefined;
  readonly hasHidden: boolean;
  readonly hasStruck: boolean;
}

interface Open {
  readonly name: string;
  readonly look: Appearance;
  readonly isHidden: boolean;
  readonly href?: string | undefined;
  /** Length of the line where the link begins. */
  readonly before?: number;
}

/** Void elements, which have no end tag. */
const empty = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const raw = new Set(['style', 'xmp', 'iframe', 'noembed', 'noframes']);
/** Elements whose content is never visible. */
const unseen = new Set(['script', 'style', 'template', 'iframe', 'noembed', 'noframes', 'title']);
const blocks = new Set(
  'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol option p pre section summary table tbody tfoot thead tr ul'.split(
    ' ',
  ),
);
/** For each element, the open elements that its start tag closes, and the elements beyond which it closes nothing. */
const ends = new Map<string, readonly [ended: readonly string[], within: readonly string[]]>([
  ['li', [['li'], ['ul', 'ol']]],
  ['dt', [['dt', 'dd'], ['dl']]],
  ['dd', [['dt', 'dd'], ['dl']]],
  ['option', [['option'], ['select']]],
  [
    'td',
    [
      ['td', 'th'],
      ['tr', 'table'],
    ],
  ],
  [
    'th',
    [
      ['td', 'th'],
      ['tr', 'table'],
    ],
  ],
  ['tr', [['tr'], ['table']]],
]);
/** Elements at which an end tag stops closing other elements. */
const barrierElements = new Set(['td', 'th', 'table']);
/** Maximum nesting of elements. Deeper elements are read as text without structure. */
const maxDepth = 500;
const maxAddress = 300;

/**
 * Reads a page tag by tag, even if it is malformed. Does not run, fetch or repair anything. Does not build a tree,
 * because a hostile page could make that slow.
 * @param only elements whose text is returned. Default: all visible text
 */
export function readHtml(html: string, only?: ReadonlySet<string>): HtmlText {
  const out = createHtmlLines();
  const hiding = createHiding();
  const open: Open[] = [];
  const counts = new Map<string, number>();
  const lists: { readonly isOrdered: boolean; count: number }[] = [];
  let title = '';
  let styleSheet = '';
  let hasHidden = false;
  let hasStruck = false;

  const count = (name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + by);
  const isIn = (name: string) => (counts.get(name) ?? 0) > 0;

  const enter = (name: string, attributes: ReadonlyMap<string, string>) => {
    if (name === 'tr' && isIn('table')) out.openRow();
    if ((name === 'td' || name === 'th') && isIn('tr')) out.openCell();
    else if (/^h[1-6]$/.test(name)) out.breakLine(`${'#'.repeat(Number(name[1]))} `);
    else if (name === 'li') out.breakLine(mark());
    else if (blocks.has(name)) out.breakLine();
    if (name === 'blockquote') out.quote(1);
    if (name === 'ol' || name === 'ul')
      lists.push({
        isOrdered: name === 'ol',
        count: (Number.parseInt(attributes.get('start') ?? '1', 10) || 1) - 1,
      });
  };

  const mark = () => {
    const list = lists.at(-1);
    if (list) list.count += 1;
    return `${'  '.repeat(Math.max(0, Math.min(lists.length, 9) - 1))}${list?.isOrdered ? `${list.count}.` : '-'} `;
  };

  const leave = ({ name, href, before = 0 }: Open) => {
    count(name, -1);
    if (name === 'style') {
      hiding.readStyleSheet(styleSheet);
      styleSheet = '';
    }
    if ((name === 'td' || name === 'th') && isIn('tr')) out.closeCell();
    else if (blocks.has(name)) out.breakLine();
    if (name === 'tr' && isIn('table')) out.closeRow();
    if (name === 'blockquote') out.quote(-1);
    if (name === 'ol' || name === 'ul') lists.pop();
    if (href !== undefined && !isSame(href, out.since(before))) out.text(` (${href})`, undefined, false);
  };

  /**
   * Closes the open elements down to the innermost one in `names`. Closes none if an element of `within` is nested
   * deeper than that one.
   */
  const endDownTo = (names: readonly string[], within: ReadonlySet<string> | readonly string[]) => {
    const barriers = new Set(within);
    for (let at = open.length - 1; at >= 0; at -= 1) {
      const { name } = open[at] as Open;
      if (names.includes(name)) {
        for (const one of open.splice(at).reverse()) leave(one);
        return;
      }
      if (barriers.has(name)) return;
    }
  };

  const tokenizer: Tokenizer = new BoundedTokenizer({ sourceCodeLocationInfo: false }, {
    onStartTag({ tagName: name, attrs, selfClosing }: Token.TagToken) {
      const attributes = new Map(attrs.map((one) => [one.name, one.value]));
      const ended = ends.get(name);
      if (ended?.[0].some(isIn)) endDownTo(...ended);
      else if (blocks.has(name) && isIn('p')) endDownTo(['p'], barrierElements);
      if (name === 'br') out.breakLine();
      if (name === 'img') picture(attributes.get('alt'));
      if (empty.has(name) || (selfClosing && !blocks.has(name))) return;
      if (raw.has(name)) tokenizer.state = TokenizerMode.RAWTEXT;
      if (name === 'script') tokenizer.state = TokenizerMode.SCRIPT_DATA;
      if (name === 'title' || name === 'textarea') tokenizer.state = TokenizerMode.RCDATA;
      if (open.length >= maxDepth) return;
      enter(name, attributes);
      open.push(opened(name, attributes));
      count(name, 1);
    },
    onEndTag({ tagName: name }) {
      if (isIn(name)) endDownTo([name], name === 'table' ? [] : barrierElements);
    },
    onCharacter: ({ chars }) => write(withoutMarkers(chars)),
    onWhitespaceCharacter: ({ chars }) => write(chars),
    onNullCharacter() {},
    onComment() {},
    onDoctype() {},
    onEof() {},
  } satisfies TokenHandler);

  const opened = (name: string, attributes: ReadonlyMap<string, string>): Open => {
    const around = open.at(-1);
    // The `summary` of a closed `details` element is visible, so it takes its appearance from the parent of `details`.
    // The other content of `details` becomes visible only after a click.
    const outside = name === 'summary' && around?.name === 'details' ? open.at(-2) : around;
    const seen = hiding.look(name, attributes, outside?.look ?? plainAppearance);
    const isClosed = name === 'details' && !attributes.has('open');
    const look = isClosed ? { ...seen, isHidden: true } : seen;
    return {
      name,
      look,
      isHidden: !isSeen(look),
      ...(name === 'a' && { href: addressOf(attributes.get('href')), before: out.length() }),
    };
  };

  const picture = (words = '') => {
    if (words.trim() !== '') write(` ${inMark('picture', withoutMarkers(words).trim())} `);
  };

  const write = (characters: string) => {
    const last = open.at(-1);
    if (last?.name === 'title') title += characters;
    if (last?.name === 'style') styleSheet += characters;
    if (only ? ![...only].some(isIn) : last && (unseen.has(last.name) || isIn('template'))) return;
    const textMark = last?.isHidden ? 'hidden' : last?.look.isStruck ? 'struck' : undefined;
    if (characters.trim() !== '') {
      hasHidden ||= textMark === 'hidden';
      hasStruck ||= textMark === 'struck';
    }
    out.text(characters, textMark, isIn('pre'));
  };

  tokenizer.write(html, true);
  for (const one of open.reverse()) leave(one);
  out.breakLine();
  return { lines: out.lines, title: title.replace(/\s+/g, ' ').trim() || undefined, hasHidden, hasStruck };
}

/** Returns the target of a link; undefined if it is on the same page. */
function addressOf(href: string | undefined): string | undefined {
  const address = withoutMarkers(href ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  if (address === '' || address.startsWith('#')) return undefined;
  return address.length > maxAddress ? `${address.slice(0, maxAddress)}…` : address;
}

/** Checks whether the visible text of a link is its address. */
const isSame = (href: string, shown: string) => {
  const bare = (text: string) =>
    text
      .trim()
      .replace(/^(?:mailto:|https?:\/\/)/i, '')
      .replace(/\/$/, '');
  return bare(href) === bare(shown);
};
