import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Answer } from '../../api/client/read-response.ts';
import type { FileOptions } from '../../api/client/transfer.ts';
import type { App } from '../../app.ts';
import { UsageError } from '../../config/usage-error.ts';
import type { Worded } from '../../contract/language.ts';
import type { ToolDefinition } from '../../contract/operations/operation.ts';
import { suggestion } from '../../contract/spelling.ts';
import { createTrace } from '../../contract/trace.ts';
import { said, worded } from '../../contract/worded.ts';
import { callByHand } from '../../mcp/call-by-hand.ts';
import { type AnyTool, type Toolbox, textsOf } from '../../mcp/tools/tool.ts';
import { terminalWidth } from '../columns.ts';
import type { Command, CommandContext } from '../command.ts';
import { interruptible, sayWhenLong } from '../waiting.ts';
import { withServerApp } from '../with-app.ts';
import { readInput } from './input.ts';
import { indented, isJsonText } from './json-layout.ts';
import { callMessages } from './messages.ts';
import { type Output, openOutput, ownFiles, writeOutput } from './own-files.ts';
import { aligned, tableOf } from './table.ts';
import { toPerson } from './to-person.ts';
import { toolText } from './tool-text.ts';

/** `casebridge call NAME key=value …`: calls one tool from the shell. The answer is the one that assistants get. */
export const call: Pick<Command, 'describe' | 'run'> = {
  describe: async ({ words: [name], toolbox }, width) =>
    name === undefined ? undefined : toolText(await toolNamed(toolbox, name), width),
  run: async (context) => {
    const [name, ...pairs] = context.words;
    if (name === undefined) throw new UsageError(callMessages.needsTool);
    const tool = await toolNamed(context.toolbox, name);
    const input = readInput(tool, pairs, context.flags.json?.toString());
    const format = formatOf(context.flags.format?.toString());
    const output = await openOutput(context.flags.output?.toString());
    const settings = context.config();
    const files = await ownFiles(settings, output);
    return await withServerApp(settings, context.toolbox, (bridge) =>
      carryOut(bridge, context, { tool, input, output, files, format }),
    );
  },
};

/** Returns the tool with this name. @throws UsageError if there is none */
export async function toolNamed(toolbox: Toolbox, name: string): Promise<AnyTool> {
  const tool = await toolbox.find(name);
  if (tool !== undefined) return tool;
  const names = (await toolbox.tools()).keys();
  throw new UsageError(callMessages.noTool, { name: JSON.stringify(name), hint: suggestion(name, names) });
}

interface Wanted {
  readonly tool: AnyTool;
  readonly input: unknown;
  readonly output: Output;
  readonly files: FileOptions;
  /** Default: `table` for a person at a terminal, otherwise `json`. */
  readonly format: Format | undefined;
}

const formats = ['table', 'json'] as const;
type Format = (typeof formats)[number];

/** Parses `--format`. @throws UsageError if the format is unknown */
function formatOf(given: string | undefined): Format | undefined {
  const format = formats.find((one) => one === given);
  if (given !== undefined && format === undefined)
    throw new UsageError(callMessages.noFormat, {
      given: JSON.stringify(given),
      formats: formats.join(', '),
    });
  return format;
}

async function carryOut(
  bridge: App,
  { info, flags, language }: CommandContext,
  { tool, input, output, files, format }: Wanted,
): Promise<number> {
  let answer: Pick<Answer, 'file' | 'stored'> = { file: undefined };
  const take = (taken: typeof answer) => {
    answer = taken;
  };
  const { signal, restore } = interruptible();
  const quiet = sayWhenLong(language);
  // Do not shorten the answer unless the flag is given, because a terminal or file has no token limit.
  const answerTokens = flags['answer-tokens'] === undefined ? 0 : bridge.settings.answerTokens;
  const settings = { ...bridge.settings, answerTokens };
  const result = await callByHand(
    { ...bridge, settings, info },
    {
      tool,
      input,
      signal,
      address: toPerson,
      principal: bridge.principal(),
      trace: createTrace(),
      byHand: { files, take },
    },
  ).finally(() => {
    quiet();
    restore();
  });
  const isInterrupted = signal.aborted && result.isError === true;
  // Print this message only for an internal error. Any other result already describes the outcome of a change that was
  // sent.
  if (isInterrupted && /^INTERNAL:/.test(textsOf(result)[0] ?? ''))
    process.stderr.write(`${interrupted(tool.definition)[language]}\n`);
  else {
    const code = await write(result, answer, { ...output, format, language });
    if (!isInterrupted) return code;
  }
  return codes.interrupted;
}

const codes = { refused: 1, wrongUsage: 2, interrupted: 130 };

/** Writes the result to stdout or to a file, and everything else to stderr. @returns the exit code */
async function write(
  result: CallToolResult,
  { file, stored }: Pick<Answer, 'file' | 'stored'>,
  { format, language, ...output }: Output & Pick<Wanted, 'format'> & Pick<CommandContext, 'language'>,
): Promise<number> {
  const [text = '', ...notes] = textsOf(result);
  // A workflow that stopped after some of its steps has a structured result, too. Print that result like any other.
  if (result.isError && result.structuredContent === undefined) {
    process.stderr.write(`${[text, ...notes].join('\n')}\n`);
    return /^(INVALID_ARGUMENTS|NAME_(AMBIGUOUS|UNKNOWN)|UNKNOWN_OPERATION|WRONG_CALLER):/.test(text)
      ? codes.wrongUsage
      : codes.refused;
  }
  if (stored) {
    const { size, sha256: hash } = stored;
    process.stderr.write(`${said(language, callMessages.stored, { file: output.path ?? '', size, hash })}\n`);
  } else await writeOutput(output, file ? file.bytes : laidOut(result, output, format));
  for (const note of notes) process.stderr.write(`${note}\n`);
  return result.isError ? codes.refused : 0;
}

/** Returns a table for people and JSON for programs. Text without structure stays unchanged. */
function laidOut(result: CallToolResult, { path }: Output, format: Format | undefined): string {
  const isForPerson = path === undefined && process.stdout.isTTY;
  const [text = ''] = textsOf(result);
  if ((format ?? (isForPerson ? 'table' : 'json')) === 'table')
    return `${isJsonText(text) ? (tableOf(text, terminalWidth()) ?? indented(text)) : aligned(text)}\n`;
  const json = structureOf(result) ?? text;
  return `${isForPerson && isJsonText(json) ? indented(json) : json}\n`;
}

/** Returns the structured result as JSON, without its notes, which are printed separately. */
function structureOf({ structuredContent }: CallToolResult): string | undefined {
  if (structuredContent === undefined) return undefined;
  const { notes: _, ...data } = structuredContent as Readonly<Record<string, unknown>>;
  return JSON.stringify(data);
}

function interrupted({ name, access, verifiedBy }: ToolDefinition): Worded {
  if (access === 'read') return worded(callMessages.interrupted, { name });
  const where =
    verifiedBy === undefined
      ? callMessages.lookInService
      : worded(callMessages.lookWith, { tool: verifiedBy });
  return worded(callMessages.outcomeUnknown, { name, where });
}
