import { usageMessages } from '../config/messages.ts';
import { UsageError } from '../config/usage-error.ts';
import { suggestion } from '../contract/spelling.ts';
import { toolText } from './call/tool-text.ts';
import { terminalWidth } from './columns.ts';
import { type Command, type CommandContext, print } from './command.ts';
import { commandText, helpText, settingsText } from './help-text.ts';

/** `casebridge help [WORD]`: help for everything, a command, the settings, or a tool. */
export async function help(
  { words: [word], toolbox, language }: CommandContext,
  commands: Readonly<Record<string, Command>>,
): Promise<number> {
  print(await textOn(word, commands, { toolbox, language }));
  return 0;
}

async function textOn(
  word: string | undefined,
  commands: Readonly<Record<string, Command>>,
  { toolbox, language }: Pick<CommandContext, 'toolbox' | 'language'>,
): Promise<string> {
  const width = terminalWidth();
  const reader = { language, width };
  if (word === undefined) return helpText(commands, reader);
  if (word === 'settings') return settingsText(reader);
  const command = Object.hasOwn(commands, word) ? commands[word] : undefined;
  if (command) return commandText(word, command, reader);
  const tools = await toolbox.tools();
  const tool = tools.get(word);
  if (tool) return toolText(tool, width);
  throw new UsageError(usageMessages.noCommandOrTool, {
    name: JSON.stringify(word),
    hint: suggestion(word, [...Object.keys(commands), ...tools.keys()]),
  });
}
