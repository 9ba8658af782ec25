import type { TestService } from '../support/clients/harness.ts';
import { startService } from '../support/clients/harness.ts';
import type { Known, Question } from './question.ts';
import { answeredByScript, answeredPlainly, namesOfAll, type Outcome } from './run.ts';

/**
 * Two services with the same records. `service` is used for the questions. Lists of `plain` can be filtered
 * by name, and its references include names.
 */
export interface Services {
  readonly service: TestService;
  /** Source of the right answers, and the cheapest case for one-to-one calls. */
  readonly plain: TestService;
  readonly known: Known;
  close(): Promise<void>;
}

export async function startServices(): Promise<Services> {
  const [service, plain] = await Promise.all([startService(), startService({ profile: 'convenient' })]);
  return {
    service,
    plain,
    known: await namesOfAll(plain),
    close: async () => {
      await Promise.all([service.close(), plain.close()]);
    },
  };
}

/** Answers a question by plain requests and by scripted calls. */
export async function bothWays(
  { service, plain, known }: Services,
  question: Question,
): Promise<{ plain: Outcome; short: Outcome }> {
  return {
    plain: await answeredPlainly(plain, question),
    short: await answeredByScript(service, question, known),
  };
}
