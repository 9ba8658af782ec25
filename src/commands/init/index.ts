import type { Launch } from '../../assistants/assistant.ts';
import { readStored } from '../../assistants/config-file.ts';
import { connect, disconnect, type Outcome } from '../../assistants/connect.ts';
import { type Machine, type Placed, placeAll, thisMachine } from '../../assistants/places.ts';
import { type Config, UsageError } from '../../config/command-line.ts';
import { settings } from '../../config/settings.ts';
import type { Language } from '../../contract/language.ts';
import { asIs, said as say, worded } from '../../contract/worded.ts';
import { type Command, type CommandContext, print } from '../command.ts';
import { openTerminal, type Terminal } from './ask.ts';
import { chosenSettings, namedAssistants, saidAddress, servedAddress } from './choose.ts';
import { initMessages } from './messages.ts';
import { thisProgram } from './program.ts';
import { lastWords, linesOn, type Way } from './report.ts';
import { forgetSecrets, variablesOf, writeSecrets } from './secret-files.ts';
import { greet, servedAt, serverAddress } from './served.ts';
import { countTools, troubleOf } from './try-server.ts';

/** `casebridge init [ASSISTANT …]`: adds the server to the configurations of assistants, or removes it. */
export const init: Pick<Command, 'run'> = {
  run: async (context) => {
    const machine = thisMachine(context.environment);
    const isPerson = process.stdin.isTTY && process.stdout.isTTY && context.flags.yes !== true;
    const person = isPerson ? openTerminal(context.language) : undefined;
    try {
      return await (context.flags.remove ? remove(context, machine) : add(context, machine, person));
    } finally {
      person?.leave();
    }
  },
};

async function add(context: CommandContext, machine: Machine, person: Terminal | undefined): Promise<number> {
  const { words, flags, language } = context;
  const isDry = flags['dry-run'] === true;
  const { placed: named, missing } = namedAssistants(words, machine);
  const chosen = await agreedOn(context, named, person);
  if (chosen.length === 0) return 0;
  const said = await saidAddress(context.config(), flags, person);
  const address = servedAddress(flags, said);
  const way = await (address === undefined
    ? startedHere(context, machine, person, said)
    : servedElsewhere(address, context, machine));
  const outcomes: Outcome[] = missing.map(notHere);
  for (const outcome of outcomes) print(linesOn(outcome, isDry)[language]);
  for (const placed of chosen) {
    const outcome = await connect(placed, way.target, { machine, isDry });
    outcomes.push(outcome);
    print(linesOn(outcome, isDry)[language]);
  }
  if (isDry) return exitCode(outcomes);
  forgetSecrets(machine, textsOf(machine));
  print(lastWords(outcomes, way)[language]);
  return way.trouble === undefined ? exitCode(outcomes) : 1;
}

/**
 * Starts the server in the same way as an assistant, before any configuration is changed.
 * @throws UsageError if it does not start
 */
async function startedHere(
  { flags, environment, language, ...context }: CommandContext,
  machine: Machine,
  person: Terminal | undefined,
  said: string | undefined,
): Promise<Way> {
  const { warning, ...program } = thisProgram(environment);
  const config = await chosenSettings(context.config(), person, said);
  const { env, files } = variablesOf(speaking(language, config), machine);
  const launch: Launch = { ...program, env };
  if (warning) print(warning[language]);
  if (flags['dry-run']) return { target: { launch } };
  writeSecrets(files);
  try {
    print(say(language, initMessages.starts, { count: await countTools(launch, environment) }));
    const found = config.service.sandbox ? undefined : await troubleOf(launch, environment, language);
    const trouble = found === undefined ? undefined : worded(initMessages.notYet, { trouble: found });
    return { target: { launch }, isSandbox: config.service.sandbox, trouble };
  } catch (error) {
    forgetSecrets(machine, textsOf(machine));
    throw error;
  }
}

/**
 * Adds the user's language to the settings, because an assistant does not pass on the user's environment variables for
 * the language.
 */
const speaking = (language: Language, config: Config): Config =>
  language === settings.answers.language.default
    ? config
    : { ...config, stated: { [settings.answers.language.env]: language, ...config.stated } };

/** Contacts a running server before anything is changed. @throws UsageError if no server answers */
async function servedElsewhere(address: string, context: CommandContext, machine: Machine): Promise<Way> {
  const url = serverAddress(address);
  const greeting = await greet(url, context.config());
  print(greeting.said[context.language]);
  const trouble = greeting.trouble && worded(initMessages.nobodyIn, { trouble: greeting.trouble });
  return {
    target: servedAt(url, greeting, machine),
    asksToSignIn: greeting.callers === 'sign-in',
    trouble,
  };
}

async function remove({ words, flags, language }: CommandContext, machine: Machine): Promise<number> {
  const isDry = flags['dry-run'] === true;
  const { placed: named, missing } = namedAssistants(words, machine);
  const outcomes: Outcome[] = missing.map(notHere);
  for (const outcome of outcomes) print(linesOn(outcome, isDry, true)[language]);
  for (const placed of named) {
    const outcome = await disconnect(placed, { machine, isDry });
    outcomes.push(outcome);
    if (outcome.state !== 'same' || words.length > 0) print(linesOn(outcome, isDry, true)[language]);
  }
  if (outcomes.every(({ state }) => state === 'same')) print(initMessages.inNone[language]);
  if (!isDry) forgetSecrets(machine, textsOf(machine));
  return exitCode(outcomes);
}

const notHere = (placed: Placed): Outcome => ({ placed, state: 'untouched', reason: initMessages.notHere });

const exitCode = (outcomes: readonly Outcome[]) =>
  outcomes.some(({ state }) => state === 'untouched') ? 1 : 0;

/**
 * Returns `placed` unchanged if assistants were named, or with `--yes` or `--dry-run`. Otherwise, asks the person to
 * confirm all of them or to choose some. @throws UsageError if there is nobody to ask
 */
async function agreedOn(
  { words, flags, language }: CommandContext,
  placed: readonly Placed[],
  person: Terminal | undefined,
): Promise<readonly Placed[]> {
  if (words.length > 0 || flags.yes === true || flags['dry-run'] === true) return placed;
  const titles = placed.map(({ assistant }) => assistant.title).join(', ');
  if (!person)
    throw new UsageError(initMessages.nameThem, {
      titles,
      ids: placed.map(({ assistant }) => assistant.id).join(' '),
    });
  print(say(language, initMessages.found, { titles }));
  return (await person.agrees(initMessages.connectAll, true)) ? placed : chosenOneByOne(placed, person);
}

async function chosenOneByOne(placed: readonly Placed[], person: Terminal): Promise<Placed[]> {
  const chosen: Placed[] = [];
  for (const one of placed) if (await person.agrees(asIs(`${one.assistant.title}?`), true)) chosen.push(one);
  return chosen;
}

function textsOf(machine: Machine): string[] {
  return placeAll(machine).flatMap(({ path }) => {
    try {
      return readStored(path).text;
    } catch {
      return [];
    }
  });
}
