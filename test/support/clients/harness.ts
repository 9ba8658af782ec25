import { StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/index.ts';
import { clockFlags } from '../time/clock.ts';
import type { ScriptedUser } from './asked.ts';
import { type Ended, type Process, serverPath, startProcess, unlearned } from './process.ts';
import { bothLanguages, learning, profileInUse } from './profile.ts';
import { connectClient } from './sdk-clients.ts';

/** The clients that must work: the older SDK, and the current one in each of its ways to agree on a revision. */
export const clientKinds = ['v1', 'v2 legacy', 'v2 auto', 'v2 pinned'] as const;
export type ClientKind = (typeof clientKinds)[number];

export interface ToolAnswer {
  readonly content: readonly {
    type: string;
    text?: string;
    data?: string;
    mimeType?: string;
    resource?: { uri: string; mimeType?: string; blob?: string };
  }[];
  readonly structuredContent?: any;
  readonly isError?: boolean;
  readonly _meta?: any;
}

/** What a client may add to a call, in the words of both SDKs. */
export interface CallOptions {
  signal?: AbortSignal;
  onprogress?: (progress: { progress: number; total?: number }) => void;
  /** How long the client waits for the answer, in milliseconds. Default: the SDK's minute. */
  timeout?: number;
  /** Sent as `_meta`. */
  meta?: Record<string, unknown>;
}

/** What is read and picked beside tools; every client kind has the same words for it. */
export interface LibraryClient {
  getServerCapabilities(): Record<string, unknown> | undefined;
  getInstructions(): string | undefined;
  listResources(): Promise<{ resources: { uri: string; name: string; [key: string]: unknown }[] }>;
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string; name: string }[] }>;
  readResource(params: { uri: string }): Promise<{
    contents: { uri: string; mimeType?: string; text?: string; _meta?: any }[];
  }>;
  listPrompts(): Promise<{
    prompts: {
      name: string;
      title?: string;
      description?: string;
      arguments?: { name: string; description?: string; required?: boolean }[];
    }[];
  }>;
  getPrompt(params: { name: string; arguments?: Record<string, string> }): Promise<{
    description?: string;
    messages: { role: string; content: { type: string; text?: string } }[];
  }>;
  complete(params: {
    ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };
    argument: { name: string; value: string };
  }): Promise<{ completion: { values: string[]; hasMore?: boolean } }>;
}

/** What every client kind can do, in one shape. */
export interface TestClient {
  /** The client itself. */
  readonly library: LibraryClient;
  listTools(): Promise<{ tools: { name: string; [key: string]: unknown }[] }>;
  /** The raw result. */
  callTool(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<ToolAnswer>;
  /** The parsed JSON of a successful call; throws with the text of an error result. */
  call<T = any>(name: string, args?: Record<string, unknown>): Promise<T>;
  /** The text of a call that must be refused; throws when it succeeds. */
  refusal(name: string, args?: Record<string, unknown>): Promise<string>;
  /** What the server wrote to stderr so far. */
  stderr(): string;
  close(): Promise<void>;
}

/** `memory`: in this process. */
type Transport = 'stdio' | 'http' | 'memory';

export interface ConnectOptions {
  readonly kind?: ClientKind;
  /** The revision that a `v1` client asks for; default its newest. */
  readonly revision?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Who answers what the server asks; left out: the client cannot ask anybody. */
  readonly user?: ScriptedUser;
  /** The client shows cards (MCP Apps). */
  readonly showsCards?: boolean;
  /** Told of everything that reaches the client once it is connected. */
  readonly onMessage?: (message: unknown) => void;
  /** Default: what the tests run over this time. */
  readonly over?: Transport;
  /** A process of its own also over HTTP, for what is about a fresh one. */
  readonly own?: boolean;
}

/** The cases of stdio run a second time over HTTP. */
export const transportOfProject = (process.env.CASEBRIDGE_TEST_TRANSPORT ?? 'stdio') as Transport;
let transportUnderTest = transportOfProject;

/** For a file of tests that runs over another transport than its project. */
export function testOver(transport: Transport): void {
  transportUnderTest = transport;
}

/** Whether a file runs over another transport than its project. */
export const isElsewhere = (): boolean => transportUnderTest !== transportOfProject;

/** What the tests run over now. */
export const transportInUse = (): Transport => transportUnderTest;

/** Starts the server as a process of its own and connects a real client to it. */
export async function connect(options: ConnectOptions = {}): Promise<TestClient> {
  const ways = { stdio: connectOverStdio, http: connectOverHttp, memory: connectInProcess };
  return ways[options.over ?? transportUnderTest](options);
}

async function connectInProcess({ args = [], env = {}, ...client }: ConnectOptions): Promise<TestClient> {
  const { serveInProcess } = await import('./in-process.ts');
  const served = await serveInProcess(args, env);
  const connected = await connectClient(served.transport, client);
  return {
    ...connected,
    // An empty log would prove that nothing was written.
    stderr: () => {
      throw new Error('Only a process has a log: the test needs `over: "stdio"`, or its file another place');
    },
    close: async () => {
      await connected.close();
      await served.close();
    },
  };
}

async function connectOverStdio({ args = [], env = {}, ...client }: ConnectOptions): Promise<TestClient> {
  const parameters = {
    command: process.execPath,
    args: [...clockFlags(), serverPath, ...args],
    env: { PATH: process.env.PATH ?? '', ...unlearned, ...env },
    stderr: 'pipe' as const,
  };
  let written = '';
  const transport = client.kind === 'v1' ? new OldStdio(parameters) : new ModernStdio(parameters);
  transport.stderr?.on('data', (chunk: Buffer) => {
    written += chunk.toString('utf8');
  });
  const connected = await connectClient(transport, client);
  return { ...connected, stderr: () => written };
}

/** A server for one user, as over stdio; what many users share is tested for itself. */
async function connectOverHttp({ args = [], env = {}, own, ...client }: ConnectOptions): Promise<TestClient> {
  const options = { args: ['--single-user', ...args], env };
  const server = await (own ? startHttpServer(options) : sharedServer(options));
  const end = () => (own ? server.close() : undefined);
  try {
    const connected = await connectTo(server.url, client);
    return {
      ...connected,
      stderr: server.stderr,
      close: async () => {
        await connected.close();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

const shared = new Map<string, Promise<HttpProcess>>();

/**
 * One that others with the same settings use as well: over HTTP a server outlives its clients. It ends with the file.
 */
function sharedServer(options: ConnectOptions): Promise<HttpProcess> {
  const key = JSON.stringify([options, clockFlags()]);
  const server = shared.get(key) ?? startHttpServer(options);
  shared.set(key, server);
  return server;
}

/** The server as a process that listens on a free port. */
export interface HttpProcess {
  readonly url: string;
  readonly process: Process;
  stderr(): string;
  /** Tells it to end and waits until it has. */
  close(): Promise<Ended>;
}

/** So many calls as tests make are more than one person's. */
const manyCalls = 'reads=1000000,writes=1000000,risky=1000000,parallel=1000,total=1000';

export async function startHttpServer({ args = [], env = {} }: ConnectOptions): Promise<HttpProcess> {
  const started = startProcess(['http', '--port', '0', ...args], { CASEBRIDGE_LIMITS: manyCalls, ...env });
  const [, url = ''] = await started.says(/(?:serves MCP at|работает по адресу) (\S+)/);
  return {
    url,
    process: started,
    stderr: started.stderr,
    close: async () => {
      started.child.kill('SIGTERM');
      return started.ended;
    },
  };
}

export interface HttpClientOptions
  extends Pick<ConnectOptions, 'kind' | 'user' | 'revision' | 'onMessage' | 'showsCards'> {
  /** The token that the client sends. */
  readonly token?: string;
  /** Further headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Connects a real client to a server that listens. */
export async function connectTo(url: string, options: HttpClientOptions = {}): Promise<TestClient> {
  const headers: Record<string, string> = {
    ...options.headers,
    ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
  };
  const settings = { requestInit: { headers } };
  const transport =
    options.kind === 'v1' ? new OldHttp(new URL(url), settings) : new ModernHttp(new URL(url), settings);
  return connectClient(transport, options);
}

export { textOf } from './sdk-clients.ts';

/** An embedded service in this process, and how to start servers that use it as one of its users. */
export interface TestService extends Sandbox {
  /** A client whose server is signed in as the user; the password of the sample users is `sandbox-<login>`. */
  connectAs(login: string, options?: ConnectOptions): Promise<TestClient>;
  /** Environment for a server that uses this service. */
  environment(login: string): Record<string, string>;
}

export async function startService(options?: SandboxOptions): Promise<TestService> {
  const sandbox = await createSandbox({
    profile: profileInUse,
    ...options,
    quirks: { ...bothLanguages, ...options?.quirks },
  });
  const environment = (login: string) => ({
    CASEBRIDGE_URL: sandbox.url,
    CASEBRIDGE_LOGIN: login,
    CASEBRIDGE_PASSWORD: `sandbox-${login}`,
    CASEBRIDGE_MCP_SETTINGS_PATH: sandbox.mcpSettingsPath,
    // The one public host that the embedded service plays.
    CASEBRIDGE_FETCH_HOSTS: 'files.example.com',
    // Tests of single tools are neither about what is listed nor about being asked; those that are say so.
    CASEBRIDGE_SURFACE: 'all',
    CASEBRIDGE_CONFIRM: 'none',
    // They compare what the service answered, all of it; how answers are made to fit has tests of its own.
    CASEBRIDGE_ANSWER_TOKENS: '0',
    ...learning,
  });
  return {
    ...sandbox,
    environment,
    connectAs: (login, connectOptions = {}) =>
      connect({ ...connectOptions, env: { ...environment(login), ...connectOptions.env } }),
  };
}
