/**
 * Tiers of the test suite. `quick` runs before a commit, `standard` is the rest of `npm test`, `extended` is the rest of
 * `npm run test:all`.
 */
export const tiers = ['quick', 'standard', 'extended'] as const;
export type Tier = (typeof tiers)[number];

/** Place of a folder or file of tests. */
export interface Place {
  readonly tier: Tier;
  /** Proof that the tests give, for the table in docs/testing.md. */
  readonly proof: string;
  /** Reason for the tier; needed if another place contains this one. */
  readonly why?: string;
  /** Transport in `npm test` of tests that leave the choice to their project. Default: `stdio`. */
  readonly over?: 'memory';
  /** Whether `npm run test:all` starts a process for them, too, because there they ask for more. */
  readonly more?: true;
}

const waits = 'It waits for real time to pass.';
const crowds = 'It starts many clients or servers.';
const programs = 'It needs a program that `.ci/run` installs.';
const manyCases = 'It repeats one rule for a great many inputs.';
const log = 'Only a process has a log of its own.';
const process = 'It is about the process on its machine.';
const transports = 'It runs over both transports.';
/** Reason to leave out the process: the messages are the same JSON, and `both-transports` compares the transports. */
const above = 'memory';

/**
 * Places of all tests, below `test/`. A folder ends with a slash, a file stands without `.test.ts`. The longest path that
 * fits decides, so a new file belongs to the tier of its folder.
 */
export const places: Readonly<Record<string, Place>> = {
  'unit/': { tier: 'quick', proof: 'functions and rooms without a server' },
  'unit/linear': { tier: 'extended', proof: 'steps grow no faster than a text', why: manyCases },
  'repository/': {
    tier: 'quick',
    proof: 'the law of imports, the catalogue, ledgers, documents, dependencies',
  },
  'sandbox/': { tier: 'quick', proof: 'the embedded service answers by the rules of the API' },
  'sandbox/agreement': {
    tier: 'standard',
    proof: 'the embedded service and the catalogue agree on every operation',
    why: 'It calls every operation in each shape.',
  },
  pinned: { tier: 'quick', proof: 'versions of actions and images are pinned' },

  'e2e/operations/': { tier: 'standard', proof: 'every operation, through a client', over: above },
  'e2e/operations/auth': {
    tier: 'standard',
    proof: 'tokens and passwords are shown nowhere',
    why: log,
  },
  'e2e/query/': { tier: 'standard', proof: 'questions in SQL', over: above },
  'e2e/names/': { tier: 'standard', proof: 'names and links in place of ids', over: above },
  'e2e/query/rate-limit': { tier: 'extended', proof: 'a long query before a limit of requests', why: waits },
  'e2e/workflows/': { tier: 'standard', proof: 'every lookup, intake', over: above },
  'e2e/drafts/': { tier: 'standard', proof: 'documents drafted, also on a letterhead', over: above },
  'e2e/workflows/stories': {
    tier: 'standard',
    proof: 'what people ask, with the tokens it costs',
    over: above,
    more: true,
  },
  'e2e/plans/': {
    tier: 'standard',
    proof: 'series of changes planned, agreed to, applied, undone',
    over: above,
  },
  'e2e/plans/bulk-stories': {
    tier: 'standard',
    proof: 'series that people ask for, in both eras and languages',
    why: transports,
  },
  'e2e/content/': { tier: 'standard', proof: 'resources, prompts, skills, completions', over: above },
  'e2e/documents/': { tier: 'standard', proof: 'documents read and compared through a client', over: above },
  'e2e/files/': { tier: 'standard', proof: 'files up and down', over: above },
  'e2e/files/shared-folder': { tier: 'standard', proof: 'the folder that a machine shares', why: process },
  'e2e/files/document-files': { tier: 'standard', proof: 'files of documents', why: transports },
  'e2e/cards/': { tier: 'standard', proof: 'cards as clients get them, as they are built' },
  'e2e/clients/': { tier: 'standard', proof: 'every kind of client in both eras', over: above },
  'e2e/clients/any-arguments': {
    tier: 'standard',
    proof: 'any arguments leave no error in the log',
    why: log,
  },
  'e2e/clients/both-transports': { tier: 'standard', proof: 'both transports compared', why: transports },
  'e2e/clients/clients': { tier: 'standard', proof: 'every client connects and calls', why: transports },
  'e2e/clients/requests': { tier: 'standard', proof: 'requests that arrive in odd ways', why: transports },
  'e2e/safety/': {
    tier: 'standard',
    proof: 'questions to humans, planted texts, limits of what is shown',
    over: above,
  },
  'e2e/safety/audit': { tier: 'standard', proof: 'the record of changes', why: process },
  'e2e/safety/canary': {
    tier: 'extended',
    proof: 'secrets appear in no output, whoever signs in',
    why: crowds,
  },
  'e2e/safety/confirmation': {
    tier: 'standard',
    proof: 'a human agrees before what is risky',
    why: transports,
  },
  'e2e/safety/planted': {
    tier: 'standard',
    proof: 'words of others stand nowhere bare',
    over: above,
    more: true,
  },
  'e2e/safety/policy': { tier: 'standard', proof: 'classes that the operator allows', why: log },
  'e2e/safety/trace': { tier: 'extended', proof: 'one id for a call in the log and the record', why: crowds },
  'e2e/safety/tracing': { tier: 'extended', proof: 'traces to a collector', why: crowds },
  'e2e/safety/losing': {
    tier: 'extended',
    proof: 'whatever takes away what the service holds asks a human',
    why: manyCases,
  },
  'e2e/safety/untrusted': { tier: 'standard', proof: 'texts of others are fenced', why: process },
  'e2e/sign-in/': { tier: 'extended', proof: 'domain sign-in (Kerberos)', why: programs },

  'cli/': { tier: 'standard', proof: 'the command, its help, calls and tables' },
  'cli/call': { tier: 'extended', proof: '`call` in all its forms', why: crowds },
  'cli/calling': { tier: 'extended', proof: '`call` with the embedded service', why: crowds },
  'cli/stdio-process': { tier: 'extended', proof: 'how a process over stdio starts and ends', why: crowds },
  'cli/in-russian': { tier: 'extended', proof: 'commands that speak Russian', why: crowds },
  'cli/listing': { tier: 'extended', proof: '`tools` in all its forms', why: crowds },
  'cli/tables': { tier: 'extended', proof: 'answers as tables', why: crowds },
  'cli/doctor/': { tier: 'extended', proof: '`doctor`, with one thing wrong at a time', why: crowds },
  'cli/learning/learnt-before': { tier: 'extended', proof: 'what one start leaves to the next', why: crowds },
  'cli/package': {
    tier: 'extended',
    proof: 'the package installs and runs elsewhere',
    why: 'It packs and installs.',
  },
  'cli/bundle': {
    tier: 'extended',
    proof: 'the bundle for Claude Desktop',
    why: 'It builds and starts bundles.',
  },
  'cli/learning/learning': { tier: 'extended', proof: 'learning how a deployment calls things', why: crowds },
  'cli/learning/learnt-profiles': {
    tier: 'extended',
    proof: 'learning from other kinds of deployment',
    why: manyCases,
  },
  'init/': { tier: 'standard', proof: 'configurations of assistants on this machine' },

  'init/entries': { tier: 'extended', proof: 'entries that `init` writes, keeps and removes', why: crowds },
  'init/init': { tier: 'extended', proof: '`init` from the first question to the last', why: crowds },
  'init/served': { tier: 'extended', proof: 'assistants that `init` connects to a server', why: crowds },
  'documents/': { tier: 'standard', proof: 'every format of documents' },
  'documents/hostile/': {
    tier: 'extended',
    proof: 'documents made to do harm, with bounds of memory',
    why: manyCases,
  },
  'documents/pdf-hostile': { tier: 'extended', proof: 'PDF made to do harm', why: manyCases },
  'documents/office/libreoffice': {
    tier: 'extended',
    proof: 'documents of a real word processor',
    why: programs,
  },
  'drafting/': { tier: 'standard', proof: 'documents that are drafted' },
  'drafting/word-processor': {
    tier: 'extended',
    proof: 'drafts open in a real word processor',
    why: programs,
  },

  'faults/': { tier: 'standard', proof: 'every fault of the service, of the network, of signing in' },
  'faults/proxy-settings': { tier: 'standard', proof: 'settings of proxies', over: above },
  'faults/fault-bench-load': {
    tier: 'extended',
    proof: 'answers without end, starts under load',
    why: crowds,
  },
  'faults/late-answers': { tier: 'extended', proof: 'late answers are taken for no others', why: manyCases },
  'faults/odd-parts': { tier: 'extended', proof: 'lookups in which one answer is odd', why: manyCases },
  'faults/proxy': { tier: 'extended', proof: 'proxies and private authorities', why: crowds },

  'http/': { tier: 'standard', proof: 'what HTTP adds: hardening, TLS, pages, the log' },
  'http/chaos': { tier: 'extended', proof: 'faults of all kinds at once', why: crowds },
  'http/monitor': { tier: 'extended', proof: 'figures and health for operators', why: programs },
  'http/tls': { tier: 'extended', proof: 'TLS without a proxy', why: crowds },
  'http/slow': { tier: 'extended', proof: 'clients that never finish what they send', why: waits },
  'http/unread': { tier: 'extended', proof: 'clients that do not read', why: waits },
  'http/watching': { tier: 'extended', proof: 'the dashboard and the alerts', why: programs },
  'http/callers/': { tier: 'standard', proof: 'who calls, single sign-on, limits' },
  'http/callers/crowd': { tier: 'extended', proof: 'many callers at once get what is theirs', why: crowds },
  'http/callers/crowding': { tier: 'extended', proof: 'strangers take nobody’s place', why: crowds },
  'http/callers/fair': { tier: 'extended', proof: 'everybody has a turn', why: crowds },
  'http/callers/flood': { tier: 'extended', proof: 'made-up tokens in great number', why: crowds },
  'http/callers/limits-at-once': { tier: 'extended', proof: 'limits of calls at the same time', why: crowds },
  'http/callers/issuer': { tier: 'extended', proof: 'an issuer on a bad day', why: waits },
  'http/callers/people': { tier: 'extended', proof: 'one person with several tokens', why: waits },
  'http/cards/': { tier: 'extended', proof: 'cards in Chromium', why: programs },
  'http/cards/callers': {
    tier: 'standard',
    proof: 'answers of cards belong to their callers',
    why: 'It needs no browser.',
  },
  'http/sessions/': { tier: 'standard', proof: 'sessions of older clients, streams, ends and starts' },
  'http/sessions/restarting': { tier: 'extended', proof: 'a server that is started anew', why: waits },
  'http/sessions/rolling': { tier: 'extended', proof: 'processes replaced behind nginx', why: programs },
  'http/shared/': { tier: 'extended', proof: 'several processes of one server with Redis', why: programs },
  'http/sign-in/': { tier: 'standard', proof: 'signing in on a page of casebridge or at a provider' },
  'http/sign-in/chromium': { tier: 'extended', proof: 'the pages of signing in, in Chromium', why: programs },

  'calendar/': { tier: 'extended', proof: 'lookups on many days in four time zones', why: manyCases },
  'calendar/clock': { tier: 'standard', proof: 'the clock of the tests', why: 'All tests rest on it.' },
  'strangers/': { tier: 'standard', proof: 'changes in front of a service that others wrote' },
  'reality/': { tier: 'extended', proof: 'services that answer in other names and forms', why: manyCases },
  'evals/': {
    tier: 'extended',
    proof: 'questions to models have answers',
    why: 'It proves measurements, not the server.',
  },
  'evals/play/': {
    tier: 'extended',
    proof: 'requests that a player can play are judged by answer and end state',
  },

  'profiles/': { tier: 'extended', proof: 'lookups on other kinds of deployment', why: manyCases },
  'provider/': { tier: 'extended', proof: 'a real OpenID provider', why: 'It installs one.' },
  'libraries/': {
    tier: 'extended',
    proof: 'libraries that assistants are built with',
    why: 'It installs them.',
  },
};
