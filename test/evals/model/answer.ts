import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { type TestClient, textOf } from '../../support/clients/harness.ts';
import type { Cost } from '../api.ts';
import type { Facts, Question } from '../question.ts';
import { ModelError } from './post.ts';
import { type OfferedTool, type Said, startConversation, type WantedCall } from './providers.ts';
import type { ModelSettings } from './settings.ts';

/** Result of asking a model one question. */
export interface Answered {
  readonly cost: Cost;
  /** How the conversation ended. */
  readonly end: 'answered' | 'refused' | 'endless' | 'failed';
  /** Facts of the answer. Undefined if the model gave none in the required format. */
  readonly facts: Facts | undefined;
  /** Number of calls of unknown tools, and of tools that change data although the question asks for no change. */
  readonly wrongTools: number;
  /** Number of refused calls. */
  readonly errors: number;
  /** Number of calls whose arguments are not a JSON object. */
  readonly broken: number;
  /** Reason for a failure. */
  readonly reason?: string;
}

/** Maximum number of replies. A model that has not answered by then is repeating itself. */
const mostTurns = 15;

const system = [
  'You are the assistant of somebody at a law firm. Use the tools to find what is asked or to do what is wanted; ask nothing back.',
  'When you have it, end with one line: ANSWER: and a JSON list of strings, each one fact of the answer and nothing else.',
  'Names stand exactly as the service has them, numbers plain (1250000.5), days as 2026-03-31. [] where there is nothing, and after a change.',
].join('\n');

/** Asks a model one question. The model may use every tool that the client lists. */
export async function askModel(
  settings: ModelSettings,
  question: Question,
  client: TestClient,
): Promise<Answered> {
  const { tools } = await client.listTools();
  const conversation = startConversation(settings, system, tools.map(offered));
  const counts = { calls: 0, tokens: 0, wrongTools: 0, errors: 0, broken: 0 };
  const isWrong = ({ tool }: WantedCall) => {
    const meant = tools.find(({ name }) => name === tool);
    const { readOnlyHint } = (meant?.annotations ?? {}) as { readOnlyHint?: boolean };
    return meant === undefined || (readOnlyHint !== true && question.kind !== 'change');
  };
  const carriedOut = async (call: WantedCall) => {
    counts.calls += 1;
    if (isWrong(call)) counts.wrongTools += 1;
    const args = argumentsOf(call);
    if (args === undefined) counts.broken += 1;
    const { text, isError } =
      args === undefined
        ? { text: 'The arguments are no JSON object. Nothing was called.', isError: true }
        : await called(client, call.tool, args);
    counts.tokens += countTokens(text);
    if (isError) counts.errors += 1;
    return { call, text, isError };
  };
  const ended = (end: Answered['end'], rest: Partial<Answered> = {}): Answered => {
    const { calls, tokens, ...others } = counts;
    return { cost: { calls, tokens }, end, facts: undefined, ...others, ...rest };
  };
  try {
    const form = question.form === undefined ? '' : `\nEach fact as: ${question.form}.`;
    let said: Said = await conversation.say(`${question.asked}${form}`);
    for (let turn = 1; turn < mostTurns; turn += 1) {
      if (said.isRefusal) return ended('refused');
      if (said.calls.length === 0) return ended('answered', { facts: factsOf(said.text) });
      const results = [];
      for (const call of said.calls) results.push(await carriedOut(call));
      said = await conversation.say(results);
    }
    return ended('endless');
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return ended('failed', { reason: error.message });
  }
}

const offered = ({
  name,
  description,
  inputSchema,
}: {
  name: string;
  [key: string]: unknown;
}): OfferedTool => ({
  name,
  description: String(description ?? ''),
  schema: inputSchema,
});

function argumentsOf({ args }: WantedCall): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(args === '' ? '{}' : args);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Calls a tool. A protocol error, as for an unknown tool, is returned as a failed result. */
async function called(client: TestClient, tool: string, args: Record<string, unknown>) {
  try {
    const answer = await client.callTool(tool, args);
    const parts = answer.content.map(({ text = '' }) => text).join('\n');
    return { text: parts || textOf(answer), isError: answer.isError === true };
  } catch (error) {
    return { text: error instanceof Error ? error.message : String(error), isError: true };
  }
}

/** Returns the list of facts at the end of the answer. Returns undefined if there is none. */
function factsOf(text: string): Facts | undefined {
  const list = /ANSWER:\s*(\[[\s\S]*\])\s*$/.exec(text.trim())?.[1];
  try {
    const facts: unknown = JSON.parse(list ?? '');
    return Array.isArray(facts) ? facts.map((fact) => String(fact).trim()) : undefined;
  } catch {
    return undefined;
  }
}
