import { dirname } from 'node:path';
import { createFetch, type Fetch } from '../../api/connections/outbound-fetch.ts';
import type { Launch } from '../../assistants/assistant.ts';
import { programOf } from '../../assistants/own-command.ts';
import type { Machine } from '../../assistants/places.ts';
import type { Served } from '../../assistants/target.ts';
import { type Config, UsageError } from '../../config/command-line.ts';
import { readNetwork } from '../../config/network.ts';
import type { Worded } from '../../contract/language.ts';
import { asIs, worded } from '../../contract/worded.ts';
import { isLoopback } from '../../util/loopback.ts';
import { readBounded } from '../../util/read-bounded.ts';
import { tokenVariable } from '../http/connection-guide.ts';
import { initMessages } from './messages.ts';

/** Timeout of a response, in milliseconds. */
const patienceMs = 20_000;
const maxBytes = 4 * 1024 * 1024;

/** Result of contacting a server without signing in. */
export interface Greeting {
  readonly callers: 'nobody is asked' | 'sign-in' | 'token';
  /** `callers` as a sentence for the person. */
  readonly said: Worded;
  /** Reason why signing in would fail now. */
  readonly trouble?: Worded;
}

/** Parses the address of a server. @throws UsageError if assistants must not connect to it */
export function serverAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(initMessages.serverAddress, { given: JSON.stringify(text) });
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    throw new UsageError(initMessages.serverBare);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) throw new UsageError(initMessages.serverHttp);
  return url;
}

/** Contacts the address like an assistant that has not signed in. @throws UsageError if no server answers */
export async function greet(url: URL, config: Config): Promise<Greeting> {
  const connections = createFetch((server) => readNetwork(config, server));
  try {
    return await greeting(url, connections.fetch);
  } finally {
    await connections.close();
  }
}

async function greeting(url: URL, fetch: Fetch): Promise<Greeting> {
  const response = await ask(fetch, url.href, listTools).catch((error: Error) => {
    throw new UsageError(initMessages.nothingAnswers, { url: String(url), why: reasonOf(error) });
  });
  const { status, headers, text } = response;
  const challenge = headers.get('www-authenticate') ?? '';
  if (status === 401 && /^Bearer\b/i.test(challenge)) {
    const described = /resource_metadata="([^"]*)"/.exec(challenge)?.[1];
    if (described !== undefined) return signInAt(url, described, fetch);
    return { callers: 'token', said: worded(initMessages.takesToken, { variable: tokenVariable }) };
  }
  const tools = toolsIn(text);
  if (status === 200 && tools)
    return { callers: 'nobody is asked', said: worded(initMessages.listsTools, { count: tools.length }) };
  throw new UsageError(initMessages.noServer, { url: String(url), status });
}

/** Reads the metadata of RFC 9728 and RFC 8414 in the same way as clients. */
async function signInAt(url: URL, described: string, fetch: Fetch): Promise<Greeting> {
  const failed = (trouble: Worded): Greeting => ({
    callers: 'sign-in',
    said: initMessages.asksToSignIn,
    trouble,
  });
  if (!URL.canParse(described) || new URL(described).origin !== url.origin)
    return failed(worded(initMessages.describedElsewhere, { place: described.slice(0, 200) }));
  const resource = await askJson(fetch, described);
  const [issuer] = Array.isArray(resource?.authorization_servers) ? resource.authorization_servers : [];
  if (typeof issuer !== 'string' || !URL.canParse(issuer))
    return failed(worded(initMessages.noIssuer, { place: described }));
  const named = String(resource?.resource ?? '');
  if (named !== url.origin + url.pathname)
    return failed(worded(initMessages.otherName, { name: named.slice(0, 200) }));
  for (const place of descriptionsOf(new URL(issuer))) {
    const found = await askJson(fetch, place);
    if (typeof found?.authorization_endpoint === 'string')
      return {
        callers: 'sign-in',
        said: worded(initMessages.signInAt, {
          issuer,
          more: typeof found.registration_endpoint === 'string' ? '' : initMessages.unregistered,
        }),
      };
  }
  return failed(worded(initMessages.silentIssuer, { issuer }));
}

/** Returns the metadata addresses of an issuer (RFC 8414, 3.1 and 5; OpenID Connect Discovery, 4). */
function descriptionsOf({ origin, pathname }: URL): string[] {
  const path = pathname.replace(/\/$/, '');
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
}

const revision = '2026-07-28';
const listTools: RequestInit = {
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': revision,
    'mcp-method': 'tools/list',
  },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/list',
    params: {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': revision,
        'io.modelcontextprotocol/clientInfo': { name: 'casebridge-init', version: '1.0.0' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  }),
};

async function ask(fetch: Fetch, url: string, init: RequestInit) {
  // Do not follow redirects, because assistants would be redirected on every request.
  const signal = AbortSignal.timeout(patienceMs);
  const response = await fetch(url, { ...init, redirect: 'manual', signal });
  return {
    status: response.status,
    headers: response.headers,
    text: (await readBounded(response, maxBytes)) ?? '',
  };
}

async function askJson(fetch: Fetch, url: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    return JSON.parse((await ask(fetch, url, { headers: { accept: 'application/json' } })).text);
  } catch {
    return undefined;
  }
}

/** Returns the tools in a response, which is a JSON message or a stream. Uses the last message of a stream. */
function toolsIn(text: string): readonly unknown[] | undefined {
  const data = text.split('\n').findLast((line) => line.startsWith('data: {'));
  try {
    const { tools } = JSON.parse(data?.slice('data: '.length) ?? text).result;
    return Array.isArray(tools) ? tools : undefined;
  } catch {
    return undefined;
  }
}

function reasonOf({ name, message, cause }: Error): Worded {
  if (name === 'TimeoutError') return worded(initMessages.noAnswerWithin, { seconds: patienceMs / 1000 });
  const { code, message: inner } = (cause ?? {}) as { code?: string; message?: string };
  return asIs(inner || code || message);
}

/** The package `mcp-remote`, in the version that was tested. */
export const remoteBridge = { name: 'mcp-remote', version: '0.15.1' };

export function servedAt(url: URL, { callers }: Greeting, machine: Machine): Served {
  const { href } = url;
  return {
    url: href,
    tokenVariable: callers === 'token' ? tokenVariable : undefined,
    bridge: bridgeTo(href, machine),
  };
}

function bridgeTo(url: string, machine: Machine): Launch | undefined {
  const npx = programOf('npx', machine, '.cmd');
  if (npx === undefined) return undefined;
  const args = ['-y', `${remoteBridge.name}@${remoteBridge.version}`, url];
  // On Windows, Node is in the PATH of all programs. On other systems, npx finds Node through the PATH. Therefore, the
  // first folder in the PATH is that of npx, which also contains Node.
  return machine.platform === 'win32'
    ? { command: 'npx', args, env: {} }
    : { command: npx, args, env: { PATH: `${dirname(npx)}:/usr/bin:/bin` } };
}
