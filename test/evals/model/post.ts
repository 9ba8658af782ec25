import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';

/** Maximum number of attempts if the model is busy. */
const mostTries = 6;
/** Maximum wait between attempts, in milliseconds, even if the server requests a longer one. */
const longestWait = 60_000;
/** Maximum number of characters of a server's error response that a message shows. */
const shownReason = 300;

/** A model that does not respond, or whose response is invalid. */
export class ModelError extends Error {}

/**
 * Posts JSON and returns the parsed JSON response. Waits and retries if the server asks for it.
 * @param headers headers, possibly with an API key. No error message contains them
 * @throws ModelError
 */
export async function postJson(
  address: string,
  headers: Readonly<Record<string, string>>,
  body: object,
): Promise<any> {
  for (let tries = 1; ; tries += 1) {
    const reply = await request(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      bodyTimeout: 300_000,
      headersTimeout: 300_000,
    }).catch((error: unknown) => {
      throw new ModelError(
        `the model cannot be reached: ${(error as { code?: string }).code ?? 'no answer'}`,
      );
    });
    const text = await reply.body.text();
    if (reply.statusCode < 300) return parsed(text);
    const isBusy = [429, 503, 529].includes(reply.statusCode);
    if (!isBusy || tries === mostTries)
      throw new ModelError(`the model answered ${reply.statusCode}: ${text.slice(0, shownReason)}`);
    await sleep(waitOf(reply.headers['retry-after'], tries));
  }
}

function parsed(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    throw new ModelError('the model answered with what is no JSON');
  }
}

/**
 * Returns the wait before the next attempt, in milliseconds.
 * @param after value of `Retry-After` in seconds or as a date, if it was sent
 */
function waitOf(after: string | string[] | undefined, tries: number): number {
  const said = String(after ?? '');
  const wait = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - Date.now();
  return Math.min(Number.isNaN(wait) ? 1000 * 2 ** tries : Math.max(0, wait), longestWait);
}
