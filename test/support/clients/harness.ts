import { StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/index.ts';
import { clockFlags } from '../time/clock.ts';
import type { ScriptedUser } from './asked.ts';
import { type Ended, endsWithFile, type Process, serverPath, startProcess, unlearned } from './process.ts';
import { bothLanguages, learning, profileInUse } from './profile.ts';
import { connectClient } from './sdk-clients.ts';

/** Supported clients: the older SDK, and the current SDK with each option for the negotiation of a revision. */
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

/** Options of a call, named as in both SDKs. */
export interface CallOptions {
  signal?: AbortSignal;
  onprogress?: (progress: { progress: number; total?: number }) => void;
  /** Timeout for the result, in milliseconds. Default: the SDK's 60 seconds. */
  timeout?: number;
  meta?: Record<string, unknown>;
}

/** Requests other than tool calls. All types of clients use the same names for them. */
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

/** Common interface of all types of clients. */
export interface TestClient {
  /** Client of the SDK. */
  readonly library: LibraryClient;
  listTools(): Promise<{ tools: { name: string; [key: string]: unknown }[] }>;
  /** Returns the raw result. */
  callTool(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<ToolAnswer>;
  /** Returns the parsed JSON of a successful call. Throws an error with the text of an error result. */
  call<T = any>(name: string, args?: Record<string, unknown>): Promise<T>;
  /** Returns the text of an error result. Throws if the call succeeds. */
  refusal(name: string, args?: Record<string, unknown>): Promise<string>;
  /** Returns the output of the server on stderr so far. */
  stderr(): string;
  close(): Promise<void>;
}

/** `memory`: without a separate process. */
type Transport = 'stdio' | 'http' | 'memory';

export interface ConnectOptions {
  readonly kind?: ClientKind;
  /** Revision that a `v1` client requests. Default: its newest. */
  readonly revision?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Responds to requests from the server. Without it, the client does not support elicitation. */
  readonly user?: ScriptedUser;
  /** Whether the client supports cards (MCP Apps). */
  readonly showsCards?: boolean;
  /** Called with every message that the client receives after it has connected. */
  readonly onMessage?: (message: unknown) => void;
  /** Default: the transport of this test run. */
  readonly over?: Transport;
  /** Whether to start a separate process even over HTTP, for tests that need a new server. */
  readonly own?: boolean;
}

/** Transport of the current Vitest project. The tests of the project for stdio also run in the project for HTTP. */
const transportOfProject = (process.env.CASEBRIDGE_TEST_TRANSPORT ?? 'stdio') as Transport;
let transportUnderTest = transportOfProject;

/** Makes a test file use a transport other than that of its Vitest project. */
export function testOver(transport: Transport): void {
  transportUnderTest = transport;
}

/** Checks whether the test file uses a transport other than that of its Vitest project. */
export const isElsewhere = (): boolean => transportUnderTest !== transportOfProject;

/** Returns the current transport of the tests. */
export const transportInUse = (): Transport => transportUnderTest;

/** Starts the server and connects a client of an SDK to it. */
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
    stderr: served.stderr,
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

/**
 * Starts a server for one user, as with stdio. Separate tests cover servers that several users share. The server is a
 * separate process only if `own` is set, because starting processes would take most of the time.
 */
async function connectOverHttp({ args = [], env = {}, own, ...client }: ConnectOptions): Promise<TestClient> {
  const options = { args: ['--single-user', ...args], env };
  const server = await (own ? startHttpProcess(options) : sharedServer(options));
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

type StartOptions = Required<Pick<ConnectOptions, 'args' | 'env'>>;
const shared = new Map<string, Promise<RunningServer>>();

/**
 * Returns a server that all clients with the same settings share, because an HTTP server outlives its clients. The
 * server ends after the test file.
 */
function sharedServer(options: StartOptions): Promise<RunningServer> {
  const key = JSON.stringify([options, clockFlags()]);
  const server = shared.get(key) ?? startHttpServer(options);
  shared.set(key, server);
  return server;
}

/** Server that listens on a free port. */
export interface RunningServer {
  readonly url: string;
  /** Returns the log so far. */
  stderr(): string;
  close(): Promise<unknown>;
}

/** Server in a separate process. */
export interface HttpProcess extends RunningServer {
  readonly process: Process;
  /** Sends a signal and waits for the process to end. */
  close(): Promise<Ended>;
}

/** Limits high enough for tests, which send more calls than one person. */
const manyCalls = 'reads=1000000,writes=1000000,risky=1000000,parallel=1000,total=1000';

/** Starts `casebridge http` without its process: without its output on stdout, its signals and its monitor port. */
export async function startHttpServer({ args = [], env = {} }: ConnectOptions): Promise<RunningServer> {
  const { serveHttpInProcess } = await import('./in-process.ts');
  return endsWithFile(await serveHttpInProcess(args, { CASEBRIDGE_LIMITS: manyCalls, ...env }));
}

/** Starts `casebridge http`, for tests of the process and of load. */
export async function startHttpProcess({ args = [], env = {} }: ConnectOptions): Promise<HttpProcess> {
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
  /** Token that the client sends. */
  readonly token?: string;
  /** Additional headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Connects a client of an SDK to a running server. */
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

/** Embedded service in this process. Starts servers that use it with the login of one of its users. */
export interface TestService extends Sandbox {
  /** Connects a client whose server is signed in as the user. The password of a sample user is `sandbox-<login>`. */
  connectAs(login: string, options?: ConnectOptions): Promise<TestClient>;
  /** Returns the environment for a server that uses this service. */
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
    // The one public host that the embedded service imitates.
    CASEBRIDGE_FETCH_HOSTS: 'files.example.com',
    // Most tests call any tool and need no confirmation. Tests of the tool list and of confirmations override these
    // settings.
    CASEBRIDGE_SURFACE: 'all',
    CASEBRIDGE_CONFIRM: 'none',
    // Tests compare complete responses. Truncation has separate tests.
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
