/** How assistants would start this server. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export type FormatName = 'json' | 'toml' | 'yaml';

/** What an assistant keeps of a server, as plain data. */
export type Entry = Readonly<Record<string, unknown>>;

/** A command of the assistant's own that puts a server in and takes it out again. */
export interface OwnCommand {
  readonly program: string;
  readonly add: (name: string, entry: Entry, launch: Launch) => readonly string[];
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
  readonly own?: OwnCommand;
}

/** The name by which the server stands in every configuration. */
export const serverName = 'casebridge';

/** Why a file is left as it is, in words that end a sentence. */
export class Unusable extends Error {}
