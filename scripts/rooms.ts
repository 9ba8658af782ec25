/** A module of the source: a folder, and the modules that its files may import. */
export interface Room {
  /** Description of the content, for the generated docs. */
  readonly about: string;
  /** True if the module includes its subfolders, which may then import each other. */
  readonly isWhole?: true;
  readonly packages?: readonly string[];
  /** True if its files may import modules of Node. */
  readonly node?: true;
  /** Other modules of the source that its files may import. */
  readonly rooms?: readonly string[];
}

const contract = ['src/contract'];
const api = ['src/api/client'];

/**
 * Import rules. `scripts/import-law.ts` checks them, and `npm run docs` generates the table of docs/architecture.md
 * from them. Files of `src` and `src/commands` belong to no module and may import all of them.
 */
export const rooms: Readonly<Record<string, Room>> = {
  tools: {
    about: 'the API as data: catalogue, toolsets, synonyms',
    packages: ['zod'],
    rooms: [...contract, 'tools/operations'],
  },
  'tools/operations': {
    about: 'all operations of the API, one file for each area',
    packages: ['zod'],
    rooms: contract,
  },
  'tools/prompts': { about: 'prompts, in both languages', rooms: contract },
  'tools/skills': { about: 'skills: instructions that assistants read, in both languages', rooms: contract },
  'src/contract': {
    about: 'types of operations, workflows, prompts, resources and call errors',
    isWhole: true,
    packages: ['zod'],
  },
  'src/asked': {
    about: 'comparison of returned rows with the filters of a call; removes rows that do not match',
    rooms: [...contract, 'src/json', 'src/names', 'src/util'],
  },
  'src/json': { about: 'reading, shortening and changing JSON text without parsing it', rooms: contract },
  'src/util': { about: 'helpers that belong to no other module', rooms: contract },
  'src/shared-state': {
    about: 'state that all processes of a server share, in memory or encrypted in Redis',
    packages: ['@redis/client', 'lru-cache'],
    node: true,
    rooms: ['src/util'],
  },
  'src/api/client': {
    about: 'execution of an operation: builds and sends the request, reads the response',
    packages: ['content-disposition'],
    node: true,
    rooms: ['src/api/files', 'src/api/tokens', 'src/api/transport', ...contract, 'src/json', 'src/util'],
  },
  'src/api/tokens': {
    about: 'short-lived tokens: requesting, caching, renewing',
    node: true,
    rooms: ['src/api/transport', ...contract],
  },
  'src/api/transport': {
    about: 'sending a request: token, queue, retries, circuit breaker, timeouts',
    isWhole: true,
    packages: ['undici'],
    node: true,
    rooms: ['src/api/connections', 'src/api/files', ...contract, 'src/json', 'src/util'],
  },
  'src/api/connections': {
    about:
      'connections to the service and other servers: one pool for each caller, proxies, connection errors',
    packages: ['undici'],
    node: true,
    rooms: contract,
  },
  'src/api/reference': {
    about: 'finding and reading the service’s API reference; only names, types and locations',
    node: true,
  },
  'src/api/files': {
    about: 'files to and from the service: shared folder, multipart forms, file names',
    node: true,
    rooms: contract,
  },
  'src/assistants': {
    about: 'configuration files of assistants on a machine, and minimal changes to them',
    isWhole: true,
    packages: ['jsonc-parser', 'smol-toml', 'yaml'],
    node: true,
    rooms: contract,
  },
  'src/auth': {
    about: 'authentication of HTTP callers by tokens of the service or single sign-on',
    packages: ['zod', 'jose', 'lru-cache'],
    node: true,
    rooms: [
      ...[...api, 'src/api/connections', 'src/api/tokens', 'src/api/transport'],
      ...[...contract, 'src/transports/http', 'src/util'],
    ],
  },
  'src/sign-in': {
    about: 'casebridge’s own authorization server, on which users consent to assistants',
    isWhole: true,
    packages: ['jose', 'zod', 'hono', 'lru-cache'],
    node: true,
    rooms: [...contract, 'src/shared-state', 'src/transports/http', 'src/util'],
  },
  'src/config': {
    isWhole: true,
    about: 'settings from the command line, the environment and files',
    packages: ['zod'],
    node: true,
    rooms: [
      ...['src/api/connections', 'src/api/tokens', 'src/auth', ...contract, 'src/deployment'],
      ...[
        'src/mcp/guards',
        'src/mcp/input',
        'src/mcp/outbound',
        'src/mcp/tools',
        'src/observability',
        'src/util',
      ],
    ],
  },
  'src/observability': {
    about: 'log, audit log, metrics, traces and health',
    isWhole: true,
    packages: ['pino', 'prom-client'],
    node: true,
    rooms: ['src/api/tokens', 'src/api/transport', ...contract, 'src/shared-state', 'src/util'],
  },
  'src/deployment': {
    about: 'names of a deployment, learned from its API reference or set by the operator',
    isWhole: true,
    packages: ['zod'],
    node: true,
    rooms: [
      ...['src/api/connections', 'src/api/reference', 'src/api/tokens', 'src/api/transport'],
      ...[...contract, 'src/util'],
    ],
  },
  'src/mcp': {
    about: 'the server: methods of MCP, and the ordered steps of each request',
    packages: ['zod', '@modelcontextprotocol/server', '@modelcontextprotocol/server/ext/skills'],
    rooms: [
      ...[...api, 'src/api/files', ...contract, 'src/util', 'src/observability', 'src/mcp/calls'],
      ...['src/mcp/content', 'src/mcp/guards', 'src/mcp/input', 'src/mcp/outbound', 'src/mcp/output'],
      'src/mcp/tools',
    ],
  },
  'src/mcp/input': {
    about: 'arguments: parsing, resolving names, completing changes',
    isWhole: true,
    packages: ['zod'],
    rooms: [...api, ...contract, 'src/json'],
  },
  'src/mcp/outbound': {
    about: 'checks of markup, links and addresses that would reach people or other hosts',
    packages: ['zod', 'parse5'],
    node: true,
    rooms: [...api, ...contract, 'src/json', 'src/util'],
  },
  'src/mcp/guards': {
    about: 'policy, limits and confirmation',
    isWhole: true,
    packages: ['zod', 'lru-cache', '@modelcontextprotocol/server'],
    node: true,
    rooms: [
      ...[...api, 'src/api/files', ...contract, 'src/json', 'src/util', 'src/observability'],
      ...['src/mcp/input', 'src/mcp/outbound', 'src/mcp/output', 'src/shared-state'],
    ],
  },
  'src/mcp/calls': {
    about: 'calls of operations and workflows: drafting, recording, sending, logging',
    isWhole: true,
    packages: ['zod', '@modelcontextprotocol/server'],
    rooms: [
      ...[...api, 'src/api/files', 'src/asked', ...contract, 'src/json', 'src/util', 'src/observability'],
      ...['src/mcp/guards', 'src/mcp/input', 'src/mcp/outbound', 'src/mcp/output'],
    ],
  },
  'src/mcp/output': {
    about: 'results: cleaning, marking, wording, storing, shortening to the token budget',
    isWhole: true,
    packages: ['lru-cache', '@modelcontextprotocol/server'],
    node: true,
    rooms: [
      ...[...api, 'src/api/files', 'src/api/transport', ...contract, 'src/json', 'src/util'],
      ...['src/mcp/input', 'src/shared-state'],
    ],
  },
  'src/mcp/tools': {
    about: 'tools as assistants see them: lists, schemas, hints, search',
    isWhole: true,
    packages: ['zod', '@orama/stemmers', 'lru-cache', '@modelcontextprotocol/server'],
    node: true,
    rooms: [...contract, 'src/util', 'src/mcp/guards', 'src/mcp/input', 'src/mcp/output'],
  },
  'src/mcp/content': {
    about: 'resources, prompts, skills and completions',
    packages: ['@modelcontextprotocol/server', '@modelcontextprotocol/server/ext/skills'],
    node: true,
    rooms: [
      ...[...api, ...contract, 'src/util', 'src/mcp/calls', 'src/mcp/guards'],
      ...['src/mcp/input', 'src/mcp/output', 'src/mcp/tools'],
    ],
  },
  'src/names': {
    about: 'resolution of names and links of records to ids',
    isWhole: true,
    packages: ['lru-cache'],
    rooms: [...contract, 'src/json', 'src/util'],
  },
  'src/domain': {
    about: 'cases, tasks, people and dates in the terms of users',
    isWhole: true,
    packages: ['zod', 'lru-cache'],
    rooms: [...contract, 'src/json', 'src/names', 'src/util'],
  },
  'src/sql': {
    about: 'runs one SELECT over given tables in a separate thread',
    isWhole: true,
    packages: ['sql.js'],
    node: true,
    rooms: [...contract, 'src/names', 'src/util'],
  },
  'src/drafting': {
    about: 'Word documents from plain text, with or without a letterhead',
    isWhole: true,
    packages: ['fflate'],
    node: true,
    rooms: [...contract, 'src/documents', 'src/util'],
  },
  'src/documents': {
    about: 'reading files of all formats in a separate process with limits',
    isWhole: true,
    packages: ['@embedpdf/pdfium', 'numfmt', 'parse5', 'postal-mime', 'saxes'],
    node: true,
    rooms: [...contract, 'src/util'],
  },
  'src/workflows': {
    about: 'workflows that combine several operations: agenda, case brief, intake',
    isWhole: true,
    packages: ['zod'],
    rooms: [...contract, 'src/domain', 'src/json', 'src/names', 'src/util'],
  },
  'src/cards': {
    about:
      'pages that assistants show next to text; they run in a browser and know only the data they receive',
    isWhole: true,
    rooms: contract,
  },
  'src/transports': {
    about: 'stdio; gets a server factory and knows no tools',
    packages: ['@modelcontextprotocol/server'],
    node: true,
    rooms: ['src/json'],
  },
  'src/transports/http': {
    about:
      'HTTP: request checks, protocol revisions, sessions, streams; serves assistants with Node’s own HTTP module',
    isWhole: true,
    packages: [
      '@modelcontextprotocol/server',
      'hono',
      '@hono/node-server',
      '@hono/node-server/utils/response',
      'lru-cache',
    ],
    node: true,
    rooms: ['src/json', 'src/shared-state', 'src/transports', 'src/util'],
  },
  'src/sandbox': {
    about: 'the embedded service, written only from the API description',
    isWhole: true,
    packages: ['zod', 'hono', '@hono/node-server', 'fflate'],
    node: true,
  },
};
