import type { Worded } from '../../contract/language.ts';
import { worded } from '../../contract/worded.ts';
import type { Entry } from '../assistant.ts';
import { configMessages } from '../messages.ts';

/** Section and name of the server in a configuration file. */
export interface Spot {
  readonly section: string;
  readonly name: string;
  readonly isList: boolean;
}

/** A file format in which a single entry can be edited. Methods throw `Unusable` if an edit is impossible. */
export interface TextFormat {
  /** Returns undefined for an empty text. */
  readonly parse: (text: string) => unknown;
  readonly put: (text: string, spot: Spot, entry: Entry) => string;
  readonly take: (text: string, spot: Spot) => string;
}

/** Returns the line ending of the text. Default: `\n` */
export const lineEndOf = (text: string) => (/\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n');

export const lineStart = (text: string, offset: number) => text.lastIndexOf('\n', offset - 1) + 1;

/** Adds a line ending if the text is not empty and has none. */
export const ended = (text: string) => (text === '' || text.endsWith('\n') ? text : text + lineEndOf(text));

/** Formats a line number for messages. The first line is 1. */
export const atLine = (line: number): Worded => worded(configMessages.atLine, { line });
export const atOffset = (text: string, offset: number): Worded =>
  atLine(text.slice(0, offset).split('\n').length);
