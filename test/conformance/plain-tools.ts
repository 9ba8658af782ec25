import { setTimeout as sleep } from 'node:timers/promises';
import { type CallToolResult, fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';

/** Tools of the suite that need no input from the client. */

export const text = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] });

/** One grey pixel. */
export const image = {
  type: 'image' as const,
  mimeType: 'image/png',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mNgiFoAAAFYAPsUvoSCAAAAAElFTkSuQmCC',
};
/** One silent sample. */
const audio = {
  type: 'audio' as const,
  mimeType: 'audio/wav',
  data: 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQIAAAAAAA==',
};
const resource = (uri: string, mimeType: string, words: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: words },
});

const contents: Readonly<Record<string, CallToolResult>> = {
  test_simple_text: text('This is a simple text response for testing.'),
  test_image_content: { content: [image] },
  test_audio_content: { content: [audio] },
  test_embedded_resource: {
    content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  },
  test_multiple_content_types: {
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  },
};

/** Schema with every keyword that a tool list must return unchanged. */
const manyKeywords = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

const mirrored = {
  type: 'object',
  properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
  required: ['region'],
};

export function addPlainTools(server: McpServer): void {
  for (const [name, result] of Object.entries(contents))
    server.registerTool(name, { description: 'Returns fixed content.' }, () => result);
  server.registerTool('test_error_handling', { description: 'Always fails.' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Has a schema with many keywords.', inputSchema: fromJsonSchema(manyKeywords) },
    () => text('Done.'),
  );
  server.registerTool(
    'test_mirrored_header',
    { description: 'Has an argument that is also sent as a header.', inputSchema: fromJsonSchema(mirrored) },
    () => text('Done.'),
  );
  addTalkingTools(server);
}

/** Adds tools that send notifications before their result. */
function addTalkingTools(server: McpServer): void {
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Reports its progress.' },
    async (context) => {
      const progressToken = context.mcpReq._meta?.progressToken;
      for (const progress of [0, 50, 100]) {
        const params = { progressToken, progress, total: 100 };
        if (progressToken !== undefined)
          await context.mcpReq.notify({ method: 'notifications/progress', params });
        if (progress < 100) await sleep(50);
      }
      return text('Done.');
    },
  );
  for (const name of ['test_tool_with_logging', 'test_logging_tool'])
    server.registerTool(name, { description: 'Sends log messages.' }, async (context) => {
      for (const message of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await context.mcpReq.log('info', message);
        await sleep(50);
      }
      return text('Done.');
    });
  server.registerTool(
    'test_reconnection',
    { description: 'Closes its stream, and returns the result on the next one.' },
    async (context) => {
      context.http?.closeSSE?.();
      await sleep(100);
      return text('Done.');
    },
  );
}
