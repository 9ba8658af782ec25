import { fileURLToPath } from 'node:url';
import { end, openRaw, start } from './load/raw-client.ts';

/**
 * `npm run bench:query` compares a query over 3,000 cases and their object cards with a bare client that
 * sends the same requests concurrently. Both sides are measured alternately several times. The service is a
 * separate process. The target ratio is 1.2.
 */
const program = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
const rounds = 3;
const lanes = 16;
const say = (text: string) => process.stdout.write(`${text}\n`);
const login = { login: 'anna', password: 'sandbox-anna' };

async function bare(url: string): Promise<number> {
  const json = { 'content-type': 'application/json' };
  const post = async (path: string, body: object, headers: Record<string, string>): Promise<any> =>
    (
      await fetch(url + path, {
        method: 'POST',
        headers: { ...json, ...headers },
        body: JSON.stringify(body),
      })
    ).json();
  const { access_token } = await post(
    '/api/v2/auth/token',
    { grant_type: 'password', username: login.login, password: login.password },
    {},
  );
  const headers = { authorization: `Bearer ${access_token}` };
  const began = performance.now();
  const ids: string[] = [];
  for (let Page = 1, next: unknown = ''; next !== null; Page += 1) {
    const page = await post('/api/v3/objects/GetCases', { Page, PageSize: 100 }, headers);
    ids.push(...page.Items.map(({ Id }: { Id: string }) => Id));
    next = page.NextPageUrl ?? null;
  }
  const lane = async () => {
    for (let id = ids.pop(); id !== undefined; id = ids.pop())
      await (await fetch(`${url}/api/v2/objects/${id}`, { headers })).json();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return performance.now() - began;
}

async function queried(url: string): Promise<number> {
  const client = await openRaw({
    args: [program],
    env: {
      CASEBRIDGE_URL: url,
      CASEBRIDGE_LOGIN: login.login,
      CASEBRIDGE_PASSWORD: login.password,
      CASEBRIDGE_QUERY_REQUESTS: '20000',
      CASEBRIDGE_LEARN: 'off',
    },
  });
  try {
    await client.ask('tools/call', { name: 'who_am_i', arguments: {} });
    const began = performance.now();
    const sql = 'SELECT responsible, count(*), sum(ClaimAmount) FROM cases GROUP BY 1';
    const answer: any = await client.ask('tools/call', { name: 'query_records', arguments: { sql } });
    if (answer.isError) throw new Error(answer.content[0].text);
    return performance.now() - began;
  } finally {
    await client.end();
  }
}

/** Returns the address that the service prints when it listens. */
const addressOf = (service: ReturnType<typeof start>) =>
  new Promise<string>((resolve, reject) => {
    let said = '';
    service.once('exit', () => reject(new Error(`the service ended: ${said}`)));
    service.stdout?.on('data', (chunk) => {
      said += chunk;
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
      if (address) resolve(address);
    });
  });

/**
 * Minimum latency of each request, in milliseconds: none for the embedded service, 25 for a service across a
 * network.
 */
for (const ms of [0, 25]) {
  const rules = [{ on: '*', fault: { kind: 'latency', ms } }];
  const slow = ms === 0 ? [] : ['--faults', JSON.stringify(rules)];
  const service = start({ args: [program, 'sandbox', '0', '--large', ...slow] });
  try {
    const url = await addressOf(service);
    await bare(url);
    for (let round = 0; round < rounds; round += 1) {
      const [one, other] = [await bare(url), await queried(url)];
      const times = `bare ${Math.round(one)} ms, query_records ${Math.round(other)} ms`;
      say(`a service with ${ms} ms a request: ${times}: ${(other / one).toFixed(2)} x`);
    }
  } finally {
    await end(service);
  }
}
