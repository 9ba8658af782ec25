import { withoutMarkers } from '../../../../contract/features/documents/document-marks.ts';
import { codePageOfFont, encodingOfPage } from '../../../code-pages.ts';
import { type ReadingLimits, UnreadableError } from '../../../format.ts';
import { type ContentCounters, newContentCounters } from '../word/story.ts';
import { symbol } from '../word/symbols.ts';
import { createDestinations } from './destinations.ts';
import { createFlow, type RtfMerge, type RtfOutput } from './flow.ts';
import { changeIn, plainLetters, type Revision, type RtfContext, type RtfGroup, rtfMarks } from './state.ts';
import type { RtfToken } from './tokens.ts';

export interface RtfReader {
  /** @returns whether to continue reading. @throws UnreadableError if the document is nested too deeply */
  take(token: RtfToken): boolean;
  finish(): {
    readonly properties: Readonly<Record<string, string>>;
    readonly counters: ContentCounters;
    readonly isComplete: boolean;
    /** Headers and footers without duplicates. */
    readonly margins: readonly string[];
  };
}

const letters: Readonly<Record<string, string>> = {
  tab: '\t',
  line: '\n',
  lbr: '\n',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  nonbreakingspace: '\u00a0',
  nonbreakinghyphen: '-',
  softhyphen: '',
};

export function createRtfReader(output: RtfOutput, limits: ReadingLimits): RtfReader {
  let left = limits.characters;
  const context: RtfContext = {
    counters: newContentCounters(),
    authors: [],
    properties: {},
    margins: new Set(),
    fonts: new Map(),
    colors: new Map(),
    hasFilledCells: false,
    take(text) {
      const taken = text.slice(0, Math.max(0, left));
      left -= text.length;
      return taken;
    },
    output,
    moment: undefined,
    page: 1252,
  };
  const main = createFlow(context.take, output);
  let group: RtfGroup = {
    ...plainLetters,
    onText: (text, given) => {
      const { flow, link } = given;
      given.change = changeIn(given, context);
      if (link !== undefined && link.shown.length < 2_000) link.shown += text;
      const marks = rtfMarks(given, context);
      if (marks.isHidden) context.counters.hidden += 1;
      if (marks.isStruck) context.counters.struck += 1;
      flow.text(text, marks);
    },
    flow: main,
    onEnd: undefined,
    isNested: false,
    link: undefined,
    replacing: undefined,
    replaced: 1,
    font: 0,
    heading: 0,
    isInTable: false,
    shade: 0,
  };
  const outer: RtfGroup[] = [];
  const text = group.onText;
  let [isStarred, isFirst, skipping] = [false, false, 0];
  let pending: Uint8Array[] = [];
  let merges: RtfMerge[] = [];
  let merge: RtfMerge = 'none';
  const destinations = createDestinations(context, text);

  const flush = () => {
    if (pending.length === 0) return;
    const bytes = Buffer.concat(pending);
    pending = [];
    const font = context.fonts.get(group.font);
    if (font?.isSymbols)
      group.onText?.([...bytes].map((byte) => symbol(font.name, byte) ?? '□').join(''), group);
    else {
      const decoded = new TextDecoder(encodingOfPage(font?.page ?? context.page)).decode(bytes);
      group.onText?.(withoutMarkers(decoded), group);
    }
  };
  const words: Readonly<Record<string, (value: number | undefined) => void>> = {
    par: () => endParagraph(),
    sect: () => endParagraph(),
    page: () => group.onText === text && group.flow.page(),
    cell: () => group.flow.cell(false),
    nestcell: () => group.flow.cell(true),
    row: () => group.flow.row(countMerged(), false),
    nestrow: () => group.flow.row([], true),
    nesttableprops() {
      group.isNested = true;
    },
    trowd() {
      if (!group.isNested) merges = [];
      merge = 'none';
      context.hasFilledCells = false;
    },
    clcbpat: () => {
      context.hasFilledCells = true;
    },
    cbpat: (value = 0) => {
      group.shade = value;
    },
    clmrg: () => {
      merge = 'left';
    },
    clvmrg: () => {
      merge = 'above';
    },
    cellx() {
      if (!group.isNested && merges.length < 1_000) merges.push(merge);
      merge = 'none';
    },
    pard: () => void Object.assign(group, { heading: 0, isInTable: false, shade: 0 }),
    intbl: () => {
      group.isInTable = true;
    },
    outlinelevel: (value = 9) => {
      group.heading = value >= 0 && value < 9 ? value + 1 : 0;
    },
    plain: () => void Object.assign(group, plainLetters),
    webhidden: (value) => {
      group.isHidden = value !== 0;
    },
    v: (value) => {
      group.isHidden = value !== 0;
    },
    strike: (value) => {
      group.isStruck = value !== 0;
    },
    striked: (value) => {
      group.isStruck = value !== 0;
    },
    revised: (value) => {
      Object.assign(group, { isInserted: value !== 0, change: undefined });
    },
    deleted: (value) => {
      Object.assign(group, { isDeleted: value !== 0, change: undefined });
    },
    revauth: (author) => revise('insertedBy', { author }),
    revdttm: (moment) => revise('insertedBy', { moment }),
    revauthdel: (author) => revise('deletedBy', { author }),
    revdttmdel: (moment) => revise('deletedBy', { moment }),
    cf: (value = 0) => {
      group.color = value;
    },
    cb: (value = 0) => {
      group.background = value;
    },
    highlight: (value = 0) => {
      group.background = value;
    },
    chcbpat: (value = 0) => {
      group.background = value;
    },
    charscalex: (value = 100) => {
      group.scale = value;
    },
    fs: (value = 24) => {
      group.size = value;
    },
    f: (value = 0) => {
      group.font = value;
    },
    deff: (value = 0) => {
      group.font = value;
    },
    fcharset(value = 0) {
      const font = context.fonts.get(group.font) ?? { page: undefined, name: '', isSymbols: false };
      context.fonts.set(group.font, { ...font, page: codePageOfFont(value), isSymbols: value === 2 });
    },
    ansicpg: (value = 1252) => {
      context.page = value;
    },
    mac: () => {
      context.page = 10_000;
    },
    pc: () => {
      context.page = 437;
    },
    uc: (value = 1) => {
      group.replaced = Math.max(0, value);
    },
    u(value = 0x3f) {
      group.onText?.(withoutMarkers(String.fromCharCode(value < 0 ? value + 65_536 : value)), group);
      skipping = group.replaced;
    },
    nofpages: (value = 0) => {
      context.properties.pages = String(value);
    },
  };
  const revise = (name: 'insertedBy' | 'deletedBy', part: { [Key in keyof Revision]?: number | undefined }) =>
    void Object.assign(group, { [name]: { ...group[name], ...part }, change: undefined });
  const endParagraph = () => {
    if (group.onText === text) group.flow.paragraph(group.heading, group.isInTable);
  };
  const countMerged = () => {
    if (merges.some((one) => one !== 'none')) context.counters.merged += 1;
    return merges;
  };
  const word = (name: string, value: number | undefined) => {
    if (isFirst && destinations.begin(name, isStarred, group)) return;
    const letter = letters[name];
    if (letter !== undefined) group.onText?.(letter, group);
    else if (context.moment !== undefined && /^(yr|mo|dy|hr|min|red|green|blue)$/.test(name))
      context.moment[name] = value ?? 0;
    else if (Object.hasOwn(words, name)) words[name]?.(value);
  };
  const close = (): boolean => {
    group.onEnd?.();
    const before = outer.pop();
    if (before === undefined) return false;
    group = before;
    return outer.length > 0;
  };
  return {
    take(token) {
      if (token.kind === 'bytes') {
        const skipped = Math.min(skipping, token.bytes.length);
        skipping -= skipped;
        if (group.onText !== undefined && skipped < token.bytes.length)
          pending.push(token.bytes.subarray(skipped));
        isFirst = false;
        return true;
      }
      flush();
      const isSkipped = skipping > 0 && token.kind === 'word';
      skipping = isSkipped ? skipping - 1 : 0;
      if (token.kind === 'close') return close();
      if (token.kind === 'open') {
        if (outer.length >= limits.depth)
          throw new UnreadableError('too large', `it is nested deeper than ${limits.depth} groups`);
        outer.push(group);
        group = { ...group, onEnd: undefined };
        [isFirst, isStarred] = [true, false];
      } else if (token.kind === 'word') {
        if (!isSkipped) word(token.word, token.value);
        isFirst = false;
      } else isStarred = isFirst;
      return true;
    },
    finish() {
      flush();
      main.finish();
      const { properties, counters, margins } = context;
      return { properties, counters, isComplete: outer.length === 0, margins: [...margins] };
    },
  };
}
