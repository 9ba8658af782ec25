import type { Worded } from '../contract/language.ts';
import { type Fillings, worded } from '../contract/worded.ts';

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface Reached {
  readonly url: string;
  /** Reference to the token variable in the syntax of the assistant. Undefined if no token is needed. */
  readonly token: string | undefined;
}

export type FormatName = 'json' | 'toml' | 'yaml';

/** Entry of a server in an assistant's configuration, as plain data. */
export type Entry = Readonly<Record<string, unknown>>;

/** The assistant's own command that adds and removes a server. */
export interface OwnCommand {
  readonly program: string;
  /** Returns the arguments that add an entry. Undefined if the command would do more than that. */
  readonly add: (name: string, entry: Entry) => readonly string[] | undefined;
  readonly remove: (name: string) => readonly string[];
}

export interface Assistant {
  readonly id: string;
  readonly title: string;
  /**
   * Possible locations of the assistant's configuration file, by operating system. An existing file is preferred,
   * otherwise a location whose folder exists. If there are `signs`, the first location is used. `~` is the home
   * directory, `{config}` the settings directory of the system, `{xdg}` the settings directory of Linux on any system,
   * and `{NAME}` an environment variable. A path with an unset variable is skipped.
   */
  readonly files: readonly string[] | Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>>;
  /**
   * Paths that exist only if the assistant is installed. Needed if the folder of its configuration file always exists.
   */
  readonly signs?: readonly string[];
  readonly format: FormatName;
  /** Key of the section with the servers. */
  readonly section: string;
  /** True if the section is a list whose entries contain their name. */
  readonly isList?: true;
  readonly initial?: string;
  readonly entry: (launch: Launch, name: string) => Entry;
  /** Returns the entry for a running server. Undefined if the assistant can only start servers. */
  readonly remote?: (reached: Reached, name: string) => Entry;
  /** Returns the reference to a variable in entries of `remote`. Undefined if the assistant supports no variables. */
  readonly variable?: (name: string) => string;
  /** Steps to sign in to a server, if the assistant does not ask when it connects. */
  readonly signIn?: string;
  readonly own?: OwnCommand;
}

export const serverName = 'casebridge';

/** Error that leaves a configuration file unchanged. Its message is the reason, as the end of a sentence. */
export class Unusable<const Sentence extends Worded = Worded> extends Error {
  readonly words: Worded;

  constructor(sentence: Sentence, ...values: Fillings<Sentence>) {
    const words = worded(sentence, ...values);
    super(words.en);
    this.words = words;
  }
}
