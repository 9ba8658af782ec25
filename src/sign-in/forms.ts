import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { refuse } from '../transports/http/index.ts';

const maxFormBytes = 64 * 1024;

/** Middleware: refuses larger bodies with 413, whether they announce their length or not. */
export const small = bodyLimit({
  maxSize: maxFormBytes,
  onError: () => refuse(413, `The body has more than ${maxFormBytes} bytes.`),
});

/** What a form sent; nothing of another kind. */
export const sentForm = async (context: Context): Promise<URLSearchParams> =>
  new URLSearchParams(
    context.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')
      ? await context.req.text()
      : '',
  );
