import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { z } from 'zod';
import { type Setting, switchedOn } from './setting.ts';
import { settings } from './settings.ts';

/** A wrong or missing setting or command; the message is one sentence for a person. */
export class UsageError extends Error {}

type Settings = typeof settings;
type Value<Key extends keyof Settings> = z.output<Settings[Key]['schema']>;
type Optional<Key extends keyof Settings> = Settings[Key] extends { default: string }
  ? Value<Key>
  : Value<Key> | undefined;

/** The checked settings; those without a default may be missing. */
export type Config = { readonly [Key in keyof Settings]: Optional<Key> } & {
  /** Path of the file behind `CASEBRIDGE_SSO_TOKEN_FILE`. */
  readonly ssoTokenFile: string | undefined;
};

/** A flag that only one command knows. */
export interface Flag {
  readonly type: 'boolean' | 'string';
  /** May be given several times. */
  readonly multiple?: boolean;
  /** What stands for the value in `--help`. */
  readonly value?: string;
  readonly help: string;
}
export type FlagValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** What was asked on the command line, and with which settings. */
export interface CommandLine {
  readonly words: readonly string[];
  /** All flags as given, those of the command among them. */
  readonly flags: FlagValues;
  readonly options: { readonly help: boolean; readonly version: boolean; readonly json: string | undefined };
  readonly config: () => Config;
}

/**
 * Reads flags and environment. Secrets leave the environment, so that nothing started later sees them.
 * @param own flags of the command beside the settings
 */
export function readCommandLine(
  argv: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  own: Readonly<Record<string, Flag>> = {},
): CommandLine {
  const entries = Object.entries(settings) as [keyof Settings, Setting][];
  const flags = entries.flatMap(([, { flag, schema }]) =>
    flag
      ? [[flag, { type: schema === switchedOn ? ('boolean' as const) : ('string' as const) }] as const]
      : [],
  );
  const { values, positionals } = parseFlags(argv, { ...Object.fromEntries(flags), ...own });
  const config = () => {
    const read = entries.map(
      ([key, setting]) => [key, readSetting(setting, values[setting.flag ?? ''], env)] as const,
    );
    const ssoTokenFile = given(env[`${settings.ssoToken.env}_FILE`]);
    return { ...Object.fromEntries(read), ssoTokenFile } as unknown as Config;
  };
  const json = values.json;
  return {
    words: positionals,
    flags: values,
    options: {
      help: values.help === true,
      version: values.version === true,
      json: json === undefined ? undefined : String(json),
    },
    config,
  };
}

function parseFlags(
  argv: readonly string[],
  flags: Readonly<Record<string, { type: 'boolean' | 'string'; multiple?: boolean }>>,
) {
  // `tools --json` is a switch, `call --json '{…}'` takes the arguments.
  const takesValue = argv.includes('call');
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        ...flags,
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
        json: { type: takesValue ? 'string' : 'boolean' },
      },
    }) as { values: FlagValues; positionals: string[] };
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}: casebridge --help lists the flags.`);
  }
}

function readSetting(setting: Setting, flag: FlagValues[string], env: NodeJS.ProcessEnv): unknown {
  const names = setting.isCommon ? [setting.env.toLowerCase(), setting.env] : [setting.env];
  const variable = names.map((name) => given(env[name])).find((found) => found !== undefined);
  const value =
    flag === undefined ? (variable ?? readSecretFile(setting, env) ?? setting.default) : String(flag);
  if (setting.secret) for (const name of names) delete env[name];
  if (value === undefined) return undefined;
  const result = setting.schema.safeParse(value);
  if (result.success) return result.data;
  const shown = setting.secret ? '' : ` (${JSON.stringify(value.slice(0, 80))})`;
  throw new UsageError(`${setting.env}${shown} ${result.error.issues[0]?.message ?? 'is wrong'}.`);
}

/** The single sign-on token's file is read by the token source, again and again. */
function readSecretFile(setting: Setting, env: NodeJS.ProcessEnv): string | undefined {
  const path =
    setting.secret && setting !== settings.ssoToken ? given(env[`${setting.env}_FILE`]) : undefined;
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch {
    throw new UsageError(`${setting.env}_FILE names a file that cannot be read.`);
  }
}

/** An empty variable counts as missing: configuration files often pass on what is not set. */
const given = (value: string | undefined) => (value === undefined || value === '' ? undefined : value);
