import { readRequestBody } from '@modelcontextprotocol/server';
import { tooLarge } from './guards.ts';
import { refuse } from './refusal.ts';

/** The JSON of a request, or why it is none. */
export type Body = { readonly json: unknown } | { readonly refused: Response };

/** @param maxBytes also for a body that announces no length */
export async function readBody(request: Request, maxBytes: number): Promise<Body> {
  const text = await readText(request, maxBytes);
  if (text === undefined) return { refused: tooLarge(maxBytes) };
  try {
    return { json: JSON.parse(text) };
  } catch {
    return { refused: refuse(400, 'The body is no valid JSON.', {}, -32_700) };
  }
}

/** An announced length has been checked, and no more than that ever arrives; other bodies are counted as they come. */
async function readText(request: Request, maxBytes: number): Promise<string | undefined> {
  if (request.headers.has('content-length')) return request.text();
  const body = await readRequestBody(request, maxBytes);
  return body.tooLarge ? undefined : body.text;
}
