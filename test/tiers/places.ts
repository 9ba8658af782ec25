/**
 * Tiers of the test suite. `quick` runs before a commit, `standard` is the rest of `npm test`, `extended` is the rest
 * of `npm run test:all`.
 */
export const tiers = ['quick', 'standard', 'extended'] as const;
export type Tier = (typeof tiers)[number];

/** Place of a folder or file of tests. */
export interface Place {
  readonly tier: Tier;
  /** Fact that the tests prove, for the table in docs/testing.md. */
  readonly proof: string;
  /** Reason for the tier; needed if another place contains this one. */
  readonly why?: string;
  /** Transport, if the test sets none. Default: `stdio`. */
  readonly over?: 'memory';
}

const waits = 'Waits for real time.';
const crowds = 'Starts many clients or servers.';
const programs = 'Needs a program that `.ci/run` installs.';
const manyCases = 'Repeats one rule for many inputs.';
const process = 'Checks the process and its files.';
const transports = 'Runs over both transports.';
/** Reason to use no separate process: the messages are the same JSON, and `both-transports` compares the transports. */
const above = 'memory';

/**
 * Places of all tests, below `test/`. A folder ends with a slash. A file has no `.test.ts`. The longest matching path
 * applies, so a new file belongs to the tier of its folder.
 */
export const places: Readonly<Record<string, Place>> = {
  'unit/': { tier: 'quick', proof: 'functions and modules without a server' },
  'unit/linear': {
    tier: 'extended',
    proof: 'processing time grows linearly with the length of a text',
    why: manyCases,
  },
  'repository/': {
    tier: 'quick',
    proof: 'import rules, catalogue, tables of requirements, pages, dependencies',
  },
  'sandbox/': { tier: 'quick', proof: 'the embedded service follows the rules of the API' },
  'sandbox/agreement': {
    tier: 'standard',
    proof: 'the embedded service and the catalogue agree on every operation',
    why: 'Calls every operation in every form.',
  },
  pinned: { tier: 'quick', proof: 'versions of actions and images are pinned' },

  'e2e/operations/': { tier: 'standard', proof: 'every operation, through a client', over: above },
  'e2e/query/': { tier: 'standard', proof: 'SQL queries', over: above },
  'e2e/names/': { tier: 'standard', proof: 'names and links instead of ids', over: above },
  'e2e/query/rate-limit': {
    tier: 'extended',
    proof: 'a long query to a service that limits requests',
    why: waits,
    over: above,
  },
  'e2e/workflows/': { tier: 'standard', proof: 'all workflows', over: above },
  'e2e/drafts/': {
    tier: 'standard',
    proof: 'drafting documents, with and without a letterhead',
    over: above,
  },
  'e2e/workflows/stories': {
    tier: 'standard',
    proof: 'typical questions of users, and the tokens of their answers',
    over: above,
  },
  'e2e/plans/': {
    tier: 'standard',
    proof: 'plans: creating, confirming, applying and undoing series of changes',
    over: above,
  },
  'e2e/plans/bulk-stories': {
    tier: 'standard',
    proof: 'typical series of changes, in both protocol eras and both languages',
    why: transports,
  },
  'e2e/content/': { tier: 'standard', proof: 'resources, prompts, skills, completions', over: above },
  'e2e/documents/': {
    tier: 'standard',
    proof: 'reading and comparing documents through a client',
    over: above,
  },
  'e2e/files/': { tier: 'standard', proof: 'uploads and downloads', over: above },
  'e2e/files/shared-folder': { tier: 'standard', proof: 'the shared folder', why: process },
  'e2e/files/document-files': { tier: 'standard', proof: 'files of documents', why: transports },
  'e2e/cards/': { tier: 'standard', proof: 'the built cards, as clients receive them', over: above },
  'e2e/clients/': { tier: 'standard', proof: 'all kinds of clients in both protocol eras', over: above },
  'e2e/clients/both-transports': {
    tier: 'standard',
    proof: 'answers are the same over both transports',
    why: transports,
  },
  'e2e/clients/clients': { tier: 'standard', proof: 'every client connects and calls', why: transports },
  'e2e/clients/requests': { tier: 'standard', proof: 'unusual requests', why: transports },
  'e2e/safety/': {
    tier: 'standard',
    proof: 'confirmations, injected instructions, output limits',
    over: above,
  },
  'e2e/safety/canary': {
    tier: 'extended',
    proof: 'no output contains secrets, for any sign-in',
    why: crowds,
    over: above,
  },
  'e2e/safety/planted': {
    tier: 'standard',
    proof: 'untrusted text is always marked',
    over: above,
  },
  'e2e/safety/trace': {
    tier: 'extended',
    proof: 'a call has the same id in the log and the audit log',
    why: crowds,
    over: above,
  },
  'e2e/safety/tracing': { tier: 'extended', proof: 'traces to a collector', why: crowds },
  'e2e/safety/losing': {
    tier: 'extended',
    proof: 'every change that loses stored data needs a confirmation',
    why: manyCases,
    over: above,
  },
  'e2e/sign-in/': { tier: 'extended', proof: 'domain sign-in (Kerberos)', why: programs },

  'cli/': { tier: 'standard', proof: 'the command: help, calls, tables' },
  'cli/call': { tier: 'extended', proof: '`call` in all its forms', why: crowds },
  'cli/calling': { tier: 'extended', proof: '`call` with the embedded service', why: crowds },
  'cli/stdio-process': { tier: 'extended', proof: 'start and exit of a stdio process', why: crowds },
  'cli/in-russian': { tier: 'extended', proof: 'commands in Russian', why: crowds },
  'cli/listing': { tier: 'extended', proof: '`tools` in all its forms', why: crowds },
  'cli/tables': { tier: 'extended', proof: 'tables in the output', why: crowds },
  'cli/doctor/': { tier: 'extended', proof: '`doctor`, with one error at a time', why: crowds },
  'cli/learning/learnt-before': {
    tier: 'extended',
    proof: 'learned names that one start stores for the next',
    why: crowds,
  },
  'cli/package': {
    tier: 'extended',
    proof: 'the package installs and runs in another folder',
    why: 'Packs and installs the package.',
  },
  'cli/bundle': {
    tier: 'extended',
    proof: 'the bundle for Claude Desktop',
    why: 'Builds and starts bundles.',
  },
  'cli/learning/learning': { tier: 'extended', proof: 'learning the names of a deployment', why: crowds },
  'cli/learning/learnt-profiles': {
    tier: 'extended',
    proof: 'learning the names of other kinds of deployment',
    why: manyCases,
  },
  'init/': { tier: 'standard', proof: 'changes to configuration files of assistants' },

  'init/entries': { tier: 'extended', proof: 'entries that `init` writes, keeps and removes', why: crowds },
  'init/init': { tier: 'extended', proof: '`init` from the first question to the last', why: crowds },
  'init/served': { tier: 'extended', proof: 'assistants that `init` connects to a server', why: crowds },
  'documents/': { tier: 'standard', proof: 'all document formats' },
  'documents/hostile/': {
    tier: 'extended',
    proof: 'malicious documents, within memory limits',
    why: manyCases,
  },
  'documents/pdf-hostile': { tier: 'extended', proof: 'malicious PDF files', why: manyCases },
  'documents/office/libreoffice': {
    tier: 'extended',
    proof: 'documents written by a real word processor',
    why: programs,
  },
  'drafting/': { tier: 'standard', proof: 'the content of drafted documents' },
  'drafting/word-processor': {
    tier: 'extended',
    proof: 'drafts open in a real word processor',
    why: programs,
  },

  'faults/': { tier: 'standard', proof: 'faults of the service, the network and the sign-in', over: above },
  'faults/fault-bench-tls': { tier: 'standard', proof: 'the certificate of the service', why: process },
  'faults/fault-bench-load': {
    tier: 'extended',
    proof: 'endless responses, restarts under load',
    why: crowds,
  },
  'faults/late-answers': {
    tier: 'extended',
    proof: 'a late response is never used for another request',
    why: manyCases,
    over: above,
  },
  'faults/odd-parts': {
    tier: 'extended',
    proof: 'workflows in which one response is malformed',
    why: manyCases,
    over: above,
  },
  'faults/proxy': { tier: 'extended', proof: 'proxies and private certificate authorities', why: crowds },

  'http/': { tier: 'standard', proof: 'the HTTP server: hardening, TLS, pages, log' },
  'http/chaos': { tier: 'extended', proof: 'faults of all kinds at once', why: crowds },
  'http/monitor': { tier: 'extended', proof: 'metrics and health for operators', why: programs },
  'http/tls': { tier: 'extended', proof: 'TLS of the server itself', why: crowds },
  'http/slow': { tier: 'extended', proof: 'clients that never finish a request', why: waits },
  'http/unread': { tier: 'extended', proof: 'clients that do not read their responses', why: waits },
  'http/watching': { tier: 'extended', proof: 'the dashboard and the alerts', why: programs },
  'http/callers/': { tier: 'standard', proof: 'authentication of callers, single sign-on, limits' },
  'http/callers/crowd': {
    tier: 'extended',
    proof: 'concurrent callers receive only their own data',
    why: crowds,
  },
  'http/callers/crowding': {
    tier: 'extended',
    proof: 'unauthenticated connections do not block callers',
    why: crowds,
  },
  'http/callers/fair': { tier: 'extended', proof: 'callers get equal shares', why: crowds },
  'http/callers/flood': { tier: 'extended', proof: 'many invalid tokens', why: crowds },
  'http/callers/limits-at-once': { tier: 'extended', proof: 'limits of concurrent calls', why: crowds },
  'http/callers/issuer': { tier: 'extended', proof: 'an issuer that fails', why: waits },
  'http/callers/people': { tier: 'extended', proof: 'one user with several tokens', why: waits },
  'http/cards/': { tier: 'extended', proof: 'cards in Chromium', why: programs },
  'http/cards/callers': {
    tier: 'standard',
    proof: 'confirmations in cards are bound to their caller',
    why: 'Needs no browser.',
  },
  'http/sessions/': { tier: 'standard', proof: 'sessions of older clients, streams, shutdown and start' },
  'http/sessions/restarting': { tier: 'extended', proof: 'a server that restarts', why: waits },
  'http/sessions/rolling': {
    tier: 'extended',
    proof: 'processes that are replaced behind nginx',
    why: programs,
  },
  'http/shared/': {
    tier: 'extended',
    proof: 'several processes of one server that share Redis',
    why: programs,
  },
  'http/sign-in/': { tier: 'standard', proof: 'sign-in on a page of casebridge or at a provider' },
  'http/sign-in/chromium': { tier: 'extended', proof: 'the sign-in pages in Chromium', why: programs },

  'calendar/': { tier: 'extended', proof: 'workflows on many days in four time zones', why: manyCases },
  'calendar/clock': { tier: 'standard', proof: 'the clock of the tests', why: 'All other tests need it.' },
  'strangers/': { tier: 'standard', proof: 'changes in services that other authors wrote' },
  'reality/': { tier: 'extended', proof: 'services with other names and forms of answers', why: manyCases },
  'evals/': {
    tier: 'extended',
    proof: 'questions for model evaluations have answers',
    why: 'Checks the evaluations, not the server.',
  },
  'evals/play/': {
    tier: 'extended',
    proof: 'evaluation tasks are judged by the answer and the final state',
  },

  'profiles/': { tier: 'extended', proof: 'workflows with other kinds of deployment', why: manyCases },
  'provider/': { tier: 'extended', proof: 'a real OpenID provider', why: 'Installs one.' },
  'libraries/': {
    tier: 'extended',
    proof: 'libraries for building assistants',
    why: 'Installs them.',
  },
};
