import { readFileSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Launch } from '../../assistants/assistant.ts';
import { connect, disconnect, type Outcome } from '../../assistants/connect.ts';
import { type Machine, type Placed, placeAll, thisMachine } from '../../assistants/places.ts';
import { UsageError } from '../../config/command-line.ts';
import { type Command, type CommandContext, print } from '../command.ts';
import { openTerminal, type Terminal } from './ask.ts';
import { chosenSettings, namedAssistants } from './choose.ts';
import { linesOn } from './report.ts';
import { forgetSecrets, variablesOf, writeSecrets } from './secret-files.ts';
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
  const { words, flags, environment } = context;
  const isDry = flags['dry-run'] === true;
  const chosen = await agreedOn(words, namedAssistants(words, machine), flags.yes === true || isDry, person);
  if (chosen.length === 0) return 0;
  const config = await chosenSettings(context.config(), person);
  const { env, files } = variablesOf(config, machine);
  const launch: Launch = { ...programOf(environment), env };
  if (!isDry) writeSecrets(files);
  let trouble: string | undefined;
  if (!isDry) {
    try {
      print(`The server starts and lists ${await countTools(launch, environment)} tools.`);
      if (!config.sandbox) trouble = await troubleOf(launch, environment);
    } catch (error) {
      forgetSecrets(machine, textsOf(machine));
      throw error;
    }
  }
  const outcomes: Outcome[] = [];
  for (const placed of chosen) {
    const outcome = await connect(placed, launch, { machine, isDry });
    outcomes.push(outcome);
    print(linesOn(outcome, isDry));
  }
  if (isDry) return exitCode(outcomes);
  forgetSecrets(machine, textsOf(machine));
  print(lastWords(outcomes, trouble, config.sandbox));
  return trouble === undefined ? exitCode(outcomes) : 1;
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

/** The way to start this very program that lasts longest: Node by the name that its updates keep. */
function programOf({ PATH = '' }: CommandContext['environment']): Pick<Launch, 'command' | 'args'> {
  const script = realpathSync(process.argv[1] as string);
  const isSame = (path: string) => {
    try {
      return realpathSync(path) === realpathSync(process.execPath);
    } catch {
      return false;
    }
  };
  const inPath = PATH.split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, process.platform === 'win32' ? 'node.exe' : 'node'))
    .find(isSame);
  return { command: inPath ?? process.execPath, args: [script] };
}

function lastWords(outcomes: readonly Outcome[], trouble: string | undefined, isSandbox: boolean): string {
  const ready = outcomes
    .filter(({ state }) => state !== 'untouched')
    .map(({ placed }) => placed.assistant.title);
  if (trouble !== undefined)
    return `The server starts, but cannot work yet: ${trouble}\ncasebridge doctor with the same settings says more.`;
  if (ready.length === 0) return 'None of them was connected.';
  const question = isSandbox
    ? 'What is due on the Smith case this week, and who is responsible?'
    : 'Which of my tasks are due this week?';
  return `Ready: restart ${ready.join(', ')}. Then ask: ${question}`;
}
