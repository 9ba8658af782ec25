import { Pool } from 'undici';

interface Ask {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

const participant = '/api/v2/participants/00000000-0000-4000-8000-9a27001000';
const object = '/api/v2/objects/00000000-0000-4000-8000-ca5e001000';

/**
 * Reads of the mixed load: records, lists, searches and a refusal. Every 40th turn creates, changes and deletes a
 * record instead. Every 400th turn also signs in.
 */
const reads: readonly ((turn: number) => Ask)[] = [
  (turn) => ({ method: 'GET', path: participant + hex(turn) }),
  (turn) => ({ method: 'GET', path: object + hex(turn) }),
  (turn) => ({ method: 'GET', path: `/api/v2/participants?page=${1 + (turn % 500)}&pageSize=20` }),
  (turn) => ({ method: 'GET', path: `/api/v2/cases?page=${1 + (turn % 150)}&pageSize=20` }),
  () => ({ method: 'GET', path: '/api/v2/users' }),
  () => ({ method: 'GET', path: '/api/v2/tasks?pageSize=10' }),
  (turn) => ({ method: 'GET', path: `/api/v2/participants?inn=${turn}` }),
  () => ({ method: 'GET', path: '/api/v2/objects/11111111-1111-4111-8111-111111111111' }),
];
const hex = (turn: number) => (turn % 256).toString(16).padStart(2, '0');

/** Sends `count` mixed requests, ten at a time. After each tenth of them, reports the rate and the heap size. */
export async function soak(
  origin: string,
  heap: () => Promise<number>,
  count: number,
  say: (text: string) => void,
): Promise<void> {
  const pool = new Pool(origin, { connections: 10 });
  let token = '';
  const ask = async ({ method, path, body }: Ask) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await pool.request({
      method,
      path,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 500) throw new Error(`${method} ${path}: ${answer.statusCode}`);
    return text;
  };
  const signIn = async () => {
    const body = { grant_type: 'password', username: 'anna', password: 'sandbox-anna' };
    token = JSON.parse(await ask({ method: 'POST', path: '/api/v2/auth/token', body })).access_token;
  };
  const turn = async (number: number): Promise<number> => {
    if (number % 400 === 0) await signIn();
    if (number % 40 !== 0) {
      await ask((reads[number % reads.length] as (turn: number) => Ask)(number));
      return 1;
    }
    const body = { Type: 'Individual', IndividualInfo: { LastName: 'Soak', FirstName: String(number) } };
    const id = JSON.parse(await ask({ method: 'POST', path: '/api/v4/participants', body })).Id;
    await ask({ method: 'PATCH', path: `/api/v2/participants/${id}`, body: { INN: '000000000000' } });
    await ask({ method: 'DELETE', path: `/api/v3/participants/${id}` });
    return 3;
  };
  await signIn();
  const before = await heap();
  say(`${count.toLocaleString('en')} mixed requests; heap at the start ${megabytes(before)}`);
  let number = 0;
  let sent = 0;
  for (let tenth = 1; tenth <= 10; tenth += 1) {
    const [began, from] = [performance.now(), sent];
    const worker = async () => {
      while (sent < (count * tenth) / 10) {
        number += 1;
        // Two steps, because `sent += await …` would read `sent` before the wait and lose the other workers'
        // additions.
        const done = await turn(number);
        sent += done;
      }
    };
    await Promise.all(Array.from({ length: 10 }, worker));
    const rate = Math.round(((sent - from) / (performance.now() - began)) * 1000);
    say(
      `  ${sent.toLocaleString('en').padStart(9)}  ${String(rate).padStart(6)}/s  heap ${megabytes(await heap())}`,
    );
  }
  await pool.close();
}

const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`;
