import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = any;

/** Request to the service, other than for sign-in. Changes of this object change the forwarded request. */
export interface PassingRequest {
  readonly method: string;
  path: string;
  readonly query: URLSearchParams;
  /** Parsed body. Undefined if it is missing or not JSON. */
  readonly body: Json;
  /** Form of a request with files. */
  readonly form?: FormData | undefined;
}

/** One way in which an installation differs from the expectations of casebridge. */
export interface Perturbation {
  /** Continuation of the sentence `The service …`. */
  readonly name: string;
  readonly request?: (request: PassingRequest) => void;
  /** @returns the status with which this installation rejects the request, or undefined if it accepts it */
  readonly refuse?: (request: PassingRequest) => number | undefined;
  /** @returns a success response without any effect, or undefined to forward the request */
  readonly instead?: (request: PassingRequest) => Json;
  /** Selects the requests whose responses may differ. Default: derived from the other functions. */
  readonly concerns?: (request: PassingRequest) => boolean;
  /** @returns the response in the form of this installation */
  readonly answer?: (body: Json, request: PassingRequest) => Json;
}

/** Installation that differs from the expectations of casebridge. Requests are forwarded to the embedded service. */
export interface PerturbedService {
  readonly url: string;
  /** Undefined: requests and responses are not changed. */
  perturbation: Perturbation | undefined;
  close(): Promise<void>;
}

/** @param target address of the service */
export async function startPerturbed(target: string): Promise<PerturbedService> {
  const server = createServer((incoming, outgoing) => {
    passOn(target, incoming, perturbed.perturbation).then(
      ({ status, type, body }) => outgoing.writeHead(status, type ? { 'content-type': type } : {}).end(body),
      () => outgoing.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const perturbed: PerturbedService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    perturbation: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return perturbed;
}

async function passOn(target: string, incoming: IncomingMessage, perturbation: Perturbation | undefined) {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const url = new URL(incoming.url ?? '/', target);
  const whole = Buffer.concat(chunks);
  const type = incoming.headers['content-type'] ?? '';
  const request: PassingRequest = {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    body: parsed(whole),
    form: type.startsWith('multipart/')
      ? await new Response(whole, { headers: { 'content-type': type } }).formData()
      : undefined,
  };
  // Perturbations do not affect sign-in.
  const differs = url.pathname.includes('/auth/') ? undefined : perturbation;
  differs?.request?.(request);
  const refusal = differs?.refuse?.(request);
  if (refusal !== undefined) return { status: refusal, type: 'application/json', body: '{}' };
  const instead = differs?.instead?.(request);
  if (instead !== undefined) return { status: 200, type: 'application/json', body: JSON.stringify(instead) };
  const headers = new Headers();
  for (const name of request.form ? ['authorization'] : ['authorization', 'content-type']) {
    const value = incoming.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const sent = request.form ?? (request.body === undefined ? whole : JSON.stringify(request.body));
  url.pathname = request.path;
  const response = await fetch(url, {
    method: request.method,
    headers,
    ...(sent instanceof FormData || sent.length > 0 ? { body: sent } : {}),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const answer = parsed(bytes);
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    body:
      differs?.answer && response.ok && answer !== undefined
        ? JSON.stringify(differs.answer(answer, request))
        : bytes,
  };
}

function parsed(bytes: Buffer): Json {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
