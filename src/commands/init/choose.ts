import { type Machine, type Placed, placeAll } from '../../assistants/places.ts';
import { type Config, type FlagValues, readCommandLine, UsageError } from '../../config/command-line.ts';
import { allSettings, settings } from '../../config/settings.ts';
import { baseUrl, signIn, waysToSignIn } from '../../config/sign-in.ts';
import { suggestion } from '../../contract/spelling.ts';
import type { Terminal } from './ask.ts';
import { initMessages } from './messages.ts';

export interface NamedAssistants {
  readonly placed: readonly Placed[];
  /** Named assistants that are not installed on this machine. */
  readonly missing: readonly Placed[];
}

/** Returns the named assistants; without names, all that were found. @throws UsageError if there are none */
export function namedAssistants(words: readonly string[], machine: Machine): NamedAssistants {
  const all = placeAll(machine);
  const found = all.filter(({ isFound }) => isFound);
  if (words.length === 0) {
    if (found.length > 0) return { placed: found, missing: [] };
    throw new UsageError(initMessages.noneFound, {
      known: all.map(({ assistant }) => assistant.id).join(', '),
    });
  }
  const named = [...new Set(words)].map((word) => {
    const placed = all.find(({ assistant }) => assistant.id === word.toLowerCase());
    const ids = all.map(({ assistant }) => assistant.id);
    if (!placed)
      throw new UsageError(initMessages.noAssistant, {
        word: JSON.stringify(word),
        hint: suggestion(word, ids),
        known: ids.join(', '),
      });
    return placed;
  });
  const [first] = named;
  if (first && !named.some(({ isFound }) => isFound))
    throw new UsageError(initMessages.notFound, { title: first.assistant.title, path: first.path });
  return { placed: named.filter(({ isFound }) => isFound), missing: named.filter(({ isFound }) => !isFound) };
}

/** Settings that can be combined with `--server`. All others belong to the running server. */
const network: readonly string[] = [settings.service.caFile.flag];
/** Flags of settings that mean something else in `init`: `--dry-run` shows the changes without writing them. */
const ofInit: readonly string[] = [settings.tools.dryRun.flag];

/**
 * Returns the address of a running server, from the flag or from the person's answer.
 * @param said address that the person entered
 * @throws UsageError if the flag is combined with settings of a server
 */
export function servedAddress(flags: FlagValues, said: string | undefined): string | undefined {
  // Treat the answer as the address of a running server only if it ends with the path of an MCP endpoint.
  if (flags.server === undefined)
    return said !== undefined && /^https?:\/\/[^?#]*\/mcp\/?(\?|$)/.test(said) ? said : undefined;
  const others = allSettings.flatMap(({ flag }) => flag ?? []);
  const other = others.find(
    (flag) => flags[flag] !== undefined && !network.includes(flag) && !ofInit.includes(flag),
  );
  if (other === undefined) return String(flags.server);
  throw new UsageError(initMessages.serverOwnSettings, { other });
}

/** Asks the person for an address if the settings contain none. An empty answer means the sample data. */
export async function saidAddress(
  config: Config,
  flags: FlagValues,
  person: Terminal | undefined,
): Promise<string | undefined> {
  if (!person || config.service.sandbox || config.service.url !== undefined || flags.server !== undefined)
    return undefined;
  return person.ask(initMessages.addressOf);
}

/** Returns the settings with the person's answers. @throws UsageError if one is missing */
export async function chosenSettings(
  config: Config,
  person: Terminal | undefined,
  said: string | undefined,
): Promise<Config> {
  const isSaid = config.service.sandbox || config.service.url !== undefined;
  if (!isSaid && person === undefined) throw new UsageError(initMessages.noService);
  const complete = person ? await askForRest(config, person, said) : config;
  if (complete.service.sandbox) return complete;
  baseUrl(complete);
  signIn(complete);
  return complete;
}

async function askForRest(config: Config, person: Terminal, said: string | undefined): Promise<Config> {
  const answers: Record<string, string> = {};
  if (said !== undefined) {
    answers[said === '' ? settings.service.sandbox.env : settings.service.url.env] =
      said === '' ? 'true' : said;
    // For sample data, do not ask whether only reading is allowed, because sample data may be changed freely.
    if (said !== '' && !config.tools.readOnly)
      answers[settings.tools.readOnly.env] = String(await person.agrees(initMessages.onlyRead, false));
  }
  if (
    answers[settings.service.sandbox.env] === undefined &&
    !config.service.sandbox &&
    waysToSignIn(config).length === 0
  ) {
    const login = config.signIn.login ?? (await person.ask(initMessages.login));
    if (login === '') answers[settings.signIn.domainSignIn.env] = 'true';
    else {
      answers[settings.signIn.login.env] = login;
      answers[settings.signIn.password.env] = await person.askUnseen(initMessages.password);
    }
  }
  return Object.keys(answers).length === 0 ? config : withAnswers(config, answers);
}

/** Reads the answers like environment variables, so that they are validated. */
function withAnswers(config: Config, answers: Readonly<Record<string, string>>): Config {
  const fresh = readCommandLine([], { ...config.stated, ...answers }).config();
  return {
    ...fresh,
    signIn: {
      ...fresh.signIn,
      password: fresh.signIn.password ?? config.signIn.password,
      ssoToken: fresh.signIn.ssoToken ?? config.signIn.ssoToken,
    },
  };
}
