import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHttpServer } from '../../support/clients/harness.ts';
import { run } from '../../support/clients/process.ts';
import { useSandbox } from '../../support/sandbox.ts';
import { freePorts } from '../../support/servers/nginx.ts';
import { type Passing, startPassing } from '../../support/servers/passing.ts';
import { startProxy, type TestProxy } from '../../support/servers/proxy.ts';
import {
  answerCases,
  answering,
  asUsual,
  type Case,
  type Instead,
  settingCases,
  unfilled,
} from './doctor-cases.ts';
import { otherServerCases } from './other-server-cases.ts';

/** `casebridge doctor`, with one problem at a time. */

interface Found {
  readonly check: string;
  readonly state: string;
  readonly text: string;
}

const sandbox = useSandbox();
const tlsFile = (name: string) =>
  fileURLToPath(new URL(`../../support/servers/tls/${name}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'casebridge-doctor-'));
const ends: (() => Promise<unknown>)[] = [];

/** Proxy in front of the embedded service, which applies `instead`. */
let service: Passing;
let instead: Instead;
const pass: Parameters<typeof startPassing>[1] = ({ url = '' }, outgoing) =>
  instead(url, outgoing) ? undefined : {};
let proxy: TestProxy;
let unused: number;
beforeAll(async () => {
  service = await startPassing(() => sandbox.url, pass);
  proxy = await startProxy(service.port);
  [unused = 1] = await freePorts(1);
  ends.push(service.close, proxy.close);
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
  rmSync(folder, { recursive: true });
});

const password = 'sandbox-anna';
const examine = async (env: Record<string, string | undefined> = {}, args: readonly string[] = []) => {
  const all = {
    CASEBRIDGE_URL: service.url,
    CASEBRIDGE_LOGIN: 'anna',
    CASEBRIDGE_PASSWORD: password,
    ...env,
  };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
  const { code, stdout, stderr } = await run(['doctor', '--json', ...args], given);
  expect(stderr).toBe('');
  expect(stdout).not.toMatch(/sandbox-anna|canary|[0-9a-f]{64}/);
  return { code, findings: JSON.parse(stdout) as Found[] };
};
const wrong = (findings: readonly Found[]) =>
  findings.filter(({ state }) => state === 'failed' || state === 'warning');

const secure = async (name: string) => {
  const tls = { cert: readFileSync(tlsFile(name)), key: readFileSync(tlsFile('key.pem')) };
  const passing = await startPassing(() => sandbox.url, pass, tls);
  ends.push(passing.close);
  return { CASEBRIDGE_URL: passing.url, CASEBRIDGE_CA_FILE: tlsFile('authority.pem') };
};
const cases: readonly Case[] = [
  ...settingCases,
  {
    what: 'a placeholder in place of something that may be missing',
    env: () => ({ CASEBRIDGE_USER: unfilled }),
    finds: ['settings', 'warning', /unfilled placeholder.*CASEBRIDGE_USER/],
  },
  {
    what: 'a shared folder that is missing',
    env: () => ({ CASEBRIDGE_EXCHANGE_DIR: '/nowhere' }),
    finds: ['folder', 'failed', /existing directory that is used for nothing else/],
  },
  {
    what: 'a host that nobody knows',
    env: () => ({ CASEBRIDGE_URL: 'https://cases.invalid' }),
    finds: ['name', 'failed', /host name (is unknown|could not be looked up)/],
  },
  {
    what: 'a port at which nobody listens',
    env: () => ({ CASEBRIDGE_URL: `http://localhost:${unused}` }),
    finds: ['connection', 'failed', /refused/],
  },
  {
    what: 'a proxy that wants a password',
    env: () => {
      proxy.turn = 407;
      return {
        CASEBRIDGE_URL: 'https://cases.example.test',
        HTTPS_PROXY: `http://ann:canary@127.0.0.1:${proxy.port}`,
      };
    },
    finds: ['proxy', 'failed', /status 407/],
  },
  {
    what: 'a proxy that refuses',
    env: () => {
      proxy.turn = 403;
      return { CASEBRIDGE_URL: 'https://cases.example.test', HTTPS_PROXY: proxy.url };
    },
    finds: ['proxy', 'failed', /status 403.*HTTPS_PROXY/],
  },
  {
    what: 'a proxy that is away',
    env: () => ({ CASEBRIDGE_URL: 'https://cases.example.test', HTTPS_PROXY: `http://127.0.0.1:${unused}` }),
    finds: ['proxy', 'failed', /The proxy .* cannot be reached/],
  },
  {
    what: 'a certificate that has expired',
    env: () => secure('expired.pem'),
    finds: ['TLS', 'failed', /expired/],
  },
  {
    what: 'a certificate of another host',
    env: () => secure('other-host.pem'),
    finds: ['TLS', 'failed', /another host/],
  },
  {
    what: 'a certificate of nobody',
    env: () => secure('self-signed.pem'),
    finds: ['TLS', 'failed', /CASEBRIDGE_CA_FILE/],
  },
  {
    what: 'an authority that nobody named',
    env: async () => ({ ...(await secure('good.pem')), CASEBRIDGE_CA_FILE: undefined }),
    finds: ['TLS', 'failed', /CASEBRIDGE_CA_FILE/],
  },
  {
    what: 'https to a port of http',
    env: () => ({ CASEBRIDGE_URL: service.url.replace('http:', 'https:') }),
    finds: ['TLS', 'failed', /begin with http\?/],
  },
  ...answerCases,
  {
    what: 'a file of a token that is missing',
    env: () => ({
      CASEBRIDGE_LOGIN: undefined,
      CASEBRIDGE_PASSWORD: undefined,
      CASEBRIDGE_SSO_TOKEN_FILE: join(folder, 'none'),
    }),
    finds: ['sign-in', 'failed', /CASEBRIDGE_SSO_TOKEN_FILE/],
  },
  {
    what: 'a user without some rights',
    instead: answering(/\/users/, 403),
    finds: ['rights', 'warning', /no permission to read: .*users \(API_ERROR 403\)/],
  },
  {
    what: 'files of documents that the user may not read',
    instead: answering(/\/documents\/Download/, 403),
    finds: ['document', 'warning', /^Withheld: the file of a document/],
  },
  {
    what: 'a file that is damaged',
    instead: answering(/\/documents\/Download/, 200, '%PDF-1.4 canary', {
      'content-type': 'application/pdf',
    }),
    finds: ['document', 'warning', /^A document could not be read\. document: /],
  },
  ...otherServerCases({ service: () => service.url, unused: () => unused, ends }),
];

describe('casebridge doctor', () => {
  it.each(cases)('finds $what', async ({ env, instead: fault = asUsual, finds }) => {
    instead = fault;
    proxy.turn = 'tunnel';
    const { code, findings } = await examine(await env?.());
    const [check, state, words] = finds;
    const found = wrong(findings);
    expect(found.find((one) => one.check === check)).toMatchObject({
      state,
      text: expect.stringMatching(words),
    });
    // Checks that depend on a failed one are skipped, so that one problem is reported once.
    expect(found.filter((one) => one.state === 'failed').length).toBeLessThanOrEqual(1);
    expect(code).toBe(found.some((one) => one.state === 'failed') ? 1 : 0);
  });

  it('finds no problem if there is none, with a line for each step', async () => {
    instead = asUsual;
    proxy.turn = 'tunnel';
    const exchange = join(folder, 'exchange');
    mkdirSync(exchange);
    const { code, stdout } = await run(['doctor'], {
      ...(await secure('good.pem')),
      CASEBRIDGE_LOGIN: 'anna',
      CASEBRIDGE_PASSWORD: password,
      CASEBRIDGE_EXCHANGE_DIR: exchange,
    });
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => /^\w+ +\S+/.exec(line)?.[0].replace(/ +/, ' ')),
    ).toEqual([
      'ok settings',
      'skipped record',
      'ok folder',
      'ok name',
      'ok connection',
      'ok TLS',
      'ok service',
      'ok clock',
      expect.stringMatching(/^(ok|warning) versions$/),
      'skipped learnt',
      'ok sign-in',
      'ok token',
      'ok user',
      'ok rights',
      'ok document',
      'skipped address',
    ]);
    expect(stdout).toMatch(/ document +A document was read: [\w ]+, \d+ words?\.\n/);
    expect(stdout).toMatch(/ clock +This machine's clock agrees with the service's\.\n/);
    expect(code).toBe(0);
  });

  it('says that reading was not tried if there is no document', async () => {
    instead = answering(/\/api\/v3\/documents(\?|$)/, 200, '{"Items":[]}', {
      'content-type': 'application/json',
    });
    const { findings } = await examine();
    expect(findings.find(({ check }) => check === 'document')).toMatchObject({
      state: 'skipped',
      text: expect.stringMatching(/^The signed-in user can see no document/),
    });
  });

  it('finds the server at its address', async () => {
    instead = asUsual;
    const [port = 0] = await freePorts(1);
    const publicUrl = `http://localhost:${port}/mcp`;
    const env = { CASEBRIDGE_URL: service.url, CASEBRIDGE_PUBLIC_URL: publicUrl };
    const server = await startHttpServer({ args: ['--port', String(port), '--host', 'localhost'], env });
    ends.push(server.close);
    const { findings } = await examine({
      ...env,
      CASEBRIDGE_LOGIN: undefined,
      CASEBRIDGE_PASSWORD: undefined,
    });
    expect(findings).toContainEqual({
      check: 'address',
      state: 'ok',
      text: expect.stringContaining(publicUrl),
    });
    expect(findings).toContainEqual({
      check: 'sign-in',
      state: 'skipped',
      text: expect.stringContaining('each caller'),
    });
  });

  it('examines the embedded service as well', async () => {
    const { findings } = await examine(
      { CASEBRIDGE_URL: undefined, CASEBRIDGE_LOGIN: undefined, CASEBRIDGE_PASSWORD: undefined },
      ['--sandbox'],
    );
    // The clock check fails, because the embedded service's clock differs from the machine's.
    expect(findings.filter(({ check, state }) => state === 'failed' && check !== 'clock')).toEqual([]);
  });
});
