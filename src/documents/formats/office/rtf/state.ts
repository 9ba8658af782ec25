import { isSameColor, isTooSmall, type Rgb, white } from '../../../visibility.ts';
import type { Marks } from '../word/segments.ts';
import type { Tally } from '../word/story.ts';
import type { RtfFlow, RtfOutput } from './flow.ts';

/** What holds within a group of RTF, and within those in it until they say otherwise. */
export interface RtfGroup {
  /** Where letters go; nowhere, for what is no text. */
  say: ((text: string, group: RtfGroup) => void) | undefined;
  flow: RtfFlow;
  /** What becomes of it when it ends; not of the groups in it. */
  onEnd: (() => void) | undefined;
  /** A field that leads somewhere: its instruction, and what it shows. */
  link: { instruction: string; shown: string } | undefined;
  /** Where the Unicode of a text goes that is there twice. */
  replacing: RtfGroup['say'];
  /** How many letters stand behind a `\u` for programs that do not know it. */
  replaced: number;
  font: number;
  isHidden: boolean;
  isInserted: boolean;
  isDeleted: boolean;
  isStruck: boolean;
  /** By its place in the list of colours. */
  color: number;
  /** Behind letters, by its place in the list of colours; 0 for none. */
  background: number;
  /** Behind the paragraph, likewise. */
  shade: number;
  /** In half points. */
  size: number;
  /** From 1; 0 for none. */
  heading: number;
  isInTable: boolean;
  /** It says how the row of a table within a cell looks. */
  isNested: boolean;
}

/** What letters are before anything is said of them, and after `\plain`. */
export const plainLetters = {
  isHidden: false,
  isInserted: false,
  isDeleted: false,
  isStruck: false,
  color: 0,
  background: 0,
  size: 24,
};

export function rtfMarks(group: RtfGroup, { colors, hasFilledCells }: RtfContext): Marks {
  const color = colors.get(group.color);
  const place = group.background > 0 ? group.background : group.shade;
  // Which cell of the row it is shows only when the cell ends.
  const around = group.isInTable && hasFilledCells ? undefined : white;
  const behind = place > 0 ? colors.get(place) : around;
  const isUnseen = color !== undefined && behind !== undefined && isSameColor(color, behind);
  const isHidden = group.isHidden || isTooSmall(group.size / 2) || isUnseen;
  const change = group.isDeleted ? '-' : group.isInserted ? '+' : undefined;
  return {
    ...(change && { change }),
    ...(isHidden && { isHidden }),
    ...(group.isStruck && { isStruck: true }),
  };
}

/** What the whole document says of itself. */
export interface RtfContext {
  readonly tally: Tally;
  readonly properties: Record<string, string>;
  readonly margins: Set<string>;
  /** By the number of a font: its code page, and its name while signs are no letters. */
  readonly fonts: Map<number, { page: number | undefined; name: string; isSymbols: boolean }>;
  readonly colors: Map<number, Rgb>;
  /** Whether the row that is read has cells of a colour. */
  hasFilledCells: boolean;
  take(text: string): string;
  readonly output: RtfOutput;
  /** Of the part of the properties that is read: a moment. */
  moment: Record<string, number> | undefined;
  page: number;
}
