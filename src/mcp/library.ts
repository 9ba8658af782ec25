import type { Server, ServerContext } from '@modelcontextprotocol/server';
import type { Caller } from './caller.ts';
import { complete } from './completions.ts';
import { fillPrompt, unknownPrompt } from './prompts.ts';
import { type ResourceParts, readResource } from './resources.ts';

/**
 * Serves resources, prompts and completions beside the tools.
 * @param request on whose behalf something is read or suggested, and what may be done for it
 */
export function addLibrary(
  server: Server,
  parts: ResourceParts,
  request: {
    readonly callerOf: (context: ServerContext) => Caller;
    readonly partsOf: (context: ServerContext) => Promise<ResourceParts>;
  },
): void {
  const { callerOf, partsOf } = request;
  const { shelf, incoming } = parts;
  server.registerCapabilities({
    prompts: {},
    completions: {},
    ...(shelf.hasResources ? { resources: {} } : {}),
  });
  server.setRequestHandler('prompts/list', async () => ({ prompts: await shelf.listedPrompts() }));
  server.setRequestHandler('prompts/get', async ({ params }) => {
    const prompt = (await shelf.prompts()).get(params.name);
    if (prompt === undefined) throw unknownPrompt(params.name);
    return fillPrompt(prompt, params.arguments ?? {}, { incoming, language: shelf.language });
  });
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }, context) =>
    complete(await partsOf(context), { ref, argument, ...callerOf(context), context }),
  );
  if (!shelf.hasResources) return;
  server.setRequestHandler('resources/list', async () => ({ resources: await shelf.listedResources() }));
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: await shelf.listedTemplates(),
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) =>
    readResource(await partsOf(context), { uri, ...callerOf(context), context }),
  );
}
