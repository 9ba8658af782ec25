import type { Worded } from '../contract/language.ts';
import { type Fillings, worded } from '../contract/worded.ts';

/** How assistants would start this server. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A server that runs already. */
export interface Reached {
  readonly url: string;
  /** How the assistant writes the variable from which it takes the token of each request; undefined: none is wanted. */
  readonly token: string | undefined;
}

export type FormatName = 'json' | 'toml' | 'yaml';

/** What an assistant keeps of a server, as plain data. */
export type Entry = Readonly<Record<string, unknown>>;

/** A command of the assistant's own that puts a server in and takes it out again. */
export interface OwnCommand {
  readonly program: string;
  /** Undefined: it does more than that with such an entry. */
  readonly add: (name: string, entry: Entry) => readonly string[] | undefined;
  readonly remove: (name: string) => readonly string[];
}

/** A program that starts MCP servers, and where it keeps which. */
export interface Assistant {
  readonly id: string;
  readonly title: string;
  /**
   * Where its file may lie, by system: the first whose folder is there is taken. `~` is the home directory, `{config}`
   * the system's folder for settings, `{xdg}` that of Linux on every system, `{NAME}` a variable; one with a variable
   * that is not set does not count.
   */
  readonly files: readonly string[] | Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>>;
  /** What shows that it is there, where its file lies in a folder that is there anyway. */
  readonly signs?: readonly string[];
  readonly format: FormatName;
  /** What holds the servers in its file. */
  readonly section: string;
  /** The section is a list, and each server says its name. */
  readonly isList?: true;
  /** What a file has to say that did not exist. */
  readonly initial?: string;
  readonly entry: (launch: Launch, name: string) => Entry;
  /** How it reaches a server that runs already; left out: it only starts servers. */
  readonly remote?: (reached: Reached, name: string) => Entry;
  /** How it writes a variable of its environment in what `remote` gives; left out: it knows no such thing. */
  readonly variable?: (name: string) => string;
  /** How its user signs in at a server that asks for it, where that is not asked when it connects. */
  readonly signIn?: string;
  readonly own?: OwnCommand;
}

/** The name by which the server stands in every configuration. */
export const serverName = 'casebridge';

/** Why a file is left as it is, in words that end a sentence. */
export class Unusable<const Sentence extends Worded = Worded> extends Error {
  readonly words: Worded;

  constructor(sentence: Sentence, ...values: Fillings<Sentence>) {
    const words = worded(sentence, ...values);
    super(words.en);
    this.words = words;
  }
}
