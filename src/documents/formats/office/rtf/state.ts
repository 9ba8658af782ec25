import { isSameColor, isTooNarrow, isTooSmall, type Rgb, white } from '../../../visibility.ts';
import type { TrackedChange } from '../tracked-changes.ts';
import type { Marks } from '../word/segments.ts';
import type { ContentCounters } from '../word/story.ts';
import type { RtfFlow, RtfOutput } from './flow.ts';

/** Author number and packed date-time of a tracked change (RTF specification, Track Changes). */
export interface Revision {
  readonly author?: number;
  readonly moment?: number;
}

/** Properties of a group. Nested groups inherit them and can override them. */
export interface RtfGroup {
  /** Receives text. Undefined if the content of the group is skipped. */
  onText: ((text: string, group: RtfGroup) => void) | undefined;
  flow: RtfFlow;
  /** Called at the end of the group. Not inherited. */
  onEnd: (() => void) | undefined;
  /** Instruction and visible text of a link field. */
  link: { instruction: string; shown: string } | undefined;
  /** Receives the Unicode version of text that the file stores in two versions. */
  replacing: RtfGroup['onText'];
  /** Number of characters after `\u` that replace it in programs without Unicode. They are skipped here. */
  replaced: number;
  font: number;
  isHidden: boolean;
  isInserted: boolean;
  isDeleted: boolean;
  /** Author number and date of an insertion and of a deletion, as the file has them. */
  insertedBy: Revision;
  deletedBy: Revision;
  /** Tracked change of the text. Undefined if there is none, or if it was not counted yet. */
  change: TrackedChange | undefined;
  isStruck: boolean;
  /** Text colour, as an index in the colour table. */
  color: number;
  /** Background of characters, as an index in the colour table; 0 for none. */
  background: number;
  /** Background of the paragraph, as an index in the colour table; 0 for none. */
  shade: number;
  /** Font size in half points. */
  size: number;
  /** Character width, in percent. */
  scale: number;
  /** Heading level, starting at 1; 0 for no heading. */
  heading: number;
  isInTable: boolean;
  /** Whether the group describes a row of a nested table. */
  isNested: boolean;
}

/** Default formatting, which `\plain` restores. */
export const plainLetters = {
  isHidden: false,
  isInserted: false,
  isDeleted: false,
  insertedBy: {} as Revision,
  deletedBy: {} as Revision,
  change: undefined as TrackedChange | undefined,
  isStruck: false,
  color: 0,
  background: 0,
  size: 24,
  scale: 100,
};

/** Returns the tracked change of a group's text, and counts it if it is new. */
export function changeIn(group: RtfGroup, { counters, authors }: RtfContext): TrackedChange | undefined {
  if (group.change !== undefined) return group.change;
  if (!group.isDeleted && !group.isInserted) return undefined;
  const { author = 0, moment = 0 } = group.isDeleted ? group.deletedBy : group.insertedBy;
  // The table of authors begins with the entry `Unknown`.
  const name = author === 0 ? '' : authors[author];
  return counters.tracked.add(group.isDeleted ? '-' : '+', name, dayOf(moment), String(author));
}

/** Unpacks the date of a tracked change: the year since 1900 in 9 bits, the month in 4, the day in 5. */
function dayOf(moment: number): string {
  const [year, month, day] = [(moment >>> 20) & 0x1ff, (moment >>> 16) & 0xf, (moment >>> 11) & 0x1f];
  const two = (value: number) => String(value).padStart(2, '0');
  return month === 0 || day === 0 ? '' : `${1900 + year}-${two(month)}-${two(day)}`;
}

export function rtfMarks(group: RtfGroup, { colors, hasFilledCells }: RtfContext): Marks {
  const color = colors.get(group.color);
  const place = group.background > 0 ? group.background : group.shade;
  // The background of the cell is unknown until the cell ends, so the text cannot be compared with it.
  const around = group.isInTable && hasFilledCells ? undefined : white;
  const behind = place > 0 ? colors.get(place) : around;
  const isUnseen = color !== undefined && behind !== undefined && isSameColor(color, behind);
  const isUnreadable = isTooSmall(group.size / 2) || isTooNarrow(group.scale);
  const isHidden = group.isHidden || isUnreadable || isUnseen;
  const { change } = group;
  return {
    ...(change && { change }),
    ...(isHidden && { isHidden }),
    ...(group.isStruck && { isStruck: true }),
  };
}

export interface RtfContext {
  readonly counters: ContentCounters;
  readonly authors: string[];
  readonly properties: Record<string, string>;
  readonly margins: Set<string>;
  /** Fonts by number: the code page and name, and whether it is a symbol font. */
  readonly fonts: Map<number, { page: number | undefined; name: string; isSymbols: boolean }>;
  readonly colors: Map<number, Rgb>;
  /** Whether cells of the current row have a background. */
  hasFilledCells: boolean;
  take(text: string): string;
  readonly output: RtfOutput;
  /** Values of the date or colour that is currently being read, by control word. */
  moment: Record<string, number> | undefined;
  page: number;
}
