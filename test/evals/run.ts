import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { type TestClient, type TestService, textOf } from '../support/clients/harness.ts';
import { type Cost, everyName, plainApi } from './api.ts';
import type { Facts, Known, Question, Read } from './question.ts';

/** Result of a question: its cost, the facts of the answer, and for a change the state afterwards. */
export interface Outcome {
  readonly cost: Cost;
  readonly facts: Facts;
  readonly effect: Facts;
}

/** Resets the service and connects a client of the user to a new server. Returns the result of `work`. */
export async function fresh<Result>(
  service: TestService,
  question: Pick<Question, 'who'>,
  work: (client: TestClient) => Promise<Result>,
): Promise<Result> {
  service.reset();
  const env = { CASEBRIDGE_SURFACE: 'everyday', CASEBRIDGE_ANSWER_TOKENS: '' };
  const client = await service.connectAs(question.who, { over: 'memory', env });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

export const inOrder = (facts: Facts): string[] => [...new Set(facts)].sort();

/** Returns the state after a change, as an administrator sees it. */
export const effectOf = async ({ url }: TestService, { effect }: Question): Promise<Facts> =>
  (await effect?.(plainApi(url, 'admin'))) ?? [];

/** Answers a question by plain requests. Results of the other ways are compared with it. */
export async function answeredPlainly(service: TestService, question: Question): Promise<Outcome> {
  service.reset();
  const cost = { calls: 0, tokens: 0 };
  const facts = await question.plain(plainApi(service.url, question.who, cost));
  return { cost, facts: inOrder(facts), effect: await effectOf(service, question) };
}

/**
 * Answers a question by its scripted calls.
 * @throws Error if the last call is refused or a step of the script fails
 */
export async function answeredByScript(
  service: TestService,
  question: Question,
  known: Known,
): Promise<Outcome> {
  return fresh(service, question, async (client) => {
    const offered = new Set((await client.listTools()).tools.map(({ name }) => name));
    const texts: string[] = [];
    const read = (): Read => ({ texts, all: texts.join('\n'), known });
    const cost = { calls: 0, tokens: 0 };
    for (const [index, step] of question.calls.entries()) {
      const { tool, args = {} } = typeof step === 'function' ? step(read()) : step;
      if (!offered.has(tool)) throw new Error(`${question.id}: ${tool} is in no list`);
      const answer = await client.callTool(tool, { ...args });
      const text = textOf(answer);
      cost.calls += 1;
      const parts = answer.content.map(({ text: part = '' }) => part);
      for (const part of parts) cost.tokens += countTokens(part);
      // An assistant can continue after a refusal that says what to do instead. Only the last call must
      // succeed.
      if (answer.isError && index === question.calls.length - 1)
        throw new Error(`${question.id}: ${tool} was refused: ${text}`);
      texts.push(parts.join('\n'));
    }
    return {
      cost,
      facts: inOrder(question.facts?.(read()) ?? []),
      effect: await effectOf(service, question),
    };
  });
}

/** Resets the service and returns the names of all its records. */
export async function namesOfAll(service: TestService): Promise<Known> {
  service.reset();
  return everyName(plainApi(service.url, 'admin'));
}
