import { createHash } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { type Addresses, endpointPath } from './addresses.ts';

const path = `${endpointPath}/server-card`;

/** Pages of any origin may read public data (SEP-2127, discovery, "CORS Requirements"). */
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'Content-Type, If-None-Match',
  'access-control-expose-headers': 'ETag',
};

/** Serves the server card, with the same bytes for everybody. */
export function addServerCard<Env extends object>(
  app: Hono<Env>,
  { url }: Addresses,
  cardOf: (url: string) => object,
): void {
  const text = JSON.stringify(cardOf(url.href));
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  const headers = { ...cors, etag, 'cache-control': 'public, max-age=3600' };
  app.get(path, (context) =>
    isKnown(context, etag)
      ? context.body(null, 304, headers)
      : context.body(text, 200, { ...headers, 'content-type': 'application/mcp-server-card+json' }),
  );
  app.options(path, (context) => context.body(null, 204, { ...cors, 'access-control-max-age': '600' }));
}

/** Compares entity tags. Weak tags match too (RFC 9110, 13.1.2). */
function isKnown({ req }: Context, etag: string): boolean {
  const tags = (req.header('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}
