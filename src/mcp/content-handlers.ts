import { ResourceNotFoundError, type Server, type ServerContext } from '@modelcontextprotocol/server';
import type { RequestContext } from './calls/request-context.ts';
import { cardScheme } from './content/card-pages.ts';
import type { complete, readResource } from './dispatch.ts';
import { showsCards } from './guards/ways-to-ask.ts';
import { type Services, within } from './services.ts';
import { registerSkills } from './skill-handlers.ts';

/**
 * Registers the handlers for resources, prompts and completions. Their code is loaded at the first request for any of
 * them, because most connections only call tools.
 * @param request returns the caller and the services of a request
 */
export function registerContentHandlers(
  server: Server,
  services: Services,
  request: {
    readonly requestContextOf: (context: ServerContext) => RequestContext;
    readonly servicesFor: (context: ServerContext) => Promise<Services>;
    readonly dispatch: () => Promise<{
      readonly complete: typeof complete;
      readonly readResource: typeof readResource;
    }>;
  },
): void {
  const { requestContextOf, servicesFor, dispatch } = request;
  const { content, sanitizer, cards } = services;
  const isReadable = services.policy.allow.has('read');
  const hasResources = isReadable || cards !== undefined;
  server.registerCapabilities({ prompts: {}, completions: {}, ...(hasResources ? { resources: {} } : {}) });
  server.setRequestHandler('prompts/list', async () => ({
    prompts: await (await content()).listedPrompts(),
  }));
  server.setRequestHandler('prompts/get', async ({ params }) => {
    const [{ fillPrompt, unknownPrompt }, { prompts, language }] = await Promise.all([
      import('./content/get-prompt.ts'),
      content(),
    ]);
    const prompt = (await prompts()).get(params.name);
    if (prompt === undefined) throw unknownPrompt(params.name);
    return fillPrompt(prompt, params.arguments ?? {}, { sanitizer, language });
  });
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }, context) => {
    const [{ complete }, mine] = await Promise.all([dispatch(), servicesFor(context)]);
    const request = requestContextOf(context);
    return within(services, request, { method: 'completion/complete' }, () =>
      complete(mine, { ref, argument, ...request }),
    );
  });
  if (!hasResources) return;
  if (isReadable) registerSkills(server, async () => (await content()).listedSkills());
  server.setRequestHandler('resources/list', async (_request, context) => ({
    resources: [
      ...(isReadable ? await (await content()).listedResources() : []),
      ...(cards && showsCards(server, context) ? cards.pages.list() : []),
    ],
  }));
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: isReadable ? await (await content()).listedTemplates() : [],
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    // Anyone may read a card page, because it contains no record data.
    if (cards && uri.startsWith(cardScheme)) return cards.pages.read(uri);
    if (!isReadable) throw new ResourceNotFoundError(uri);
    const [{ readResource }, mine] = await Promise.all([dispatch(), servicesFor(context)]);
    const request = requestContextOf(context);
    return within(services, request, { method: 'resources/read' }, () =>
      readResource(mine, { uri, ...request, context }),
    );
  });
}
