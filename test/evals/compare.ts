import type { TestService } from '../support/clients/harness.ts';
import { startService } from '../support/clients/harness.ts';
import type { Known, Question } from './question.ts';
import { answeredByScript, answeredPlainly, namesOfAll, type Outcome } from './run.ts';

/** The service that is asked, and one with the same records whose lists can be filtered by name and whose references have names. */
export interface Services {
  readonly service: TestService;
  /** Says what is right, and is the cheapest that one-to-one calls can meet. */
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

/** A question answered both ways. */
export async function bothWays(
  { service, plain, known }: Services,
  question: Question,
): Promise<{ plain: Outcome; short: Outcome }> {
  return {
    plain: await answeredPlainly(plain, question),
    short: await answeredByScript(service, question, known),
  };
}
