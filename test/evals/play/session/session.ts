import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { createSandbox } from '../../../../src/sandbox/index.ts';
import { createUser } from '../../../support/clients/asked.ts';
import type { TestClient } from '../../../support/clients/harness.ts';
import { type PreparedRequest, prepareRequest } from '../judging/judge.ts';
import type { PlayRequest, Policy } from '../request.ts';
import { requestWithId } from '../requests/index.ts';
import { connectArm } from './connect-arm.ts';
import { type ListedTool, pageOf, readByModel, toolsForModel } from './pages.ts';
import { type Arm, type PlayResult, type PlayTotals, resultFile } from './result.ts';
import type { PlayMessage } from './socket.ts';

/** Options of a session, in which one player works on one request. */
export interface SessionOptions {
  readonly id: string;
  /** Folder for the result and the log of calls. */
  readonly dir: string;
  /** Folder for files that the server needs during the session. */
  readonly scratch: string;
  readonly arm: Arm;
  /** Default: the policy of the request. */
  readonly policy?: Policy;
}

export interface PlaySession {
  readonly prompt: string;
  readonly day: string;
  /** Runs a command and returns its output. */
  handle(message: PlayMessage): Promise<string>;
  /** Judges the end state and writes the result. */
  finish(end: PlayResult['end'], answer?: string): Promise<PlayResult>;
  close(): Promise<void>;
}

/** Maximum number of calls in a session, because a player that has made so many is repeating itself. */
const mostCalls = 300;
const callTimeoutMs = 300_000;
/** Counts special tokens as plain text, because the service's texts may contain them. */
const tokensOf = (text: string): number => countTokens(text, { disallowedSpecial: new Set() });

/** Starts an embedded service and a server for the request's user, and connects a client to it. */
export async function openSession(options: SessionOptions): Promise<PlaySession> {
  const request = requestWithId(options.id);
  const sandbox = await createSandbox({ quirks: { language: 'user' } });
  try {
    const prepared = await prepareRequest(sandbox.url, request);
    const policy = options.policy ?? request.policy ?? 'approve';
    const person = createUser(policy === 'approve' ? 'agrees' : 'declines');
    const client = await connectArm({
      arm: options.arm,
      origin: sandbox.url,
      login: request.who,
      user: person,
      scratch: options.scratch,
    });
    const session = new Player({
      ...options,
      policy,
      request,
      prepared,
      client,
      questions: person.questions,
    });
    await session.list();
    return {
      prompt: prepared.prompt,
      day: prepared.times.today,
      handle: (message) => session.handle(message),
      finish: (end, answer) => session.finish(end, answer),
      close: async () => {
        await client.close();
        await sandbox.close();
        writeFileSync(join(options.dir, 'server.log'), client.stderr());
      },
    };
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}

interface PlayerOptions extends SessionOptions {
  readonly policy: Policy;
  readonly request: PlayRequest;
  readonly prepared: PreparedRequest;
  readonly client: TestClient;
  readonly questions: readonly string[];
}

/** Runs the commands of one player and counts their use. */
class Player {
  readonly #options: PlayerOptions;
  readonly #startedAt = Date.now();
  readonly #totals: PlayTotals = {
    ...{ calls: 0, refused: 0, unsent: 0, tokensRead: 0, tokensSent: 0 },
    ...{ questions: 0, seconds: 0 },
  };
  readonly #texts = new Map<number, string>();
  #listed = '';
  #beforehand: PlayResult['beforehand'] = { tools: 0, toolTokens: 0, instructionTokens: 0 };

  constructor(options: PlayerOptions) {
    this.#options = options;
  }

  /** Reads the tools and instructions, as a client does before a model's first reply. */
  async list(): Promise<void> {
    const { client } = this.#options;
    const { tools } = (await client.listTools()) as { tools: ListedTool[] };
    const shown = toolsForModel(tools);
    const instructions = client.library.getInstructions() ?? '';
    const oneEachLine = shown.map((tool) => `${JSON.stringify(tool)}\n`).join('');
    this.#listed = `Instructions:\n${instructions || 'none'}\n\n${tools.length} tools:\n${oneEachLine}`;
    const [toolTokens, instructionTokens] = [JSON.stringify(shown), instructions].map(tokensOf);
    this.#beforehand = {
      tools: tools.length,
      toolTokens: toolTokens ?? 0,
      instructionTokens: instructionTokens ?? 0,
    };
  }

  async handle({
    command,
    page = 1,
    tool = '',
    args = '{}',
    call = 0,
    answer,
  }: PlayMessage): Promise<string> {
    const { dir } = this.#options;
    switch (command) {
      case 'tools':
        return pageOf(this.#listed, page, (next) => `--play tools --page ${next} --dir ${dir}`);
      case 'call':
        return this.#call(tool, args);
      case 'more':
        return this.#pageOfCall(call, page);
      case 'end':
        await this.finish('answered', answer);
        return `The session has ended after ${this.#totals.calls} calls. ${resultFile} is written.`;
    }
  }

  async #call(tool: string, text: string): Promise<string> {
    const totals = this.#totals;
    const args = objectIn(text);
    if (args === undefined) {
      totals.unsent += 1;
      this.#log({ tool, unsent: text });
      return 'The arguments are not a JSON object. Nothing was sent.';
    }
    if (totals.calls >= mostCalls) return `${mostCalls} calls are the most. End the session with --play end.`;
    totals.calls += 1;
    const number = totals.calls;
    const { result, isError } = await this.#answerTo(tool, args);
    const [read, sent] = [tokensOf(result), tokensOf(JSON.stringify(args))];
    totals.tokensRead += read;
    totals.tokensSent += sent;
    totals.refused += Number(isError);
    this.#texts.set(number, result);
    this.#log({ call: number, tool, args, isError, tokens: { read, sent }, result });
    return `${isError ? '[error]\n' : ''}${this.#pageOfCall(number, 1)}`;
  }

  /** Makes a call. A protocol error is returned as a failed result with its message, because models read it. */
  async #answerTo(tool: string, args: Record<string, unknown>) {
    try {
      const answer = await this.#options.client.callTool(tool, args, { timeout: callTimeoutMs });
      return { result: readByModel(answer), isError: answer.isError === true };
    } catch (error) {
      return { result: `Error: ${(error as Error).message}`, isError: true };
    }
  }

  #pageOfCall(call: number, page: number): string {
    const text = this.#texts.get(call);
    if (text === undefined) return `There was no call ${call}.`;
    return pageOf(text, page, (next) => `--play more ${call} ${next} --dir ${this.#options.dir}`);
  }

  async finish(end: PlayResult['end'], answer?: string): Promise<PlayResult> {
    const { dir, arm, policy, request, prepared, questions } = this.#options;
    const { id, language, who, kind } = request;
    const judged = await prepared.judge(answer);
    const seconds = Math.round((Date.now() - this.#startedAt) / 1000);
    const result: PlayResult = {
      ...{ id, language, who, kind, arm, policy },
      ...{ prompt: prepared.prompt, day: prepared.times.today, end, answer: answer ?? null },
      ...judged,
      totals: { ...this.#totals, questions: questions.length, seconds },
      beforehand: this.#beforehand,
    };
    writeFileSync(join(dir, resultFile), `${JSON.stringify(result, null, 2)}\n`);
    return result;
  }

  #log(entry: object): void {
    appendFileSync(join(this.#options.dir, 'calls.jsonl'), `${JSON.stringify(entry)}\n`);
  }
}

/** Returns undefined if the text is not a JSON object. */
function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
