import type { Config, Flag, FlagValues } from '../config/command-line.ts';
import type { Slice } from '../config/settings.ts';
import type { Language, Worded } from '../contract/language.ts';
import type { Toolbox } from '../mcp/tools/tool.ts';

export interface CommandContext {
  /** Words after the command's name. */
  readonly words: readonly string[];
  /** Flags as given: those of the command, and the settings. */
  readonly flags: FlagValues;
  readonly config: () => Config;
  /** Environment variables of the machine, without those of this program. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly language: Language;
  readonly toolbox: Toolbox;
  readonly info: { readonly name: string; readonly version: string };
  /** Name and description as listed in registries of MCP servers. */
  readonly registered: { readonly name: string; readonly description: string };
}

/** A command of the program. `run` returns the exit code: 0 success, 1 refused by the service, 2 wrong usage. */
export interface Command {
  /** Usage line, such as `call NAME [key=value …]`. */
  readonly usage: string;
  readonly flags?: Readonly<Record<string, Flag>>;
  /**
   * Returns the text that `--help` prints for these words. If it returns undefined, the help of the command is printed.
   */
  readonly describe?: (
    context: Pick<CommandContext, 'words' | 'toolbox'>,
    width: number,
  ) => Promise<string | undefined>;
  /** If false, settings given as flags have no effect and are refused. Default: true */
  readonly takesSettings?: boolean;
  readonly settings?: readonly Slice[];
  readonly run: (context: CommandContext) => Promise<number>;
  /** Sends the reason to the program that started the command, because it does not read stderr. */
  readonly refuse?: (why: Worded, language: Language) => Promise<void>;
}

/** Prints text for people. Must not be used by a server on stdio, because only the protocol may use its stdout. */
export const print = (text: string) => process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);

/**
 * Handles errors on the output streams. If the reader closes the pipe, as in `casebridge tools | head`, the remaining
 * output is discarded and the command ends normally. Other errors, such as a full disk, set exit code 1.
 */
export function outlivesItsReader(...streams: readonly NodeJS.WriteStream[]): void {
  for (const stream of streams)
    stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'EPIPE' || code === 'EOF') return;
      process.exitCode = 1;
      if (stream !== process.stderr) process.stderr.write(`casebridge: the output was lost (${code}).\n`);
    });
}
