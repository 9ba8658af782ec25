/** Response as tests use it. */
export interface Reply<T> {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  text: string;
  /** Parsed JSON. Undefined for other content. */
  body: T;
}

export type Call = <T = Record<string, unknown>>(
  login: string,
  request: string,
  body?: object,
) => Promise<Reply<T>>;

/**
 * Creates a function that calls a running sandbox as one of its sample users. An empty login sends no token.
 * After a reset, create a new caller, because the sandbox issues the same tokens again, possibly to other
 * users.
 */
export function createCaller(origin: () => string): Call {
  const tokens = new Map<string, string>();
  return async <T>(login: string, request: string, body?: object): Promise<Reply<T>> => {
    let response = await send(origin(), request, body, tokens.get(login));
    if (login !== '' && response.status === 401) {
      const token = await signIn(origin(), login);
      tokens.set(login, token);
      response = await send(origin(), request, body, token);
    }
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    const parsed = (isJson ? JSON.parse(text) : undefined) as T;
    return { status: response.status, headers: response.headers, bytes, text, body: parsed };
  };
}

/** Creates a form with text parts and, under the name `File`, one file. */
export function form(
  parts: Record<string, string | readonly string[]>,
  file?: { name: string; content: string | Uint8Array<ArrayBuffer> },
) {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts))
    for (const item of [value].flat()) data.append(name, item);
  if (file) data.append('File', new Blob([file.content]), file.name);
  return data;
}

async function send(origin: string, request: string, body: object | undefined, token: string | undefined) {
  const [method, path] = request.split(' ') as [string, string];
  const headers = new Headers(token ? { authorization: `Bearer ${token}` } : {});
  if (body && !(body instanceof FormData)) headers.set('content-type', 'application/json');
  const payload = body instanceof FormData ? body : body && JSON.stringify(body);
  return fetch(new URL(path, origin), { method, headers, ...(payload ? { body: payload } : {}) });
}

async function signIn(origin: string, login: string): Promise<string> {
  const body = { grant_type: 'password', username: login, password: `sandbox-${login}` };
  const response = await send(origin, 'POST /api/v2/auth/token', body, undefined);
  return ((await response.json()) as { access_token: string }).access_token;
}
