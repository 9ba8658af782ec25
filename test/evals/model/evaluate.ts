import type { TestService } from '../../support/clients/harness.ts';
import type { Question } from '../question.ts';
import { answeredPlainly, effectOf, fresh, inOrder } from '../run.ts';
import { type Answered, askModel } from './answer.ts';
import type { ModelSettings } from './settings.ts';

/** Result of asking a model one question once. Written as a line of JSON. */
export interface Trial extends Omit<Answered, 'cost' | 'facts'> {
  readonly question: string;
  readonly kind: Question['kind'];
  readonly language: Question['language'];
  /** Number of the repetition, from 1. */
  readonly iteration: number;
  /** Whether the facts, or the state after a change, are exactly those of the service's API. */
  readonly isRight: boolean;
  readonly facts: readonly string[] | null;
  readonly expected: readonly string[];
  readonly calls: number;
  readonly tokens: number;
}

export interface Evaluated {
  readonly settings: ModelSettings;
  /** `service` is used by the model, `plain` provides the right answers. Both are reset before each question. */
  readonly service: TestService;
  readonly plain: TestService;
  readonly questions: readonly Question[];
  readonly iterations: number;
  /** Called with each result as soon as it is known. */
  readonly onTrial?: (trial: Trial) => void;
}

/** Asks a model all questions, each `iterations` times. */
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

/** For a change, only the state of the service counts, not the answer's text. */
const isRightly = (facts: readonly string[] | undefined, right: readonly string[], { kind }: Question) =>
  kind === 'change' || (facts !== undefined && isSame(inOrder(facts), right));

const isSame = (one: readonly string[], other: readonly string[]) =>
  JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));
