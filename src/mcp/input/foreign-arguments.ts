import type { z } from 'zod';

const isText = (value: unknown) => typeof value === 'string';

/**
 * Arguments that programs between a model and its tools add to every call, with what they put there: whether the call
 * waits for the one before it, and fields of the chat message that set a workflow off. The model neither sees nor means
 * them. A name that a model could mean itself belongs here only with the one value that programs send.
 */
const additions: Readonly<Record<string, (value: unknown) => boolean>> = {
  wait_for_previous: (value) => typeof value === 'boolean' || value === null,
  toolCallId: isText,
  sessionId: isText,
  chatInput: isText,
  action: (value) => value === 'sendMessage',
};

/** The arguments of a call without what the client added by itself; whatever else the tool does not know stays. */
export function withoutAdditions({ schema }: { readonly schema: z.ZodObject }, input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const isAdded = (name: string, value: unknown) =>
    Object.hasOwn(additions, name) && !Object.hasOwn(schema.shape, name) && additions[name]?.(value) === true;
  const entries = Object.entries(input);
  return entries.some(([name, value]) => isAdded(name, value))
    ? Object.fromEntries(entries.filter(([name, value]) => !isAdded(name, value)))
    : input;
}
