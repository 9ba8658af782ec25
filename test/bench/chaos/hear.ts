import type { Outcome } from './model.ts';
import { type Ended, type Manner, messageIn } from './send.ts';
import { count, type Tell, type World } from './world.ts';

/** Outcome of a request. */
export interface Heard {
  readonly requestId: string;
  readonly outcome: Outcome;
  /** All texts of the response; empty if no response was read. */
  readonly text: string;
  readonly result: any;
  /** Whether no fault altered the service's response. */
  readonly isWhole: boolean;
}

export interface Asking {
  /** Effect of the call at the service. A call that asks for confirmation (`question`) only reads. */
  readonly does?: 'read' | 'question' | 'write' | 'nothing';
  readonly id?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the response may contain records of other users. */
  readonly showsOthers?: boolean;
  /** User's response to a confirmation (elicitation) within a session. */
  readonly reply?: object;
  readonly isCalm?: boolean;
  readonly manner?: Manner;
}

const marks = /Chaos(\d+)x/g;

/**
 * Checks one user's responses for data of other users, secrets and internal errors.
 * @param forget called if the server no longer accepts the session, or the token
 */
export function createHearing(
  { proxy, report }: World,
  number: number,
  tell: Tell,
  forget: (isSessionAlone: boolean) => void,
) {
  /** Checks a response. */
  const hear = (
    ended: Ended,
    { requestId, id, asking, isWhole }: { requestId: string; id: number; asking: Asking; isWhole: boolean },
  ): Heard => {
    const heard = (outcome: Outcome, text = '', result?: any): Heard => ({
      requestId,
      outcome,
      text,
      result,
      isWhole,
    });
    if (ended.kind !== 'answered') return heard('unknown');
    checkText(ended.text, requestId, asking);
    if (ended.status !== 200) {
      if (ended.status === 401 || ended.status === 404) forget(ended.status === 404);
      if (ended.status === 500) tell('INTERNAL', requestId, ended.text);
      count(report.codes, `HTTP ${ended.status}`);
      return heard('failed', ended.text);
    }
    const message = messageIn(ended.text);
    if (message?.result === undefined && message?.error === undefined) {
      tell('unanswered', requestId, `status 200 without an answer: ${ended.text.slice(0, 200)}`);
      return heard('unknown');
    }
    if (message.id !== id && message.id !== null)
      tell('foreign answers', requestId, `the answer to ${message.id} came for ${id}`);
    if (message.error) {
      // MCP has only this error code for a resource that cannot be read. The message has the same format as the error
      // text of a tool call.
      const code = /^[A-Z_]{4,}( \d+)?/.exec(message.error.message)?.[0];
      if (message.error.code === -32_603 && (code ?? 'INTERNAL') === 'INTERNAL')
        tell('INTERNAL', requestId, ended.text);
      count(report.codes, code ?? `JSON-RPC ${message.error.code}`);
      return heard(isUnclear(message.error.message) ? 'unknown' : 'failed', message.error.message, message);
    }
    const { result } = message;
    const texts = (result.content ?? []).map(textOf);
    const text: string = [...texts, JSON.stringify(result.structuredContent ?? result.contents ?? '')].join(
      '\n',
    );
    if (!result.isError) return heard('done', text, result);
    const code = /^[A-Z_]+( \d+)?/.exec(text)?.[0] ?? 'none';
    count(report.codes, code);
    if (code === 'INTERNAL') tell('INTERNAL', requestId, text);
    if (code.startsWith('SIGN_IN_FAILED') || code === 'API_ERROR 401') forget(false);
    return heard(isUnclear(text) ? 'unknown' : 'failed', text, result);
  };

  const checkText = (text: string, requestId: string, { showsOthers }: Asking): void => {
    if (!showsOthers)
      for (const [mark, whose] of text.matchAll(marks))
        if (Number(whose) !== number) {
          tell('foreign answers', requestId, `${mark} for user ${number}: ${text.slice(0, 200)}`);
          break;
        }
    for (const [secret] of text.matchAll(/[\da-f]{64}/g))
      if (proxy.secrets.has(secret) && !/^f+$/.test(secret)) tell('secrets', requestId, text.slice(0, 300));
  };
  return { hear, checkText };
}

const textOf = ({ text, resource }: any): string =>
  text ?? resource?.text ?? Buffer.from(resource?.blob ?? '', 'base64').toString('utf8');

/** Checks whether a response to a change says that the change may have been made. */
const isUnclear = (text: string) =>
  /before doing it again|The outcome is unknown/.test(text) || text.startsWith('OUTCOME_UNKNOWN');
