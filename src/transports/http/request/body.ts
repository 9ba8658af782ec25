import { excessOfJson, requestLimits } from '../../../json/measure.ts';
import { refuse } from './error-response.ts';
import { bodyTooLarge } from './guards.ts';

/** The JSON of a request, or why it is none. */
export type Body = { readonly json: unknown } | { readonly refused: Response };

/**
 * @param maxBytes also for a body that announces no length
 * @param weigh told of its bytes before they are parsed, and of those that are announced before they are read
 */
export async function readBody(
  request: Request,
  maxBytes: number,
  weigh: (bytes: number) => void,
): Promise<Body> {
  const announced = request.headers.get('content-length');
  if (announced !== null) weigh(Number(announced));
  const text = await readText(request, maxBytes).catch(brokenOff);
  if (text instanceof Response) return { refused: text };
  if (announced === null) weigh(text.length);
  const excess = excessOfJson(text, requestLimits);
  if (excess !== undefined) return { refused: refuse(413, `The body ${excess}.`, {}, -32_600) };
  try {
    return { json: JSON.parse(text) };
  } catch {
    return { refused: refuse(400, 'The body is no valid JSON.', {}, -32_700) };
  }
}

const brokenOff = () => refuse(400, 'The body broke off.', closing);
const closing = { connection: 'close' };

/** An announced length has been checked, and no more than that ever arrives; other bodies are counted as they come. */
async function readText(request: Request, maxBytes: number): Promise<string | Response> {
  if (request.headers.has('content-length') || request.body === null) return request.text();
  const chunks: Uint8Array[] = [];
  let count = 0;
  for await (const chunk of request.body) {
    count += chunk.byteLength;
    if (count <= maxBytes) chunks.push(chunk);
    else chunks.length = 0;
    // Who is sending does not listen: a little too much is heard to its end, and refused then.
    if (count > 2 * maxBytes) return bodyTooLarge(maxBytes, closing);
  }
  return count > maxBytes ? bodyTooLarge(maxBytes) : new TextDecoder().decode(Buffer.concat(chunks));
}
