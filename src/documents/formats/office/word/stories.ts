import { inMark } from '../../../../contract/features/documents/document-marks.ts';
import type { Worded } from '../../../../contract/language.ts';
import { worded } from '../../../../contract/worded.ts';
import { lazy } from '../../../../util/lazy.ts';
import type { FormatContent, ReadingLimits } from '../../../format.ts';
import { fileMessages, officeMessages } from '../../../notes/messages.ts';
import type { XmlNode } from '../../../xml.ts';
import { childrenOf } from '../../../xml-tree.ts';
import { chartWords } from '../charts.ts';
import type { OfficePackage } from '../package.ts';
import { pageSizeOf } from './boxes.ts';
import { readNumbering } from './numbering.ts';
import { type ContentCounters, newContentCounters, type Story } from './story.ts';
import { readStyles } from './styles.ts';

type InLine = (node: XmlNode, story: Story) => string;

/** Text flows of a file: the document, headers, footers, footnotes and comments. */
export interface Stories {
  of(part: string, inLine: InLine): Story;
  /** Returns headers and footers without duplicates. */
  margins(inLine: InLine): readonly string[];
}

export function createStories(
  file: OfficePackage,
  { characters }: Pick<ReadingLimits, 'characters'>,
): Stories {
  const { main } = file;
  let left = characters;
  const common = {
    styles: readStyles(file.parse(file.related(main, 'styles')), file.parse(file.related(main, 'theme'))),
    page: lazy(() => pageSizeOf(sectionsOf(file))),
    numbering: readNumbering(file.parse(file.related(main, 'numbering'))),
    counters: newContentCounters(),
    background: undefined,
    take(text: string) {
      const taken = text.slice(0, Math.max(0, left));
      left -= text.length;
      return taken;
    },
  };
  const plain = (part: string): Story => ({
    ...common,
    relations: file.relations(part),
    chart: (id) => chartWords(file, file.relations(part).get(id)),
    fields: [],
    annotation: () => '',
  });
  return {
    of: (part, inLine) => ({
      ...plain(part),
      annotation: annotationTextsOf(file, common.counters, plain, inLine),
    }),
    margins(inLine) {
      const found = [...file.relations(main).values()].flatMap(({ type, target, isExternal }) => {
        const part = (type === 'header' || type === 'footer') && !isExternal ? file.parse(target) : undefined;
        const text = part && inLine(part, plain(target));
        // Omit headers and footers without words or numbers, such as those with only a page number.
        return text && /[\p{L}\p{N}]/u.test(text) ? [inMark(type, text)] : [];
      });
      return [...new Set(found)];
    },
  };
}

function sectionsOf(file: OfficePackage): XmlNode[] {
  const sections: XmlNode[] = [];
  file.read(file.main, {
    isWhole: (name) => name === 'w:sectPr',
    whole: (node) => void sections.push(node),
  });
  return sections;
}

/** Creates the function that returns the text of a footnote, endnote or comment. Reads each text only once. */
function annotationTextsOf(
  file: OfficePackage,
  counters: ContentCounters,
  plain: (part: string) => Story,
  inLine: InLine,
): Story['annotation'] {
  const texts = new Map<string, ReadonlyMap<string, XmlNode>>();
  const writtenTexts = new Map<string, string>();
  const counts = { footnote: 0, endnote: 0, comment: 0 };
  return (kind, id) => {
    const before = writtenTexts.get(`${kind} ${id}`);
    if (before !== undefined) return before;
    const part = file.related(file.main, `${kind}s`);
    const nodes =
      texts.get(kind) ?? new Map(entries(part === undefined ? undefined : file.parse(part), kind));
    texts.set(kind, nodes);
    const node = nodes.get(id);
    if (node === undefined || part === undefined) return '';
    counts[kind] += 1;
    const text = inLine(node, plain(part));
    if (kind === 'comment') {
      counters.comments += 1;
      writtenTexts.set(`${kind} ${id}`, '');
      return ` ${inMark(`comment by ${node.attributes['w:author']?.trim() || '?'}`, text)}`;
    }
    const mark = kind === 'footnote' ? `^${counts.footnote}` : `^end ${counts.endnote}`;
    writtenTexts.set(`${kind} ${id}`, inMark(mark));
    return inMark(mark, text);
  };
}

const entries = (part: XmlNode | undefined, kind: string): (readonly [string, XmlNode])[] =>
  childrenOf(part, `w:${kind}`).map((node) => [node.attributes['w:id'] ?? '', node] as const);

/** Returns the notes that explain the marks in the text, such as those for tracked changes. */
export function textNotes(
  counters: ContentCounters,
  { unit, total }: Pick<FormatContent, 'unit' | 'total'>,
): Worded[] {
  const { tracked, comments, hidden, struck, pictures, symbols, merged } = counters;
  return [
    ...(unit === 'page' ? [officeMessages.lastLaidOut] : total > 1 ? [officeMessages.noPages] : []),
    ...tracked.notes(),
    ...(comments > 0 ? [worded(fileMessages.comments, { comments })] : []),
    ...(hidden > 0 ? [fileMessages.hiddenOnPage] : []),
    ...(struck > 0 ? [officeMessages.struck] : []),
    ...(pictures > 0 ? [worded(officeMessages.pictures, { pictures })] : []),
    ...(symbols > 0 ? [worded(officeMessages.symbols, { symbols })] : []),
    ...(merged > 0 ? [officeMessages.merged] : []),
  ];
}
