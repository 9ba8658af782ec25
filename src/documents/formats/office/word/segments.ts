import { inMark as mark } from '../../../../contract/features/documents/document-marks.ts';
import type { TrackedChange } from '../tracked-changes.ts';

/** Tracked change and visibility of text. */
export interface Marks {
  readonly change?: TrackedChange;
  readonly isHidden?: boolean;
  /** Whether the text is struck through, which means that it no longer applies. */
  readonly isStruck?: boolean;
}

/** Reason for a page break: an automatic break that the last layout saved, a manual break, or a paragraph property. */
export type PageBreak = 'laid out' | 'set' | 'before';

export interface Segments {
  text(text: string, marks: Marks): void;
  /** Adds an annotation. @param marks marks of the annotated text, if they also apply to the annotation */
  annotation(text: string, marks?: Marks): void;
  breakPage(kind: PageBreak): void;
  /** Returns the lines, with the page breaks between them. */
  finish(): readonly (string | { readonly page: PageBreak })[];
}

interface MarkedText extends Marks {
  text: string;
}

/** Creates the collector. @param take returns the part of a string that fits in the character limit */
export function createSegments(take: (text: string) => string): Segments {
  const lines: (string | { readonly page: PageBreak })[] = [];
  let texts: MarkedText[] = [];
  const flush = () => {
    lines.push(texts.map((one, at) => `${marked(one)}${authorAfter(texts, at)}`).join(''));
    texts = [];
  };
  const add = (whole: string, { change, isHidden = false, isStruck = false }: Marks) => {
    const text = take(whole);
    const last = texts.at(-1);
    if (last?.change === change && last?.isHidden === isHidden && last.isStruck === isStruck)
      last.text += text;
    else if (text !== '') texts.push({ text, ...(change && { change }), isHidden, isStruck });
  };
  return {
    text: add,
    annotation: (text, marks = {}) => add(text, marks),
    breakPage(page) {
      flush();
      lines.push({ page });
    },
    finish() {
      flush();
      return lines;
    },
  };
}

function marked({ text, change, isHidden, isStruck }: MarkedText): string {
  if (text.trim() === '') return text;
  const struck = isStruck === true ? mark('struck', text) : text;
  const changed = change === undefined ? struck : mark(change.kind, struck);
  return isHidden === true ? mark('hidden', changed) : changed;
}

/** Returns the author of a change after the last of several adjacent changes by the same author on the same day. */
function authorAfter(texts: readonly MarkedText[], at: number): string {
  const { change, text = '' } = texts[at] ?? {};
  if (change === undefined || text.trim() === '') return '';
  const next = texts[at + 1];
  return next?.change?.by === change.by && next.text.trim() !== '' ? '' : change.by;
}
