import { UsageError } from '../config/usage-error.ts';
import { didYouMean } from '../contract/spelling.ts';
import type { Toolbox } from '../mcp/tools/tool.ts';
import { toolText } from './call/tool-text.ts';
import { terminalWidth } from './columns.ts';
import { type Command, type CommandContext, print } from './command.ts';
import { commandText, helpText, settingsText } from './help-text.ts';

/** `casebridge help [WORD]`: on everything, a command, the settings, or a tool. */
export async function help(
  { words: [word], toolbox }: CommandContext,
  commands: Readonly<Record<string, Command>>,
): Promise<number> {
  print(await textOn(word, commands, toolbox));
  return 0;
}

async function textOn(
  word: string | undefined,
  commands: Readonly<Record<string, Command>>,
  toolbox: Toolbox,
): Promise<string> {
  const width = terminalWidth();
  if (word === undefined) return helpText(commands, width);
  if (word === 'settings') return settingsText(width);
  const command = Object.hasOwn(commands, word) ? commands[word] : undefined;
  if (command) return commandText(command, width);
  const tools = await toolbox.tools();
  const tool = tools.get(word);
  if (tool) return toolText(tool, width);
  throw new UsageError(
    `There is no command or tool ${JSON.stringify(word)}${didYouMean(word, [...Object.keys(commands), ...tools.keys()])}: casebridge help lists the commands.`,
  );
}
