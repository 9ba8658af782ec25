import type { Worded } from '../../contract/language.ts';
import { worded } from '../../contract/worded.ts';
import type { Entry } from '../assistant.ts';
import { configMessages } from '../messages.ts';

/** Where in a file the server stands. */
export interface Spot {
  readonly section: string;
  readonly name: string;
  readonly isList: boolean;
}

/** A kind of text that is changed in one spot and nowhere else. What cannot be done is thrown as `Unusable`. */
export interface TextFormat {
  /** What the text says, as plain data; undefined where it says nothing. */
  readonly parse: (text: string) => unknown;
  /** The text with the entry, which takes the place of one that is there. */
  readonly put: (text: string, spot: Spot, entry: Entry) => string;
  /** The text without the entry that it has. */
  readonly take: (text: string, spot: Spot) => string;
}

/** How lines of the text end; where it has one line only, as on this kind of system files do. */
export const lineEndOf = (text: string) => (/\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n');

/** Where the line of a place begins. */
export const lineStart = (text: string, offset: number) => text.lastIndexOf('\n', offset - 1) + 1;

/** The text, ended by a line end unless it is empty. */
export const ended = (text: string) => (text === '' || text.endsWith('\n') ? text : text + lineEndOf(text));

/** Where somebody finds it: lines are counted from 1. */
export const atLine = (line: number): Worded => worded(configMessages.atLine, { line });
export const atOffset = (text: string, offset: number): Worded =>
  atLine(text.slice(0, offset).split('\n').length);
