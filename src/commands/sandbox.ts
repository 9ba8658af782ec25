import { readFileSync } from 'node:fs';
import { type FlagValues, UsageError } from '../config/command-line.ts';
import { said } from '../contract/worded.ts';
import type { SandboxOptions } from '../sandbox/index.ts';
import { type Command, print } from './command.ts';
import { commandMessages } from './messages.ts';

/** `casebridge sandbox [PORT] [--large] …`: runs only the embedded service, until it is stopped. */
export const sandbox: Command = {
  usage: 'sandbox [PORT]',
  flags: {
    large: {
      type: 'boolean',
    },
    profile: {
      type: 'string',
      value: 'NAME',
    },
    quirk: {
      type: 'string',
      multiple: true,
      value: 'NAME=VALUE',
    },
    faults: {
      type: 'string',
      value: 'JSON',
    },
  },
  takesSettings: false,
  run: async ({ words, flags, language }) => {
    const port = readPort(words[0]);
    if (flags.profile === 'list') return listProfiles();
    if (flags.quirk?.toString() === 'list') return listQuirks();
    if (flags.faults === 'list') return listFaults();
    const { createSandbox } = await import('../sandbox/index.ts');
    const service = await createSandbox(await readOptions(port, flags)).catch(refuse);
    print(said(language, commandMessages.sandboxRuns, { url: service.url }));
    print(commandMessages.pointBridge[language]);
    print(
      `  CASEBRIDGE_URL=${service.url} CASEBRIDGE_LOGIN=${service.user.login} CASEBRIDGE_PASSWORD=${service.user.password} casebridge`,
    );
    await new Promise<void>((resolve) => {
      process.once('SIGINT', () => resolve()).once('SIGTERM', () => resolve());
    });
    await service.close();
    return 0;
  },
};

async function readOptions(
  port: number,
  { large, profile, quirk, faults }: FlagValues,
): Promise<SandboxOptions> {
  const { parseQuirks } = await import('../sandbox/quirks/quirks.ts');
  try {
    return {
      port,
      data: large ? 'large' : 'small',
      quirks: parseQuirks([quirk ?? []].flat().map(String)),
      ...(profile === undefined ? {} : { profile: String(profile) }),
      ...(typeof faults === 'string' ? { faults: readFaults(faults) } : {}),
    };
  } catch (error) {
    return refuse(error as Error);
  }
}

/** Parses the fault rules. The service validates them. */
function readFaults(given: string): NonNullable<SandboxOptions['faults']> {
  const isJsonText = given.trimStart().startsWith('[');
  try {
    return JSON.parse(isJsonText ? given : readFileSync(given, 'utf8'));
  } catch {
    throw new UsageError(commandMessages[isJsonText ? 'faultsNoJson' : 'faultsNoFile']);
  }
}

function refuse(error: NodeJS.ErrnoException & { port?: number }): never {
  if (error instanceof UsageError) throw error;
  if (error instanceof RangeError || error instanceof TypeError)
    throw new UsageError(commandMessages.sandboxCannot, { why: error.message });
  const { port = '', code = '' } = error;
  if (code === 'EADDRINUSE') throw new UsageError(commandMessages.portTaken, { port });
  throw new UsageError(commandMessages.portUnusable, { port, code });
}

async function listProfiles(): Promise<number> {
  const { defaultProfile, profileTable } = await import('../sandbox/quirks/profiles.ts');
  for (const [name, { meaning }] of Object.entries(profileTable))
    print(`${name}${name === defaultProfile ? '  (default)' : ''}\n    ${meaning}`);
  return 0;
}

async function listQuirks(): Promise<number> {
  const { quirkTable } = await import('../sandbox/quirks/quirks.ts');
  for (const [name, { values, meaning }] of Object.entries(quirkTable))
    print(`${name}=${values.join('|')}\n    ${meaning}`);
  return 0;
}

async function listFaults(): Promise<number> {
  const { faultTable } = await import('../sandbox/faults/fault-rules.ts');
  const explained = ({ form, meaning }: { form: string; meaning: string }) => `  ${form}\n      ${meaning}`;
  print(
    [
      'A rule:',
      ...faultTable.rule.map(explained),
      'The `fault` of a rule is one of the following; parts in brackets are optional:',
      ...faultTable.faults.map(explained),
      'Such as:',
      `  --faults '[{"on": "GET /api/v2/tasks/{id}", "every": 2, "fault": {"kind": "status", "status": 503}}]'`,
    ].join('\n'),
  );
  return 0;
}

function readPort(word: string | undefined): number {
  if (word === undefined) return 0;
  const port = Number(word);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new UsageError(commandMessages.noPort, { word: JSON.stringify(word) });
}
