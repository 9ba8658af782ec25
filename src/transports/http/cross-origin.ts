import type { Context } from 'hono';
import { cors } from 'hono/cors';
import type { Addresses } from './addresses.ts';
import type { HeaderFields } from './exchange.ts';
import { methods } from './request/guards.ts';
import type { HeaderReader } from './request/head.ts';

/** Headers of responses that pages of allowed origins may read. */
const exposed = ['mcp-session-id', 'www-authenticate', 'x-request-id', 'retry-after'];

/** Returns the CORS headers for allowed origins; none for other requests. */
export const crossOrigin =
  ({ origins }: Addresses) =>
  (headers: HeaderReader): HeaderFields => {
    const origin = headers.get('origin');
    if (origin === null || !origins.has(origin)) return {};
    return {
      'access-control-allow-origin': origin,
      'access-control-expose-headers': exposed.join(','),
      vary: 'Origin',
    };
  };

/** Middleware for hono: adds the same headers and answers CORS preflight requests. */
export const crossOriginRoutes = ({ origins }: Addresses) => {
  const answer = cors({
    origin: (origin) => (origins.has(origin) ? origin : null),
    allowMethods: methods,
    exposeHeaders: exposed,
    maxAge: 600,
  });
  return (context: Context, next: () => Promise<void>) =>
    context.req.method !== 'OPTIONS' && context.req.raw.headers.get('origin') === null
      ? next()
      : answer(context, next);
};
