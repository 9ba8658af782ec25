import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { type TestClient, type TestService, textOf } from '../support/clients/harness.ts';
import { type Cost, everyName, plainApi } from './api.ts';
import type { Facts, Known, Question, Read } from './question.ts';

/** What came of a question: what it cost, the facts of its answer, and for a change what is so afterwards. */
export interface Outcome {
  readonly cost: Cost;
  readonly facts: Facts;
  readonly effect: Facts;
}

/** The service as at first, and a program between it and one person. @returns what the work answers */
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

/** What is so after a change, as an administrator sees it. */
export const effectOf = async ({ url }: TestService, { effect }: Question): Promise<Facts> =>
  (await effect?.(plainApi(url, 'admin'))) ?? [];

/** By plain requests: also what every other way is held to. */
export async function answeredPlainly(service: TestService, question: Question): Promise<Outcome> {
  service.reset();
  const cost = { calls: 0, tokens: 0 };
  const facts = await question.plain(plainApi(service.url, question.who, cost));
  return { cost, facts: inOrder(facts), effect: await effectOf(service, question) };
}

/** By the calls of its script. @throws where the script cannot go on */
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
      // A refusal that says what to do instead is something to go on with.
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

/** Names of all records of a service that nobody has changed. */
export async function namesOfAll(service: TestService): Promise<Known> {
  service.reset();
  return everyName(plainApi(service.url, 'admin'));
}
