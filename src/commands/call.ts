import type { Answer } from '../api/answer.ts';
import { InvalidArgumentsError } from '../api/errors.ts';
import { createBridge, openExchangeDir } from '../bridge.ts';
import { UsageError } from '../config.ts';
import { parseArguments } from '../mcp/input.ts';
import { auditEvent, perform, switchedOff } from '../mcp/perform.ts';
import { errorText } from '../mcp/result.ts';
import { type Command, print } from './command.ts';

/** `casebridge call NAME key=value …`: one tool from the shell. Files go to stdout as they are. */
export const call: Command = {
  usage: "call NAME [key=value … | --json '{…}']",
  help: 'Calls one tool; the result goes to stdout, errors to stderr.',
  run: async ({ words, json, config, catalogue }) => {
    const [name, ...pairs] = words;
    if (name === undefined)
      throw new UsageError('call needs the name of a tool: casebridge tools lists them.');
    const entry = (await catalogue.entries()).get(name);
    if (!entry)
      throw new UsageError(`There is no tool ${JSON.stringify(name)}: casebridge tools lists them.`);
    const input = readInput(pairs, json);
    const settings = config();
    // Files that are sent may lie there; one that is answered goes to stdout.
    const files = { exchange: await openExchangeDir(settings) };
    const bridge = await createBridge(settings, catalogue);
    try {
      const { operation } = entry;
      const { principal } = bridge;
      const off = switchedOff(bridge.policy, operation);
      if (off) {
        bridge.audit.refused(auditEvent(operation, input, principal), off.code);
        process.stderr.write(`${off.code}: ${off.reason}\n`);
        return 1;
      }
      const args = parseArguments(entry.schema, input);
      // Whoever types the command has decided: nobody else is asked.
      await write(await perform(bridge, { operation, args, principal, files, decision: 'by hand' }));
      return 0;
    } catch (error) {
      process.stderr.write(`${errorText(entry.operation, error)}\n`);
      return error instanceof InvalidArgumentsError ? 2 : 1;
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

function write(answer: Answer): Promise<void> {
  if (!answer.file) {
    print(answer.text || 'Done.');
    return Promise.resolve();
  }
  const { bytes } = answer.file;
  return new Promise((resolve, reject) =>
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve())),
  );
}
