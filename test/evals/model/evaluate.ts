import type { TestService } from '../../support/clients/harness.ts';
import type { Question } from '../question.ts';
import { answeredPlainly, effectOf, fresh, inOrder } from '../run.ts';
import { type Answered, askModel } from './answer.ts';
import type { ModelSettings } from './settings.ts';

/** One question, asked of a model once; a line of JSON. */
export interface Trial extends Omit<Answered, 'cost' | 'facts'> {
  readonly question: string;
  readonly kind: Question['kind'];
  readonly language: Question['language'];
  /** From 1. */
  readonly iteration: number;
  /** Whether the facts, or what is so after a change, are exactly those of the plain API. */
  readonly isRight: boolean;
  readonly facts: readonly string[] | null;
  readonly expected: readonly string[];
  readonly calls: number;
  readonly tokens: number;
}

export interface Evaluated {
  readonly settings: ModelSettings;
  /** The one that is asked, and the one that says what is right; both as at first for each question. */
  readonly service: TestService;
  readonly plain: TestService;
  readonly questions: readonly Question[];
  readonly iterations: number;
  /** Told of each as soon as it is there. */
  readonly onTrial?: (trial: Trial) => void;
}

/** Asks a model everything, as often as is wanted. */
export async function evaluate({
  settings,
  service,
  plain,
  questions,
  iterations,
  onTrial,
}: Evaluated): Promise<readonly Trial[]> {
  const trials: Trial[] = [];
  for (const question of questions) {
    const right = await answeredPlainly(plain, question);
    for (let iteration = 1; iteration <= iterations; iteration += 1) {
      const { answered, effect } = await fresh(service, question, async (client) => ({
        answered: await askModel(settings, question, client),
        effect: inOrder(await effectOf(service, question)),
      }));
      const { cost, facts, ...rest } = answered;
      const trial = {
        ...{ question: question.id, kind: question.kind, language: question.language, iteration },
        isRight:
          answered.end === 'answered' &&
          isSame(effect, right.effect) &&
          isRightly(facts, right.facts, question),
        ...{ facts: facts ? inOrder(facts) : null, expected: right.facts },
        ...cost,
        ...rest,
      };
      trials.push(trial);
      onTrial?.(trial);
    }
  }
  return trials;
}

/** After a change counts what is so, whatever is said of it. */
const isRightly = (facts: readonly string[] | undefined, right: readonly string[], { kind }: Question) =>
  kind === 'change' || (facts !== undefined && isSame(inOrder(facts), right));

const isSame = (one: readonly string[], other: readonly string[]) =>
  JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));
