import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { refuse } from '../transports/http/index.ts';

const maxFormBytes = 64 * 1024;

/** Middleware: refuses a body of more than `maxFormBytes` with 413, even without a Content-Length. */
export const small = bodyLimit({
  maxSize: maxFormBytes,
  onError: () => refuse(413, `The body has more than ${maxFormBytes} bytes.`),
});

/** Returns the form data of a request. Other content types result in empty data. */
export const sentForm = async (context: Context): Promise<URLSearchParams> =>
  new URLSearchParams(
    context.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')
      ? await context.req.text()
      : '',
  );
