import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';

/** A model that is busy is asked again this often. */
const mostTries = 6;
/** Milliseconds; nobody waits longer because a server says so. */
const longestWait = 60_000;
/** Characters of what a server says about a refusal. */
const shownReason = 300;

/** A model that does not answer, or answers with what is no answer. */
export class ModelError extends Error {}

/**
 * JSON for JSON. Who is asked to come later comes later.
 * @param headers may hold a key: no error tells them
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

/** @param after seconds, or a date, where it was said */
function waitOf(after: string | string[] | undefined, tries: number): number {
  const said = String(after ?? '');
  const wait = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - Date.now();
  return Math.min(Number.isNaN(wait) ? 1000 * 2 ** tries : Math.max(0, wait), longestWait);
}
