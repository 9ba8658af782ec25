import { readFileSync } from 'node:fs';
import type { Launch } from '../../assistants/assistant.ts';
import { connect, disconnect, type Outcome } from '../../assistants/connect.ts';
import { type Machine, type Placed, placeAll, thisMachine } from '../../assistants/places.ts';
import { UsageError } from '../../config/command-line.ts';
import { type Command, type CommandContext, print } from '../command.ts';
import { openTerminal, type Terminal } from './ask.ts';
import { chosenSettings, namedAssistants, saidAddress, servedAddress } from './choose.ts';
import { thisProgram } from './program.ts';
import { lastWords, linesOn, type Way } from './report.ts';
import { forgetSecrets, variablesOf, writeSecrets } from './secret-files.ts';
import { greet, servedAt, serverAddress } from './served.ts';
import { countTools, troubleOf } from './try-server.ts';

/** `casebridge init [ASSISTANT …]`: the server in the configurations of assistants, put in or taken out. */
export const init: Pick<Command, 'run'> = {
  run: async (context) => {
    const machine = thisMachine(context.environment);
    const isPerson = process.stdin.isTTY && process.stdout.isTTY && context.flags.yes !== true;
    const person = isPerson ? openTerminal() : undefined;
    try {
      return await (context.flags.remove ? remove(context, machine) : add(context, machine, person));
    } finally {
      person?.leave();
    }
  },
};

async function add(context: CommandContext, machine: Machine, person: Terminal | undefined): Promise<number> {
  const { words, flags } = context;
  const isDry = flags['dry-run'] === true;
  const chosen = await agreedOn(words, namedAssistants(words, machine), flags.yes === true || isDry, person);
  if (chosen.length === 0) return 0;
  const said = await saidAddress(context.config(), flags, person);
  const address = servedAddress(flags, said);
  const way = await (address === undefined
    ? startedHere(context, machine, person, said)
    : servedElsewhere(address, context, machine));
  const outcomes: Outcome[] = [];
  for (const placed of chosen) {
    const outcome = await connect(placed, way.target, { machine, isDry });
    outcomes.push(outcome);
    print(linesOn(outcome, isDry));
  }
  if (isDry) return exitCode(outcomes);
  forgetSecrets(machine, textsOf(machine));
  print(lastWords(outcomes, way));
  return way.trouble === undefined ? exitCode(outcomes) : 1;
}

/** A server of the assistants' own, tried before anything is changed. @throws UsageError where it does not start */
async function startedHere(
  { flags, environment, ...context }: CommandContext,
  machine: Machine,
  person: Terminal | undefined,
  said: string | undefined,
): Promise<Way> {
  const { warning, ...program } = thisProgram(environment);
  const config = await chosenSettings(context.config(), person, said);
  const { env, files } = variablesOf(config, machine);
  const launch: Launch = { ...program, env };
  if (warning) print(warning);
  if (flags['dry-run']) return { target: { launch } };
  writeSecrets(files);
  try {
    print(`The server starts and lists ${await countTools(launch, environment)} tools.`);
    const found = config.sandbox ? undefined : await troubleOf(launch, environment);
    const trouble = found && `The server starts, but cannot work yet: ${found}\n${moreSaid}`;
    return { target: { launch }, isSandbox: config.sandbox, trouble };
  } catch (error) {
    forgetSecrets(machine, textsOf(machine));
    throw error;
  }
}

const moreSaid = 'casebridge doctor with the same settings says more.';

/** A server that runs already, asked before anything is changed. @throws UsageError where none answers */
async function servedElsewhere(address: string, context: CommandContext, machine: Machine): Promise<Way> {
  const url = serverAddress(address);
  const greeting = await greet(url, context.config());
  print(greeting.said);
  const trouble =
    greeting.trouble && `The server answers, but nobody can sign in there yet: ${greeting.trouble}`;
  return {
    target: servedAt(url, greeting, machine),
    asksToSignIn: greeting.callers === 'sign-in',
    trouble,
  };
}

async function remove({ words, flags }: CommandContext, machine: Machine): Promise<number> {
  const isDry = flags['dry-run'] === true;
  const outcomes: Outcome[] = [];
  for (const placed of namedAssistants(words, machine)) {
    const outcome = await disconnect(placed, { machine, isDry });
    outcomes.push(outcome);
    if (outcome.state !== 'same' || words.length > 0) print(linesOn(outcome, isDry, true));
  }
  if (outcomes.every(({ state }) => state === 'same'))
    print('casebridge is in the configuration of none of them.');
  if (!isDry) forgetSecrets(machine, textsOf(machine));
  return exitCode(outcomes);
}

const exitCode = (outcomes: readonly Outcome[]) =>
  outcomes.some(({ state }) => state === 'untouched') ? 1 : 0;

/** Those that were named, or that a person agrees to. @throws UsageError where nobody says that all are meant */
async function agreedOn(
  words: readonly string[],
  placed: readonly Placed[],
  isAgreed: boolean,
  person: Terminal | undefined,
): Promise<readonly Placed[]> {
  if (words.length > 0 || isAgreed) return placed;
  const titles = placed.map(({ assistant }) => assistant.title).join(', ');
  if (!person)
    throw new UsageError(
      `Found: ${titles}. Name those to connect (${placed.map(({ assistant }) => assistant.id).join(' ')}), or add --yes for all.`,
    );
  print(`Found: ${titles}.`);
  return (await person.agrees('Connect casebridge to all of them?', true))
    ? placed
    : chosenOneByOne(placed, person);
}

async function chosenOneByOne(placed: readonly Placed[], person: Terminal): Promise<Placed[]> {
  const chosen: Placed[] = [];
  for (const one of placed) if (await person.agrees(`${one.assistant.title}?`, true)) chosen.push(one);
  return chosen;
}

/** All that configurations say, whether this program could change them or not. */
function textsOf(machine: Machine): string[] {
  return placeAll(machine).flatMap(({ path }) => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return [];
    }
  });
}
