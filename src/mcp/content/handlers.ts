import type { Server, ServerContext } from '@modelcontextprotocol/server';
import type { Caller } from '../calls/request-context.ts';
import type { ResourceServices } from './read-resource.ts';

/**
 * Serves resources, prompts and completions beside the tools. What they need is loaded with the first request for it:
 * most connections only ever call tools.
 * @param request on whose behalf something is read or suggested, and what may be done for it
 */
export function registerContentHandlers(
  server: Server,
  parts: ResourceServices,
  request: {
    readonly callerOf: (context: ServerContext) => Caller;
    readonly partsOf: (context: ServerContext) => Promise<ResourceServices>;
  },
): void {
  const { callerOf, partsOf } = request;
  const { content, sanitizer } = parts;
  const isReadable = parts.policy.allow.has('read');
  server.registerCapabilities({ prompts: {}, completions: {}, ...(isReadable ? { resources: {} } : {}) });
  server.setRequestHandler('prompts/list', async () => ({
    prompts: await (await content()).listedPrompts(),
  }));
  server.setRequestHandler('prompts/get', async ({ params }) => {
    const [{ fillPrompt, unknownPrompt }, { prompts, language }] = await Promise.all([
      import('./get-prompt.ts'),
      content(),
    ]);
    const prompt = (await prompts()).get(params.name);
    if (prompt === undefined) throw unknownPrompt(params.name);
    return fillPrompt(prompt, params.arguments ?? {}, { sanitizer, language });
  });
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }, context) => {
    const [{ complete }, mine] = await Promise.all([import('./complete.ts'), partsOf(context)]);
    return complete(mine, { ref, argument, ...callerOf(context), context });
  });
  if (!isReadable) return;
  server.setRequestHandler('resources/list', async () => ({
    resources: await (await content()).listedResources(),
  }));
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: await (await content()).listedTemplates(),
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const [{ readResource }, mine] = await Promise.all([import('./read-resource.ts'), partsOf(context)]);
    return readResource(mine, { uri, ...callerOf(context), context });
  });
}
