import type { CallToolResult } from '@modelcontextprotocol/server';
import { Agent, FormData, fetch, type Response } from 'undici';
import { bodyArgument, type OneToOneTool } from './tools.ts';

/** A new connection for each request, because a kept one may be closed by the service while a request is sent. */
const dispatcher = new Agent({ pipelining: 0 });

type Args = Readonly<Record<string, any>>;
/** Makes tool calls as one user. */
type Send = (tool: OneToOneTool, args: Args) => Promise<CallToolResult>;

/** Creates a function that sends requests. After a 401, it signs in again and repeats the request once. */
export function createSender(origin: string, login: string): Send {
  let token: string | undefined;
  const attempt = async (tool: OneToOneTool, args: Args): Promise<Response> => {
    token ??= await signIn(origin, login);
    return fetch(urlOf(origin, tool, args), {
      dispatcher,
      method: tool.method,
      ...bodyOf(tool, args[bodyArgument], token),
    });
  };
  return async (tool, args) => {
    const response = await attempt(tool, args);
    if (response.status !== 401) return resultOf(response);
    token = undefined;
    return resultOf(await attempt(tool, args));
  };
}

/** Exchanges the password for a token, and this token for a short-lived one. */
async function signIn(origin: string, login: string): Promise<string> {
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(new URL(path, origin), {
      dispatcher,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { access_token: string }).access_token;
  };
  const credentials = { grant_type: 'password', username: login, password: `sandbox-${login}` };
  const token = await post('/api/v2/auth/token', credentials);
  return post('/api/v2/auth/short-lived-token', {}, { authorization: `Bearer ${token}` });
}

const written = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);
const listed = (value: unknown): unknown[] =>
  [value].flat().filter((item) => item !== undefined && item !== null);

function urlOf(origin: string, { path, query }: OneToOneTool, args: Args): URL {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(written(args[name])));
  const url = new URL(filled, origin);
  for (const name of query)
    for (const item of listed(args[name])) url.searchParams.append(name, written(item));
  return url;
}

function bodyOf({ files }: OneToOneTool, body: Args | undefined, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  if (body === undefined) return { headers };
  if (files === undefined)
    return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    if (files.includes(name)) form.append(name, new Blob([value.text]), value.fileName);
    else for (const item of listed(value)) form.append(name, written(item));
  return { headers, body: form };
}

async function resultOf(response: Response): Promise<CallToolResult> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const type = response.headers.get('content-type') ?? 'application/octet-stream';
  const text = textIn(bytes, type) ?? `[file of type ${type}, ${bytes.length} bytes]`;
  const status = `${response.status} ${response.statusText}`;
  if (response.ok) return { content: [{ type: 'text', text: text || status }] };
  return { isError: true, content: [{ type: 'text', text: `${status}\n${text}` }] };
}

/** Returns undefined if a response is not text. */
function textIn(bytes: Uint8Array, type: string): string | undefined {
  if (/^text\/|[/+](?:json|xml)\b/.test(type)) return new TextDecoder().decode(bytes);
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
