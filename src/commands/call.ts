import type { Answer } from '../api/answer.ts';
import { InvalidArgumentsError, NameError } from '../api/errors.ts';
import { createTrace } from '../api/trace.ts';
import { createBridge, openExchangeDir } from '../bridge.ts';
import { UsageError } from '../config.ts';
import { readArguments } from '../mcp/arguments.ts';
import { createDesk } from '../mcp/desk.ts';
import type { Shown } from '../mcp/incoming.ts';
import { checkOutgoing } from '../mcp/outgoing.ts';
import { auditEvent, perform, switchedOff } from '../mcp/perform.ts';
import { describeUnderstood, errorText, shownJson } from '../mcp/result.ts';
import { type Command, print } from './command.ts';

/** `casebridge call NAME key=value …`: one tool from the shell. Files go to stdout as they are. */
export const call: Command = {
  usage: 'call NAME [key=value …]',
  help: 'Calls one tool; the result goes to stdout, errors to stderr.',
  flags: { json: { type: 'string', value: 'TEXT', help: 'The arguments as JSON.' } },
  run: async ({ words, flags, config, toolbox }) => {
    const [name, ...pairs] = words;
    if (name === undefined)
      throw new UsageError('call needs the name of a tool: casebridge tools lists them.');
    const entry = (await toolbox.catalogue.entries()).get(name);
    if (!entry)
      throw new UsageError(`There is no tool ${JSON.stringify(name)}: casebridge tools lists them.`);
    const input = readInput(pairs, flags.json?.toString());
    const settings = config();
    // Files that are sent may lie there; one that is answered goes to stdout.
    const files = { exchange: await openExchangeDir(settings) };
    const bridge = await createBridge(settings, toolbox);
    const caller = { principal: bridge.principal(), trace: createTrace() };
    try {
      const { operation } = entry;
      const off = switchedOff(bridge.policy, operation);
      if (off) {
        bridge.audit.refused(await auditEvent(operation, input, caller), off.code);
        process.stderr.write(`${off.code}: ${off.reason}\n`);
        return 1;
      }
      const desk = () => createDesk(bridge, { ...caller, signal: undefined });
      const { args, understood } = await readArguments(bridge.names, entry, input, desk);
      await checkOutgoing(operation, args);
      // Whoever types the command has decided: nobody else is asked.
      const answer = await perform(bridge, { operation, args, ...caller, files, decision: 'by hand' });
      for (const line of describeUnderstood(understood, bridge.incoming))
        process.stderr.write(`Taken for: ${line}\n`);
      await write(answer, () => shownJson(operation, answer, bridge.incoming));
      return 0;
    } catch (error) {
      process.stderr.write(`${errorText(entry.operation, error, bridge.incoming)}\n`);
      return error instanceof InvalidArgumentsError || error instanceof NameError ? 2 : 1;
    } finally {
      await bridge.close();
    }
  },
};

function readInput(pairs: readonly string[], json: string | undefined): unknown {
  if (json !== undefined) {
    if (pairs.length > 0) throw new UsageError('Give the arguments either as key=value or with --json.');
    return parseJsonArgument(json);
  }
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new UsageError(`${JSON.stringify(pair)} is no key=value.`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

function parseJsonArgument(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new UsageError('--json is no valid JSON.');
  }
}

/** Files go out byte by byte, since they are usually kept. */
function write(answer: Answer, showJson: () => Shown): Promise<void> {
  if (!answer.file) {
    const { text, notes } = showJson();
    print(text || 'Done.');
    for (const note of notes) process.stderr.write(`${note}\n`);
    return Promise.resolve();
  }
  const { bytes } = answer.file;
  return new Promise((resolve) => process.stdout.write(bytes, () => resolve()));
}
