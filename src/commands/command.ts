import type { Config, Flag, FlagValues } from '../config/command-line.ts';
import type { Slice } from '../config/settings.ts';
import type { Language, Worded } from '../contract/language.ts';
import type { Toolbox } from '../mcp/tools/tool.ts';

/** What a command of the bin gets to work with. */
export interface CommandContext {
  /** Words after the command's name. */
  readonly words: readonly string[];
  /** As given: those that the command names, and the settings. */
  readonly flags: FlagValues;
  readonly config: () => Config;
  /** Variables of the machine, without this program's own. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** In which the person at the command line is spoken to. */
  readonly language: Language;
  readonly toolbox: Toolbox;
  readonly info: { readonly name: string; readonly version: string };
  /** As registries of servers know it. */
  readonly registered: { readonly name: string; readonly description: string };
}

/** Something the bin can do. @returns the exit code: 0 fine, 1 the service refused, 2 wrong usage */
export interface Command {
  /** `call NAME [key=value …]` */
  readonly usage: string;
  /** Flags that only this command knows. */
  readonly flags?: Readonly<Record<string, Flag>>;
  /** What `--help` prints of what is called with these words; undefined: help on the command itself. */
  readonly describe?: (
    context: Pick<CommandContext, 'words' | 'toolbox'>,
    width: number,
  ) => Promise<string | undefined>;
  /** False: settings given as flags would mean nothing, and are refused. */
  readonly takesSettings?: boolean;
  /** Settings that are about this command, which its help shows. */
  readonly settings?: readonly Slice[];
  readonly run: (context: CommandContext) => Promise<number>;
  /** Says why the command cannot run to a program that started it and that does not read stderr. */
  readonly refuse?: (why: Worded, language: Language) => Promise<void>;
}

/** For people; the protocol has stdout to itself where a server runs. */
export const print = (text: string) => process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);

/**
 * Whoever reads may have had enough, as in `casebridge tools | head`: what is left goes nowhere, and the command ends as
 * it would have. Output that is lost otherwise, such as on a full disk, is an error.
 */
export function outlivesItsReader(...streams: readonly NodeJS.WriteStream[]): void {
  for (const stream of streams)
    stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'EPIPE' || code === 'EOF') return;
      process.exitCode = 1;
      if (stream !== process.stderr) process.stderr.write(`casebridge: the output was lost (${code}).\n`);
    });
}
