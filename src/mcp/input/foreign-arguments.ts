import type { z } from 'zod';

const isText = (value: unknown) => typeof value === 'string';

/**
 * Arguments that programs between a model and its tools add to every call, with a check of their typical values. One
 * says whether to wait for the previous call. The others are fields of a chat message. The model neither sees nor
 * intends them. A name that a model could use itself is listed only with the one value that such programs send.
 */
const additions: Readonly<Record<string, (value: unknown) => boolean>> = {
  wait_for_previous: (value) => typeof value === 'boolean' || value === null,
  toolCallId: isText,
  sessionId: isText,
  chatInput: isText,
  action: (value) => value === 'sendMessage',
};

/** Removes arguments that a program added. Other unknown ones are refused later. */
export function withoutAdditions({ schema }: { readonly schema: z.ZodObject }, input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const isAdded = (name: string, value: unknown) =>
    Object.hasOwn(additions, name) && !Object.hasOwn(schema.shape, name) && additions[name]?.(value) === true;
  const entries = Object.entries(input);
  return entries.some(([name, value]) => isAdded(name, value))
    ? Object.fromEntries(entries.filter(([name, value]) => !isAdded(name, value)))
    : input;
}
