import {
  type InMemoryTransport,
  Client as ModernClient,
  type StreamableHTTPClientTransport as ModernHttp,
  type Transport as ModernTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import type { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import type { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as OldTransport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { cardMediaType } from '../../../src/mcp/guards/ways-to-ask.ts';
import { unfence } from '../texts/fence.ts';
import type { CallOptions, ConnectOptions, LibraryClient, TestClient, ToolAnswer } from './harness.ts';

/** Connects a client of one of the SDKs, with the common interface. */
export async function connectClient(
  transport: OldStdio | ModernStdio | OldHttp | ModernHttp | InMemoryTransport,
  {
    kind = 'v2 auto',
    user,
    revision,
    onMessage,
    showsCards,
  }: Pick<ConnectOptions, 'kind' | 'user' | 'revision' | 'onMessage' | 'showsCards'>,
): Promise<TestClient> {
  const info = { name: 'casebridge-test', version: '1.0.0' };
  const capabilities = {
    ...(user && { elicitation: { form: {} } }),
    ...(showsCards && { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [cardMediaType] } } }),
  };
  if (kind === 'v1') {
    const client = new OldClient(info, { capabilities });
    if (user) client.setRequestHandler(ElicitRequestSchema, ({ params }) => user.answer(params));
    if (revision !== undefined) speakOnly(revision, transport as OldTransport);
    await client.connect(transport as OldTransport);
    overhear(transport as OldTransport, onMessage);
    return adapt(client as unknown as Callable, (params, callOptions) =>
      (client as unknown as OldCallable).callTool(params, undefined, callOptions),
    );
  }
  const mode: VersionNegotiationMode =
    kind === 'v2 legacy' ? 'legacy' : kind === 'v2 auto' ? 'auto' : { pin: '2026-07-28' };
  const client = new ModernClient(info, { capabilities, versionNegotiation: { mode } });
  if (user) client.setRequestHandler('elicitation/create', ({ params }) => user.answer(params));
  await client.connect(transport as ModernTransport);
  overhear(transport as ModernTransport, onMessage);
  return adapt(client as unknown as Callable, (params, callOptions) =>
    (client as unknown as NewCallable).callTool(params, callOptions),
  );
}

function overhear(transport: OldTransport | ModernTransport, onMessage: ConnectOptions['onMessage']): void {
  const { onmessage } = transport as { onmessage?: (message: unknown, ...extra: unknown[]) => void };
  if (onMessage === undefined) return;
  transport.onmessage = (message: unknown, ...extra: unknown[]) => {
    onMessage(message);
    onmessage?.(message, ...extra);
  };
}

/** Makes the client request a revision that it supports but does not request by default. */
function speakOnly(revision: string, transport: OldTransport): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    const isFirst = 'method' in message && message.method === 'initialize';
    const params = { ...(message as { params?: object }).params, protocolVersion: revision };
    return send(isFirst ? { ...message, params } : message, options);
  };
}

type CallParams = { name: string; arguments: Record<string, unknown>; _meta?: Record<string, unknown> };
interface Callable extends LibraryClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  close(): Promise<void>;
}
interface OldCallable {
  callTool(params: CallParams, schema: undefined, options?: CallOptions): Promise<ToolAnswer>;
}
interface NewCallable {
  callTool(params: CallParams, options?: CallOptions): Promise<ToolAnswer>;
}

function adapt(
  client: Callable,
  send: (params: CallParams, options?: CallOptions) => Promise<ToolAnswer>,
): TestClient {
  const callTool: TestClient['callTool'] = (name, args = {}, { meta, ...options } = {}) =>
    send({ name, arguments: args, ...(meta && { _meta: meta }) }, options);
  return {
    library: client,
    listTools: () => client.listTools(),
    callTool,
    call: async (name, args) => {
      const result = await callTool(name, args);
      const text = textOf(result);
      if (result.isError) throw new Error(`${name} was refused: ${text}`);
      return text === 'Done.' ? undefined : JSON.parse(text);
    },
    refusal: async (name, args) => {
      const result = await callTool(name, args);
      if (!result.isError) throw new Error(`${name} was not refused: ${textOf(result)}`);
      return textOf(result);
    },
    stderr: () => '',
    close: () => client.close(),
  };
}

/** Returns the first text of a result, without the fence around text from the service. */
export function textOf(result: ToolAnswer): string {
  return unfence(result.content[0]?.text ?? '');
}
