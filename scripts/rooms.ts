/** A folder of the source, and the modules that its files may import. */
export interface Room {
  /** Description of the content, for the generated docs. */
  readonly about: string;
  /** True if the room includes its subfolders, which may then import each other. */
  readonly isWhole?: true;
  readonly packages?: readonly string[];
  /** True if its files may import modules of Node. */
  readonly node?: true;
  /** Other rooms that its files may import. */
  readonly rooms?: readonly string[];
}

const contract = ['src/contract'];
const api = ['src/api/client'];

/**
 * Import rules. `scripts/import-law.ts` checks them, and `npm run docs` generates the table of docs/architecture.md
 * from them. Files of `src` and `src/commands` belong to no room and may import all of them.
 */
export const rooms: Readonly<Record<string, Room>> = {
  tools: {
    about: 'the API as data: the catalogue, toolsets, search words, words of questions',
    packages: ['zod'],
    rooms: [...contract, 'tools/operations'],
  },
  'tools/operations': {
    about: 'every operation of the API, a file for each area',
    packages: ['zod'],
    rooms: contract,
  },
  'tools/prompts': { about: 'the prompts, in both languages', rooms: contract },
  'tools/skills': { about: 'ways of working that assistants read, in both languages', rooms: contract },
  'src/contract': {
    about: 'types of operations, workflows, prompts, resources and errors',
    isWhole: true,
    packages: ['zod'],
  },
  'src/asked': {
    about: 'compares returned rows with the filters and removes rows that do not match',
    rooms: [...contract, 'src/json', 'src/names', 'src/util'],
  },
  'src/json': { about: 'JSON as text: measured, cut and changed without being parsed', rooms: contract },
  'src/util': { about: 'helpers that belong to no other room', rooms: contract },
  'src/shared-state': {
    about: 'state shared by all processes of one server: in memory, or encrypted on Redis',
    packages: ['@redis/client', 'lru-cache'],
    node: true,
    rooms: ['src/util'],
  },
  'src/api/client': {
    about: 'an operation carried out: the request is built, sent, and its response read',
    packages: ['content-disposition'],
    node: true,
    rooms: ['src/api/files', 'src/api/tokens', 'src/api/transport', ...contract, 'src/json', 'src/util'],
  },
  'src/api/tokens': {
    about: 'short-lived tokens: asked for, kept, renewed',
    node: true,
    rooms: ['src/api/transport', ...contract],
  },
  'src/api/transport': {
    about: 'a request on its way: token, turn, retries, the circuit breaker, time limits, one attempt',
    isWhole: true,
    packages: ['undici'],
    node: true,
    rooms: ['src/api/connections', 'src/api/files', ...contract, 'src/json', 'src/util'],
  },
  'src/api/connections': {
    about:
      'how the service and other servers are reached: connections of each caller, proxies, what went wrong',
    packages: ['undici'],
    node: true,
    rooms: contract,
  },
  'src/api/reference': {
    about: 'the service’s own reference: found and read, names and kinds alone',
    node: true,
  },
  'src/api/files': {
    about: 'files on their way: the shared folder, multipart forms, names',
    node: true,
    rooms: contract,
  },
  'src/assistants': {
    about: 'assistants on a machine: where each keeps its servers, and changes there that touch nothing else',
    isWhole: true,
    packages: ['jsonc-parser', 'smol-toml', 'yaml'],
    node: true,
    rooms: contract,
  },
  'src/auth': {
    about: 'who sends a request over HTTP: tokens of the service and of single sign-on',
    packages: ['zod', 'jose', 'lru-cache'],
    node: true,
    rooms: [
      ...[...api, 'src/api/connections', 'src/api/tokens', 'src/api/transport'],
      ...[...contract, 'src/transports/http', 'src/util'],
    ],
  },
  'src/sign-in': {
    about: 'casebridge’s own authorization server: users sign in and allow each assistant',
    isWhole: true,
    packages: ['jose', 'zod', 'hono', 'lru-cache'],
    node: true,
    rooms: [...contract, 'src/shared-state', 'src/transports/http', 'src/util'],
  },
  'src/config': {
    isWhole: true,
    about: 'settings, from the command line, the environment and files',
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
    about: 'the log, the record of changes, metrics, traces and health',
    isWhole: true,
    packages: ['pino', 'prom-client'],
    node: true,
    rooms: ['src/api/tokens', 'src/api/transport', ...contract, 'src/shared-state', 'src/util'],
  },
  'src/deployment': {
    about: 'names of a deployment: learnt from its reference, or set by its operator',
    isWhole: true,
    packages: ['zod'],
    node: true,
    rooms: [
      ...['src/api/connections', 'src/api/reference', 'src/api/tokens', 'src/api/transport'],
      ...[...contract, 'src/util'],
    ],
  },
  'src/mcp': {
    about: 'the server: the methods of MCP, and the steps of each request in their order',
    packages: ['zod', '@modelcontextprotocol/server', '@modelcontextprotocol/server/ext/skills'],
    rooms: [
      ...[...api, 'src/api/files', ...contract, 'src/util', 'src/observability', 'src/mcp/calls'],
      ...['src/mcp/content', 'src/mcp/guards', 'src/mcp/input', 'src/mcp/outbound', 'src/mcp/output'],
      'src/mcp/tools',
    ],
  },
  'src/mcp/input': {
    about: 'arguments: parsed, names in them resolved, changes completed',
    isWhole: true,
    packages: ['zod'],
    rooms: [...api, ...contract, 'src/json'],
  },
  'src/mcp/outbound': {
    about: 'content for people or other hosts: markup, links, addresses',
    packages: ['zod', 'parse5'],
    node: true,
    rooms: [...api, ...contract, 'src/json', 'src/util'],
  },
  'src/mcp/guards': {
    about: 'checks before a call: policy, limits, confirmation by a human',
    isWhole: true,
    packages: ['zod', 'lru-cache', '@modelcontextprotocol/server'],
    node: true,
    rooms: [
      ...[...api, 'src/api/files', ...contract, 'src/json', 'src/util', 'src/observability'],
      ...['src/mcp/input', 'src/mcp/outbound', 'src/mcp/output', 'src/shared-state'],
    ],
  },
  'src/mcp/calls': {
    about: 'operations and workflows: drafted, recorded, sent, logged',
    isWhole: true,
    packages: ['zod', '@modelcontextprotocol/server'],
    rooms: [
      ...[...api, 'src/api/files', 'src/asked', ...contract, 'src/json', 'src/util', 'src/observability'],
      ...['src/mcp/guards', 'src/mcp/input', 'src/mcp/outbound', 'src/mcp/output'],
    ],
  },
  'src/mcp/output': {
    about: 'results: cleaned, fenced, phrased, kept, made to fit the budget of tokens',
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
    about: 'names and links of records, resolved to ids',
    packages: ['lru-cache'],
    rooms: [...contract, 'src/json', 'src/util'],
  },
  'src/domain': {
    about: 'records in terms of users: cases, tasks, people, days',
    isWhole: true,
    packages: ['zod', 'lru-cache'],
    rooms: [...contract, 'src/json', 'src/names', 'src/util'],
  },
  'src/sql': {
    about: 'runs one SELECT over given tables, in a separate thread',
    isWhole: true,
    packages: ['sql.js'],
    node: true,
    rooms: [...contract, 'src/names', 'src/util'],
  },
  'src/drafting': {
    about: 'Word documents made of texts, on a letterhead or without',
    isWhole: true,
    packages: ['fflate'],
    node: true,
    rooms: [...contract, 'src/documents', 'src/util'],
  },
  'src/documents': {
    about: 'reads texts of files of all formats, in a separate process with limits',
    isWhole: true,
    packages: ['@embedpdf/pdfium', 'numfmt', 'parse5', 'postal-mime', 'saxes'],
    node: true,
    rooms: [...contract, 'src/util'],
  },
  'src/workflows': {
    about: 'answers from several operations: agenda, case brief, intake',
    isWhole: true,
    packages: ['zod'],
    rooms: [...contract, 'src/domain', 'src/json', 'src/names', 'src/util'],
  },
  'src/cards': {
    about:
      'pages that assistants show next to text: they run in a browser and know only the data they receive',
    isWhole: true,
    rooms: contract,
  },
  'src/transports': {
    about: 'stdio; it gets a factory of servers, and knows no tool',
    packages: ['@modelcontextprotocol/server'],
    node: true,
    rooms: ['src/json'],
  },
  'src/transports/http': {
    about: 'HTTP: guards, the protocol’s revisions, sessions, streams; on Node’s own HTTP for assistants',
    isWhole: true,
    packages: [
      '@modelcontextprotocol/server',
      'hono',
      '@hono/node-server',
      '@hono/node-server/utils/response',
      'lru-cache',
    ],
    node: true,
    rooms: ['src/json', 'src/shared-state', 'src/util'],
  },
  'src/sandbox': {
    about: 'the embedded service, written from the API’s description alone',
    isWhole: true,
    packages: ['zod', 'hono', '@hono/node-server', 'fflate'],
    node: true,
  },
};
