import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';

const maxFormBytes = 64 * 1024;

/** Bodies of more are refused. */
export const small = bodyLimit({ maxSize: maxFormBytes });

/** What a form sent; nothing of another kind. */
export const sentForm = async (context: Context): Promise<URLSearchParams> =>
  new URLSearchParams(
    context.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')
      ? await context.req.text()
      : '',
  );
