import {
  completable,
  type GetPromptResult,
  inputRequired,
  McpServer,
  ResourceTemplate,
  type ServerNotifier,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { addAskingTools, form, missing, states } from './asking-tools.ts';
import { addPlainTools, image, text } from './plain-tools.ts';

/**
 * Creates the tools, resources and prompts that the conformance suite requires by name. Uses only the transport of
 * casebridge.
 * @param notifier returns the object that notifies newer clients of changes
 */
export function createFixtures(notifier: () => ServerNotifier): McpServer {
  const server = new McpServer(
    { name: 'casebridge-conformance', version: '1.0.0' },
    {
      capabilities: {
        tools: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        prompts: { listChanged: true },
        completions: {},
        logging: {},
      },
      requestState: { verify: states.verify },
    },
  );
  addPlainTools(server);
  addAskingTools(server);
  addResources(server);
  addPrompts(server);
  const triggers = {
    test_trigger_tool_change: () => notifier().toolsChanged(),
    test_trigger_prompt_change: () => notifier().promptsChanged(),
  };
  for (const [name, trigger] of Object.entries(triggers))
    server.registerTool(name, { description: 'Notifies the client that a list has changed.' }, () => {
      trigger();
      return text('Done.');
    });
  return server;
}

function addResources(server: McpServer): void {
  const fixed = {
    'static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
    'static-binary': { mimeType: image.mimeType, blob: image.data },
    'watched-resource': { mimeType: 'text/plain', text: 'Somebody watches this.' },
  };
  for (const [name, content] of Object.entries(fixed)) {
    const uri = `test://${name}`;
    server.registerResource(name, uri, { mimeType: content.mimeType }, () => ({
      contents: [{ uri, ...content }],
    }));
  }
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  const mimeType = 'application/json';
  server.registerResource('template', template, { mimeType }, (uri, { id }) => ({
    contents: [
      {
        uri: uri.href,
        mimeType,
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
      },
    ],
  }));
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
}

const says = (...contents: GetPromptResult['messages'][number]['content'][]): GetPromptResult => ({
  messages: contents.map((content) => ({ role: 'user', content })),
});
const words = (value: string) => ({ type: 'text' as const, text: value });

function addPrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', { description: 'Has no arguments.' }, () =>
    says(words('This is a simple prompt for testing.')),
  );
  const places = ['paris', 'park', 'party'];
  const argsSchema = z.object({
    arg1: completable(z.string(), (start) => places.filter((place) => place.startsWith(start ?? ''))),
    arg2: z.string(),
  });
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Takes arguments.', argsSchema },
    ({ arg1, arg2 }) => says(words(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Contains a resource.', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) =>
      says(
        {
          type: 'resource',
          resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
        },
        words('Please process the embedded resource above.'),
      ),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'Contains an image.' }, () =>
    says(image, words('Please analyze the image above.')),
  );
  const context = { user_context: form('What context should the prompt use?', 'context') };
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Requests input first.' },
    (call) => {
      const inputRequests = missing(call, context);
      return inputRequests ? inputRequired({ inputRequests }) : says(words('A prompt in that context.'));
    },
  );
}
