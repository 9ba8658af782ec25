import { invalid } from '../../http/errors.ts';
import type { StoredFile } from '../../state/entities/documents.ts';
import type { World } from '../../state/state.ts';

interface Wanted {
  url: string;
  method?: string | null | undefined;
  headers?: Record<string, string> | null | undefined;
  body?: string | null | undefined;
}

/**
 * The only public host that the embedded service can fetch files from. The service itself creates the responses of this
 * host.
 */
const publicOrigin = 'https://files.example.com';

/**
 * Fetches a file for the upload operation. Only this service's own origin, `data:` addresses and the simulated public
 * host are allowed, because the embedded service never connects elsewhere.
 * @param authorization header of the caller, which is sent if `wanted.headers` contains none
 */
export async function fetchAllowed(
  world: World,
  wanted: Wanted,
  authorization: string | undefined,
): Promise<Pick<StoredFile, 'name' | 'mediaType' | 'bytes'>> {
  const url = URL.canParse(wanted.url) ? new URL(wanted.url) : undefined;
  if (url?.origin === publicOrigin) return publicFile(url, wanted);
  if (!url || (url.protocol !== 'data:' && url.origin !== world.origin))
    throw invalid(`Files are fetched from ${publicOrigin}, ${world.origin} and data: addresses only.`);
  const headers = new Headers(wanted.headers ?? {});
  if (authorization && url.protocol !== 'data:' && !headers.has('authorization'))
    headers.set('authorization', authorization);
  const response = await answerOf(url, {
    method: wanted.method ?? 'GET',
    headers,
    redirect: 'error',
    signal: AbortSignal.timeout(30_000),
    ...(wanted.body ? { body: wanted.body } : {}),
  });
  if (!response.ok) throw invalid(`The address answered ${response.status}.`);
  return {
    name: nameOf(url, response.headers.get('content-disposition')),
    mediaType: response.headers.get('content-type') ?? 'application/octet-stream',
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}

/** Returns a page of the simulated host. One of its pages echoes the request. */
function publicFile(
  url: URL,
  { method, headers, body }: Wanted,
): Pick<StoredFile, 'name' | 'mediaType' | 'bytes'> {
  const pages: Record<string, [mediaType: string, content: string]> = {
    '/Index.txt': ['text/plain', 'A. Pleadings\nB. Evidence\n'],
    '/echo': [
      'application/json',
      JSON.stringify({ method: method ?? 'GET', headers: headers ?? {}, body: body ?? null }),
    ],
  };
  const [mediaType, content] = pages[url.pathname] ?? [];
  if (mediaType === undefined) throw invalid('The address answered 404.');
  return { name: nameOf(url, null), mediaType, bytes: new TextEncoder().encode(content) };
}

async function answerOf(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch {
    throw invalid('The address could not be fetched.');
  }
}

function nameOf(url: URL, disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded) return decodeURIComponent(encoded);
  if (url.protocol === 'data:') return 'file';
  return decodeURIComponent(url.pathname.split('/').pop() ?? '') || 'file';
}
