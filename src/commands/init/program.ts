import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, sep } from 'node:path';
import type { Launch } from '../../assistants/assistant.ts';
import { UsageError } from '../../config/command-line.ts';
import type { Worded } from '../../contract/language.ts';
import { worded } from '../../contract/worded.ts';
import type { CommandContext } from '../command.ts';
import { initMessages } from './messages.ts';

/** Folders from which package managers run programs without installing them, such as npx. */
const passing = /[\\/](_npx|dlx)[\\/]|[\\/](dlx|bunx)-[^\\/]+[\\/]/;

export interface Program extends Pick<Launch, 'command' | 'args'> {
  /** Reason why the program might no longer exist when an assistant starts it. */
  readonly warning?: Worded;
}

/**
 * Returns the most durable command, if possible with the path of Node that stays valid after updates.
 * @throws UsageError if the program itself will be deleted
 */
export function thisProgram({ PATH = '' }: CommandContext['environment']): Program {
  const script = realpathSync(process.argv[1] as string);
  if (passing.test(script)) throw new UsageError(initMessages.passing, { script });
  const inPath = PATH.split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, process.platform === 'win32' ? 'node.exe' : 'node'))
    .find((path) => realPathOf(path) === realPathOf(process.execPath));
  const isTemporary = script.startsWith((realPathOf(tmpdir()) ?? tmpdir()) + sep);
  return {
    command: inPath ?? process.execPath,
    args: [script],
    ...(isTemporary && {
      warning: worded(initMessages.temporary, { script }),
    }),
  };
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
