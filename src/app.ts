import { draftRequest } from './api/client/build-request.ts';
import { createExecutor, type Execute, type Principal } from './api/client/executor.ts';
import { createInstead } from './api/client/instead.ts';
import { createFetch, type Fetch } from './api/connections/outbound-fetch.ts';
import { signInOnce } from './api/tokens/sign-in-once.ts';
import type { SignIn, Token } from './api/tokens/token-requests.ts';
import { createTokenSource, type TokenSource } from './api/tokens/token-source.ts';
import { probe } from './api/transport/probe.ts';
import type { Attempted } from './api/transport/report.ts';
import type { ServiceState } from './api/transport/retry/circuit-breaker.ts';
import { createHttp } from './api/transport/send.ts';
import { createVerifiedFilters } from './asked/proof.ts';
import { createIdentify, type Identify } from './auth/identity.ts';
import { furtherRecords, learner, loadNames, shippedContent } from './catalogue.ts';
import { type Config, UsageError } from './config/command-line.ts';
import { readNetwork } from './config/network.ts';
import { onSandbox } from './config/on-sandbox.ts';
import { openAudit } from './config/open-audit.ts';
import { policyOf, selectionOf, warningsOf } from './config/policy.ts';
import { secretsOf } from './config/secrets.ts';
import { baseUrl, checkFieldNames, identityOf, signIn, waysToSignIn } from './config/sign-in.ts';
import { statedDeployment } from './config/stated-deployment.ts';
import { readTracing, tracingSecrets } from './config/tracing.ts';
import type { AnswerSettings } from './contract/features/answer-settings.ts';
import type { CallerStore } from './contract/features/planned-changes.ts';
import type { WorkflowContext } from './contract/features/workflow.ts';
import { languages, type Worded } from './contract/language.ts';
import type { PagingHabits, RecordCaches } from './contract/operations/operation-client.ts';
import type { NameResolver } from './contract/records/name-resolver.ts';
import { asIs } from './contract/worded.ts';
import { type Deployed, openDeployed } from './deployment/deployed.ts';
import { createDocumentReader } from './documents/reader.ts';
import { createRecordCaches } from './domain/cache.ts';
import { createCallerZone } from './domain/time/caller-zone.ts';
import type { DraftRequest } from './mcp/calls/draft-call.ts';
import type { HoldingServices } from './mcp/calls/hold-answer.ts';
import { type CardsAndPolicy, cardsFor } from './mcp/content/card-pages.ts';
import type { ContentOptions, ContentRegistry } from './mcp/content/registry.ts';
import { createCallerStores } from './mcp/guards/caller-store.ts';
import { type Confirmations, createConfirmations } from './mcp/guards/confirmation.ts';
import type { Wording } from './mcp/guards/question/wording.ts';
import type { Catalogue } from './mcp/input/catalogue.ts';
import { createResponseWorker, type ResponseWorker } from './mcp/output/fit/worker.ts';
import { createResultStore, type ResultStore } from './mcp/output/result-store.ts';
import { createSanitizer, type Sanitizer } from './mcp/output/sanitize.ts';
import { readPreparedList } from './mcp/tools/prebuilt-lists.ts';
import type { Toolbox } from './mcp/tools/tool.ts';
import { createToolLists, type ToolLists } from './mcp/tools/tool-lists.ts';
import type { Audit } from './observability/audit-log.ts';
import { createLog, type Log } from './observability/log.ts';
import { openTracer } from './observability/tracing/open-tracer.ts';
import type { Sandbox } from './sandbox/index.ts';
import { createMemoryState } from './shared-state/memory.ts';
import type { SharedState } from './shared-state/shared-state.ts';
import { createSqlEngine } from './sql/engine.ts';
import { lazy } from './util/lazy.ts';
import { createLocalMoments } from './util/local-moment.ts';
import { createOpenedParts, type OpenedParts } from './util/opened-parts.ts';
import { createPagingHabits } from './util/pages.ts';
import type { PoolLoad } from './util/pool.ts';

type FurtherRecords = Readonly<typeof furtherRecords>;

export interface App extends HoldingServices, CardsAndPolicy, FurtherRecords {
  readonly catalogue: Catalogue;
  readonly toolbox: Toolbox;
  readonly toolLists: ToolLists;
  /** IANA time zone for callers who specify none. */
  readonly timeZone: () => string;
  readonly settings: AnswerSettings;
  readonly engine: WorkflowContext['query']['engine'];
  readonly documents: WorkflowContext['documents'];
  readonly writer: WorkflowContext['writer'];
  readonly draft: DraftRequest;
  /** Known differences of the deployment from the API description. */
  readonly deployment: Deployed;
  readonly execute: Execute;
  readonly confirmations: Confirmations;
  readonly wording: Wording;
  readonly sanitizer: Sanitizer;
  readonly responseWorker: ResponseWorker;
  readonly answers: ResultStore;
  /** Returns the store for the plans of a principal. */
  readonly callerStores: (principalId: string) => CallerStore;
  /** Time during which plans can be undone, in milliseconds. */
  readonly undoMs: number;
  /** Whether this is a dry run, in which changes are not sent to the service. */
  readonly isDryRun: boolean;
  readonly content: () => Promise<ContentRegistry>;
  readonly audit: Audit;
  readonly names: NameResolver;
  readonly caches: RecordCaches;
  readonly paging: PagingHabits;
  readonly log: Log;
  /** Tracer for calls. Undefined if tracing is off. */
  readonly tracer: Awaited<ReturnType<typeof openTracer>>;
  readonly shared: SharedState;
  /** Warnings about these settings. The command logs them at startup. */
  readonly warnings: readonly Worded[];
  readonly hasLogin: boolean;
  /** Returns the user of the configured login. @throws UsageError unless exactly one sign-in method is configured */
  readonly principal: () => Principal;
  readonly tokensOf: (bearer: string) => TokenSource;
  readonly tokensBy: (way: SignIn) => TokenSource;
  /** Signs in with a login and a password, which are not stored. @throws if the service refuses */
  readonly signInOnce: (login: string, password: string) => Promise<Token>;
  readonly identify: Identify;
  /** Sends requests to servers other than the service, such as the issuer of single sign-on tokens. */
  readonly fetch: Fetch;
  readonly sandbox: Pick<Sandbox, 'url' | 'user'> | undefined;
  readonly helpers: () => Readonly<Record<'documents' | 'sql', PoolLoad>>;
  /** Returns whether the latest attempts reached the service; `unknown` before the first one. */
  readonly serviceState: () => ServiceState;
  /** Sends a request that needs no token, to update the service state. Ignores the response. */
  readonly probe: () => Promise<void>;
  close(): Promise<void>;
}

/** Maximum size of a response from the service, in bytes. Longer responses are refused. */
const maxAnswerBytes = 16 * 1024 * 1024;

export interface Watch {
  readonly attempt?: (attempted: Attempted) => void;
  /** Called when a line of the audit log could not be written. */
  readonly lostLine?: () => void;
  /** Receives each line of the log. Default: stderr. */
  readonly logLine?: ((line: string) => void) | undefined;
}

/**
 * Opens the state that all processes of a server share. Without such a function, the state is local to this process.
 */
export type OpenShared = (service: URL, log: Log) => Promise<SharedState>;

/** Creates all parts. @throws UsageError if a setting is wrong or missing; all opened parts are then closed */
export async function createServerApp(
  config: Config,
  toolbox: Toolbox,
  watch?: Watch,
  openShared?: OpenShared,
): Promise<App> {
  const opened = createOpenedParts();
  try {
    return await assemble(opened, config, toolbox, watch, openShared);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function assemble(
  opened: OpenedParts,
  config: Config,
  toolbox: Toolbox,
  watch: Watch | undefined,
  openShared: OpenShared | undefined,
): Promise<App> {
  const { catalogue } = toolbox;
  if (config.deployment.fieldNames.size > 0) await checkFieldNames(config, catalogue);
  const choice = await selectionOf(config, toolbox);
  const sandbox = config.service.sandbox ? opened.add(await startSandbox(config)) : undefined;
  const target = sandbox ? onSandbox(config, sandbox) : config;
  const service = baseUrl(target);
  const network = readNetwork(config, service);
  const secrets = secretsOf(target);
  const log = createLog(
    config.log.level ?? 'warn',
    [...secrets, ...tracingSecrets(config.tracing)],
    watch?.logLine,
  );
  const others = opened.add(createFetch((url) => readNetwork(config, url)));
  const audit = openAudit(config.log.auditFile, log, watch?.lostLine);
  const stated = await statedDeployment(target, catalogue);
  const tracer = await openTracer(readTracing(config.tracing), others.fetch, log);
  if (tracer) opened.add(tracer);
  const shared = opened.add((await openShared?.(service, log)) ?? createMemoryState());
  const { send, state } = opened.add(
    createHttp({
      baseUrl: service,
      maxBytes: maxAnswerBytes,
      network,
      onAttempt: watch?.attempt,
      tracer,
      passTrace: config.tracing.passTrace,
    }),
  );
  const timeoutMs = config.service.timeout * 1000;
  const deployed = opened.add(await openDeployed({ ...stated, service, network, learner, warn: log.warn }));
  const instead = createInstead(deployed.operations);
  const deployment = { ...deployed, operations: instead.operations };
  const readMoment = createLocalMoments(config.deployment.serviceTimeZone);
  const execute = createExecutor({ send, timeoutMs, readMoment, instead });
  const wire = { ...config.tokens, deployed: deployment.tokens };
  const tokensBy = (way: SignIn) =>
    createTokenSource({
      send,
      signIn: way,
      wire,
      timeoutMs,
      reveal: config.tokens.handOutTokens,
    });
  const identify = createIdentify({
    send,
    claim: config.signIn.userClaim,
    userInfoPath: target.signIn.userInfoPath,
    ready: deployment.known,
    timeoutMs: Math.min(timeoutMs, 10_000),
    onUnknown: log.warn,
  });
  const sanitizer = createSanitizer(secrets);
  const caches = createRecordCaches();
  const engine = opened.add(createSqlEngine());
  const documents = opened.add(createDocumentReader());
  const responseWorker = opened.add(createResponseWorker(sanitizer, secrets));
  const { language, timeZone: chosenZone, cards } = config.answers;
  const shown = cardsFor(policyOf(config, service), cards === 'on');
  const names = loadNames(caches);
  // Loaded on demand, because the first use of `Intl` takes milliseconds and listing tools does not need it.
  const timeZone = lazy(() => chosenZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone);
  const callerZone = createCallerZone({ timeZone, chosenZone, names });
  return {
    content: lazy(() => loadContent({ toolbox, policy: shown.policy, language })),
    catalogue,
    toolbox,
    toolLists: createToolLists({ ...shown, toolbox, choice, language, prepared: readPreparedList }),
    timeZone,
    settings: config.answers,
    engine,
    documents,
    writer: { write: async (draft) => (await import('./drafting/write.ts')).writeDocument(draft) },
    draft: (operation, args) => draftRequest(operation, args, deployment.operations),
    execute,
    ...shown,
    confirmations: createConfirmations(shared),
    wording: { language, timeZone, words: toolbox.questions, callerZone },
    sanitizer,
    responseWorker,
    answers: createResultStore(shared),
    callerStores: createCallerStores(shared),
    undoMs: config.tools.undoHours * 3_600_000,
    isDryRun: config.tools.dryRun,
    audit,
    names,
    caches,
    paging: createPagingHabits(),
    ...furtherRecords,
    verified: createVerifiedFilters(),
    deployment,
    readAnswer: deployment.readAnswer,
    log,
    tracer,
    shared,
    warnings: warningsOf(config, shown.policy),
    hasLogin: waysToSignIn(target).length > 0,
    principal: () => {
      const way = signIn(target);
      const tokens = tokensBy(way);
      const identity = identityOf(target, way, identify, tokens);
      return { id: 'local', isConfigured: true, identity, tokens };
    },
    identify,
    tokensOf: (token) => tokensBy({ kind: 'caller', token }),
    tokensBy,
    signInOnce: (login, password) => signInOnce({ send, wire, timeoutMs }, login, password),
    sandbox,
    helpers: () => ({ documents: documents.load(), sql: engine.load() }),
    serviceState: state,
    probe: () => probe(send),
    fetch: others.fetch,
    close: opened.close,
  };
}

async function loadContent(options: Omit<ContentOptions, 'load'>): Promise<ContentRegistry> {
  const { createContentRegistry } = await import('./mcp/content/registry.ts');
  return createContentRegistry({ ...options, load: shippedContent });
}

async function startSandbox({
  service: { sandboxProfile },
  answers: { language },
}: Config): Promise<Sandbox> {
  const { createSandbox } = await import('./sandbox/index.ts');
  // Names appear in the language of each sample user. If the operator sets a language other than the default, it
  // applies to all users.
  const quirks = { language: language === languages[0] ? ('user' as const) : language };
  return createSandbox({ profile: sandboxProfile, quirks }).catch((error: unknown) => {
    throw error instanceof RangeError ? new UsageError(asIs(`${error.message}.`)) : error;
  });
}
