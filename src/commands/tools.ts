import { policyOf, selectionOf } from '../config/policy.ts';
import { said } from '../contract/worded.ts';
import { classText, operationOf } from '../mcp/guards/effect.ts';
import { completeSchema } from '../mcp/tools/published-schema.ts';
import { workflowToolset } from '../mcp/tools/registry.ts';
import type { AnyTool, Toolbox } from '../mcp/tools/tool.ts';
import { listTools } from '../mcp/tools/tool-lists.ts';
import { toolText } from './call/tool-text.ts';
import { terminalWidth } from './columns.ts';
import { type Command, type CommandContext, print } from './command.ts';
import { commandMessages } from './messages.ts';

/** `casebridge tools [WORD…]`: lists all tools, tools that match some words, or one tool. */
export const tools: Pick<Command, 'run'> = {
  run: async (context) => {
    const { toolbox, words, flags } = context;
    const [word = ''] = words;
    const named = words.length === 1 ? await toolbox.find(word) : undefined;
    if (named && !flags.json) {
      print(toolText(named, terminalWidth()));
      return 0;
    }
    const offered = await offeredTools(context);
    const chosen = named ? [named] : await chosenBy(words, offered, toolbox);
    if (flags.json) print(JSON.stringify(await asJson(chosen, toolbox), null, 2));
    else await printList(chosen, context);
    return chosen.length > 0 ? 0 : 1;
  },
};

/** Returns the tools that the settings allow, or those that the user selected. */
async function offeredTools({ config, toolbox, flags }: CommandContext): Promise<readonly AnyTool[]> {
  const settings = config();
  // The policy needs the address only to check hosts of files, which the list does not depend on. So any address will
  // do.
  const policy = policyOf(settings, new URL(settings.service.url ?? 'https://service.invalid'));
  const choice = await selectionOf(settings, toolbox);
  const isNarrowed = flags.surface !== undefined || choice.toolsets !== undefined;
  if (isNarrowed) return listTools(toolbox, choice, policy);
  return [...(await toolbox.tools()).values()].filter((tool) => tool.isOffered(policy));
}

async function chosenBy(
  words: readonly string[],
  offered: readonly AnyTool[],
  toolbox: Toolbox,
): Promise<readonly AnyTool[]> {
  if (words.length === 0) return offered;
  const ofToolset = offered.filter(({ toolset = '' }) => words.includes(toolset));
  if (ofToolset.length > 0) return ofToolset;
  const { tools, close } = await toolbox.search(words.join(' '));
  return tools.filter((tool) => close.has(tool) && offered.includes(tool));
}

async function printList(
  listed: readonly AnyTool[],
  { toolbox, language }: Pick<CommandContext, 'toolbox' | 'language'>,
): Promise<void> {
  const { everyday } = await toolbox.arrangement();
  const isEveryday = ({ definition, toolset }: AnyTool) =>
    toolset === undefined || toolset === workflowToolset || everyday.includes(definition.name);
  const rows = listed.map((tool) => [
    tool.definition.name,
    tool.definition.access,
    tool.toolset ?? '',
    isEveryday(tool) ? '*' : ' ',
    tool.definition.title,
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) print(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  if (rows.length > 0) print(commandMessages.toolColumns[language]);
  print(said(language, commandMessages.tools, { count: rows.length }));
}

async function asJson(listed: readonly AnyTool[], toolbox: Toolbox): Promise<readonly object[]> {
  const [entries, { everyday }] = await Promise.all([toolbox.catalogue.entries(), toolbox.arrangement()]);
  return listed.map(({ definition, schema, toolset }) => {
    const operation = operationOf(definition);
    return {
      name: definition.name,
      title: definition.title,
      area: entries.get(definition.name)?.area.id,
      toolset,
      everyday: operation === undefined || everyday.includes(definition.name),
      access: definition.access,
      class: classText(definition),
      risk: definition.risk,
      ...(operation && {
        method: operation.method,
        path: operation.path ?? null,
        aliases: operation.aliases,
      }),
      description: definition.description,
      inputSchema: completeSchema(schema),
    };
  });
}
