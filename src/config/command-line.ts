import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { z } from 'zod';
import { type Language, languages } from '../contract/language.ts';
import { suggestion } from '../contract/spelling.ts';
import { lazy } from '../util/lazy.ts';
import { type Flag, type FlagValues, firstWord, parseFlags } from './flags.ts';
import { usageMessages } from './messages.ts';
import { faultOf, type Setting, switchedOn } from './setting.ts';
import { allSettings, type SettingSlices, type Slice, settings, slices } from './settings.ts';
import { fileTrouble, UsageError } from './usage-error.ts';

export type { Flag, FlagValues } from './flags.ts';
export { UsageError } from './usage-error.ts';

type Value<One extends Setting> = One extends { default: string }
  ? z.output<One['schema']>
  : z.output<One['schema']> | undefined;
type Values = {
  readonly [Part in Slice]: {
    readonly [Key in keyof SettingSlices[Part]]: SettingSlices[Part][Key] extends Setting
      ? Value<SettingSlices[Part][Key]>
      : never;
  };
};

/** The validated settings, by the part of the program that reads them. */
export type Config = Omit<Values, 'signIn'> & {
  readonly signIn: Values['signIn'] & {
    readonly ssoTokenFile: string | undefined;
    /**
     * Environment variables for the program that requests Kerberos tickets: those with the location of the user's
     * ticket cache, and those that the operating system needs.
     */
    readonly domainEnvironment: Readonly<Record<string, string>>;
  };
  /** Names of variables that still contain a placeholder (`${…}`). They count as not set. */
  readonly unfilled: readonly string[];
  /** The settings as environment variables for any working directory. Secrets are paths of files. */
  readonly stated: Readonly<Record<string, string>>;
};

/** A parsed command line, with the settings from its flags and from the environment. */
export interface CommandLine {
  readonly words: readonly string[];
  /** All flags as given, including those of the command. */
  readonly flags: FlagValues;
  readonly options: { readonly help: boolean; readonly version: boolean };
  /** Environment variables that are not casebridge settings. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Reads the settings. @throws UsageError for an invalid setting or an unknown variable */
  readonly config: () => Config;
}

/** Flags that every command accepts: those of settings, `--help` and `--version`. */
const commonFlags = {
  ...Object.fromEntries(
    allSettings.flatMap(({ flag, schema }) =>
      flag ? [[flag, { type: schema === switchedOn ? ('boolean' as const) : ('string' as const) }]] : [],
    ),
  ),
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

/**
 * Reads flags and environment. Reading the settings removes secrets from the environment, so that child processes
 * cannot see them.
 * @param flagsOf returns the additional flags of a command, by its name. The command is the first word
 */
export function readCommandLine(
  argv: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  flagsOf: (command: string) => Readonly<Record<string, Flag>> = () => ({}),
): CommandLine {
  const own = flagsOf(firstWord(argv, commonFlags) ?? '');
  const parsed = parseFlags(argv, { ...commonFlags, ...own });
  const { words } = parsed;
  const values = withSandbox(parsed.values, env);
  const readAll = () => {
    refuseUnknown(env);
    // Read these first, because reading secrets removes them from the environment.
    const unfilled = [...known].filter(
      (name) => env[name]?.startsWith('${') && given(env[name]) === undefined,
    );
    const stated = Object.fromEntries(
      allSettings.flatMap((setting) => stateOf(setting, values[setting.flag ?? ''], env)),
    );
    const read = ([key, setting]: [string, Setting]) =>
      [key, readSetting(setting, values[setting.flag ?? ''], env)] as const;
    const config = Object.fromEntries(
      slices.map((slice) => [slice, Object.fromEntries(Object.entries<Setting>(settings[slice]).map(read))]),
    ) as unknown as Values;
    const ssoTokenFile = given(env[`${settings.signIn.ssoToken.env}_FILE`]);
    const domainEnvironment = Object.fromEntries(
      Object.entries(env).filter((entry): entry is [string, string] => seenByDomain.test(entry[0])),
    );
    return { ...config, signIn: { ...config.signIn, ssoTokenFile, domainEnvironment }, unfilled, stated };
  };
  return {
    words,
    flags: values,
    options: { help: values.help === true, version: values.version === true },
    environment: Object.fromEntries(Object.entries(env).filter(([name]) => !isOurs(name))),
    config: lazy(readAll),
  };
}

/**
 * Handles the value `if-empty`: the sandbox is used only if neither a service nor a sign-in is configured, as in an
 * installation form that was left empty. If such a form is partly filled in, an error reports the missing settings.
 */
function withSandbox(values: FlagValues, env: NodeJS.ProcessEnv): FlagValues {
  if (values.sandbox !== undefined || env[settings.service.sandbox.env] !== 'if-empty') return values;
  const { login, password, ssoToken } = settings.signIn;
  const said: readonly Setting[] = [settings.service.url, login, password, ssoToken];
  const isEmpty = said.every(
    (setting) =>
      stateOf(setting, values[setting.flag ?? ''], env).length === 0 && given(env[setting.env]) === undefined,
  );
  return { ...values, sandbox: isEmpty };
}

/**
 * Returns a setting as environment variables. Omits variables that other programs share (`HTTPS_PROXY`), because they
 * belong to the machine.
 */
function stateOf(
  { env: name, isCommon, isPath, secret }: Setting,
  flag: FlagValues[string],
  env: NodeJS.ProcessEnv,
): [name: string, value: string][] {
  if (isCommon) return [];
  const variable = secret ? `${name}_FILE` : name;
  const value = flag === undefined ? given(env[variable]) : String(flag);
  if (value === undefined) return [];
  return [[variable, isPath || secret ? resolve(value) : value]];
}

const seenByDomain =
  /^(KRB5\w*|HOME|USER|LOGNAME|TMPDIR|XDG_RUNTIME_DIR|SystemRoot|windir|SystemDrive|USERNAME|USERDOMAIN|USERDNSDOMAIN|USERPROFILE|(LOCAL)?APPDATA|TE?MP)$/i;

const prefix = 'CASEBRIDGE_';
const isOurs = (name: string) => name.toUpperCase().startsWith(prefix);
const known = new Set(allSettings.flatMap(({ env, secret }) => (secret ? [env, `${env}_FILE`] : [env])));

/** Patterns of variables that have casebridge's prefix without being settings, as `NAME=value`. */
const otherVariables = [
  // An assistant may read the token that it sends from this variable, in the same shell in which the server runs.
  /^CASEBRIDGE_TOKEN=/,
  // Variables that only the tests read.
  /^CASEBRIDGE_TEST_/,
  // Kubernetes sets these in every container if a Service is called casebridge or casebridge-….
  /^CASEBRIDGE_(\w+_)?(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP|SCTP)(_\w+)?)=/,
  /^CASEBRIDGE_\w+_PORT=(tcp|udp|sctp):/,
];

/** @throws UsageError for unknown variables, because a misspelt setting would have no effect */
function refuseUnknown(env: NodeJS.ProcessEnv): void {
  for (const [written, value] of Object.entries(env)) {
    // On Windows, variable names are case-insensitive.
    const name = process.platform === 'win32' ? written.toUpperCase() : written;
    if (
      !isOurs(name) ||
      given(value) === undefined ||
      known.has(name) ||
      otherVariables.some((other) => other.test(`${name}=${value}`))
    )
      continue;
    // Compare names without the common prefix, because it would make all names similar.
    const endings = Array.from(known).flatMap((one) => one.split(prefix)[1] ?? []);
    const hint = suggestion(name.slice(prefix.length), endings, prefix);
    throw new UsageError(usageMessages.noSetting, { name: name.slice(0, 80), hint });
  }
}

function readSetting(setting: Setting, flag: FlagValues[string], env: NodeJS.ProcessEnv): unknown {
  const names = setting.isCommon ? [setting.env.toLowerCase(), setting.env] : [setting.env];
  const variable = names.map((name) => given(env[name])).find((found) => found !== undefined);
  // Refuse a password in a flag, because other users of the machine can see the flags of processes.
  if (setting.secret && String(flag ?? '').includes('@'))
    throw new UsageError(usageMessages.flagTakesNoPassword, { flag: setting.flag ?? '', name: setting.env });
  const value =
    flag === undefined
      ? (readSecretFile(setting, env, variable) ?? variable ?? setting.default)
      : String(flag);
  if (setting.secret) for (const name of names) delete env[name];
  if (value === undefined) return undefined;
  const result = setting.schema.safeParse(value);
  if (result.success) return result.data;
  const shown = setting.secret ? '' : ` (${JSON.stringify(value.slice(0, 80))})`;
  throw new UsageError(usageMessages.unfit, { name: setting.env, shown, why: faultOf(result.error) });
}

/** Reads a secret's file, except the single sign-on token, which the token source reads again. */
function readSecretFile(
  setting: Setting,
  env: NodeJS.ProcessEnv,
  variable: string | undefined,
): string | undefined {
  const name = `${setting.env}_FILE`;
  const path = setting.secret && setting !== settings.signIn.ssoToken ? given(env[name]) : undefined;
  if (path === undefined) return undefined;
  if (variable !== undefined) throw new UsageError(usageMessages.bothSet, { name: setting.env, other: name });
  const secret = readText(name, path).replace(/\r?\n$/, '');
  if (secret === '') throw new UsageError(usageMessages.emptyFile, { name });
  return secret;
}

function readText(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(usageMessages.unreadableFile, { name, why: fileTrouble(error) });
  }
}

/**
 * Checks whether a value counts as not set: an empty string, or a placeholder that the client did not replace (`${…}`).
 */
const isLeftOpen = (value: string) => value === '' || /^\$\{[^{}]*\}$/.test(value);
const given = (value: string | undefined) => (value === undefined || isLeftOpen(value) ? undefined : value);

/**
 * Returns the language of messages for the user at the command line: from the setting, otherwise from the machine. It
 * is determined before the settings are read, because errors in settings are reported in this language.
 */
export function spokenLanguage(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Language {
  const { flag, env: variable } = settings.answers.language;
  const at = argv.findLastIndex((word) => word === `--${flag}` || word.startsWith(`--${flag}=`));
  const given = at === -1 ? undefined : (argv[at]?.split('=')[1] ?? argv[at + 1]);
  const said = (given ?? env[variable])?.trim().toLowerCase();
  return languageOf(said) ?? languageOf(ofMachine(env)) ?? languages[0];
}

const languageOf = (name: string | undefined) => languages.find((language) => language === name);

/** Returns the machine's language: `ru_RU.UTF-8` → `ru`. Default: the system locale. */
function ofMachine({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): string | undefined {
  const locale = [LC_ALL, LC_MESSAGES, LANG].find((name) => name !== undefined && name !== '');
  const name = locale ?? new Intl.DateTimeFormat().resolvedOptions().locale;
  return /^[a-z]+/.exec(name.toLowerCase())?.[0];
}
