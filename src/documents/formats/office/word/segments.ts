import { inMark as mark } from '../../../../contract/features/document-marks.ts';
/** What was done to a stretch of text and never accepted, and whether anybody sees it. */
export interface Marks {
  readonly change?: '+' | '-';
  readonly isHidden?: boolean;
  /** A line is drawn through it: people who write so mean that it no longer holds. */
  readonly isStruck?: boolean;
}

/** A page begins: where one was when the document was last laid out, where somebody set it, or before a paragraph. */
export type PageBreak = 'laid out' | 'set' | 'before';

/** The text of a paragraph as it is put together. */
export interface Segments {
  text(text: string, marks: Marks): void;
  /** What is said in between. @param marks of the text that it belongs to, if what is done to that is done to it */
  aside(text: string, marks?: Marks): void;
  breakPage(kind: PageBreak): void;
  /** Lines, with the breaks between them. */
  finish(): readonly (string | { readonly page: PageBreak })[];
}

interface Stretch extends Marks {
  text: string;
}

/** @param take how much of a text there is room for */
export function createSegments(take: (text: string) => string): Segments {
  const lines: (string | { readonly page: PageBreak })[] = [];
  let stretches: Stretch[] = [];
  const flush = () => {
    lines.push(stretches.map(marked).join(''));
    stretches = [];
  };
  const add = (whole: string, { change, isHidden = false, isStruck = false }: Marks) => {
    const text = take(whole);
    const last = stretches.at(-1);
    if (last?.change === change && last?.isHidden === isHidden && last.isStruck === isStruck)
      last.text += text;
    else if (text !== '') stretches.push({ text, ...(change && { change }), isHidden, isStruck });
  };
  return {
    text: add,
    aside: (text, marks = {}) => add(text, marks),
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

function marked({ text, change, isHidden, isStruck }: Stretch): string {
  if (text.trim() === '') return text;
  const struck = isStruck === true ? mark('struck', text) : text;
  const changed = change === undefined ? struck : mark(change, struck);
  return isHidden === true ? mark('hidden', changed) : changed;
}
