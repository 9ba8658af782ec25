import type { Network } from '../api/connections/connect.ts';
import type { DeployedTokens } from '../api/tokens/token-wire.ts';
import type { Credentials } from '../api/transport/request.ts';
import { createHttp } from '../api/transport/send.ts';
import type { AnswerReader, Deployment } from '../contract/operations/deployment.ts';
import type { OperationName } from '../contract/operations/operation-client.ts';
import { lazy } from '../util/lazy.ts';
import { combined } from './deployment.ts';
import type { DeploymentForm } from './forms/deployment-file.ts';
import type { Cache } from './reading/cache.ts';
import type { Learner } from './reading/learn-apart.ts';
import type { Learning, ReferenceReading } from './reading/learning.ts';
import { nothingLearnt } from './reading/nothing-learnt.ts';

/**
 * Differences between a deployment of the service and the API description. They come from settings, from a file of the
 * operator, or from the API reference (OpenAPI) that the deployment publishes.
 */
export interface Deployed {
  /** Main source of names. Settings for single names override it. */
  readonly goesBy: 'file' | 'reference' | 'description';
  readonly operations: Deployment;
  readonly tokens: () => DeployedTokens;
  readonly readAnswer: AnswerReader;
  /** Reads the service's API reference now, even if the setting `learn` is off. Calls do not use the result then. */
  read(credentials: Credentials): Promise<ReferenceReading>;
  /**
   * Returns the form (the differences as data) from the operator's file, otherwise the last learned one, if there is
   * one.
   */
  usual(): Promise<DeploymentForm | undefined>;
  readonly known: Learning['known'];
  close(): void;
}

export interface DeployedOptions {
  readonly service: URL;
  readonly network: Network;
  readonly stated: {
    /** Names from settings. They override all other sources. */
    readonly bySettings: Deployment;
    readonly file: DeploymentForm | undefined;
  };
  /** Whether casebridge reads the service's own API reference. */
  readonly learns: boolean;
  /** Default: the system's cache folder. */
  readonly cacheDir: string | undefined;
  readonly learner: Learner;
  /** Called once if nothing could be learned, and each time the API reference has changed. */
  readonly warn: (message: string, details: Readonly<Record<string, string | number>>) => void;
}

export async function openDeployed(options: DeployedOptions): Promise<Deployed> {
  const { bySettings, file } = options.stated;
  let known = { form: file, operations: bySettings, readAnswer: readerOf(file) };
  const take = async (form: DeploymentForm): Promise<void> => {
    const { deploymentByForm } = await import('./forms/form.ts');
    known = { form, operations: combined([bySettings, deploymentByForm(form)]), readAnswer: readerOf(form) };
  };
  if (file) await take(file);
  const learning = options.learns ? startLearning(options, take) : undefined;
  return {
    goesBy: options.learns ? 'reference' : file === undefined ? 'description' : 'file',
    operations: (operation) => known.operations(operation),
    tokens: () => tokensOf(known.form),
    readAnswer: (...answer) => known.readAnswer(...answer),
    usual: async () => file ?? (options.learns ? keptFormOf(options) : undefined),
    read: (credentials) =>
      learning?.renew(credentials) ??
      readService({ ...options, credentials, signal: AbortSignal.timeout(referenceMs) }),
    known: learning?.known ?? (() => undefined),
    close: learning?.close ?? (() => undefined),
  };
}

/** Creates a reader of responses. Its code is loaded when a workflow reads the first response. */
function readerOf(form: DeploymentForm | undefined): AnswerReader {
  const reader = lazy(async () => {
    const { createAnswerReader } = await import('./read-answer.ts');
    return createAnswerReader(form?.answers, form?.answerValues);
  });
  return async (...answer) => (await reader())(...answer);
}

function tokensOf(form: DeploymentForm | undefined): DeployedTokens {
  const pathOf = (operation: OperationName) => form?.operations?.[operation]?.route?.split(' ')[1];
  return {
    names: form?.tokens,
    paths: {
      password: pathOf('get_token'),
      domain: pathOf('get_domain_token'),
      exchange: pathOf('get_short_lived_token'),
    },
  };
}

/** Creates the component that learns names from the API reference. Its code is loaded on the first call. */
function startLearning(options: DeployedOptions, take: (form: DeploymentForm) => Promise<void>): Learning {
  const load = async () => {
    const [{ createLearning }, cache] = await Promise.all([
      import('./reading/learning.ts'),
      openCache(options),
    ]);
    return createLearning({
      cache,
      read: (credentials, signal) => readService({ ...options, credentials, signal }),
      onLearnt: (form, changes) => {
        if (changes > 0) options.warn('the service’s API reference has changed', { changes });
        return take(form);
      },
      onNothing: (reason) =>
        options.warn(
          'no field names were learned from the service’s API reference: casebridge uses the names of the API description',
          {
            reason: nothingLearnt[reason].en,
          },
        ),
    });
  };
  let learning: Learning | undefined;
  let loading: Promise<Learning> | undefined;
  const loaded = () => {
    loading ??= load().then((one) => {
      learning = one;
      return one;
    });
    return loading;
  };
  return {
    known: (credentials) =>
      learning ? learning.known(credentials) : loaded().then((one) => one.known(credentials)),
    renew: async (credentials) => (await loaded()).renew(credentials),
    close: () => learning?.close(),
  };
}

const openCache = async ({ cacheDir, service }: DeployedOptions): Promise<Cache> =>
  (await import('./reading/cache.ts')).createCache(cacheDir, [service.href, formKept]);

async function keptFormOf(options: DeployedOptions): Promise<DeploymentForm | undefined> {
  const kept = await (await openCache(options)).read();
  return kept !== undefined && 'form' in kept ? kept.form : undefined;
}

/** Version of the format in which a form is cached. Each version has its own cache file. */
const formKept = 'with requests';
/** Timeout for reading the API reference while a user waits, in milliseconds. */
const referenceMs = 60_000;
/** Maximum size of a file of the API reference, in bytes. */
const maxReferenceBytes = 20 * 1024 * 1024;

/** Reads the API reference on separate connections, so that failures do not count as failures of the API. */
async function readService({
  service,
  network,
  learner,
  credentials,
  signal,
}: Pick<DeployedOptions, 'service' | 'network' | 'learner'> & {
  readonly credentials: Credentials;
  readonly signal: AbortSignal;
}): Promise<ReferenceReading> {
  const [{ referenceFiles }, { learnApart }] = await Promise.all([
    import('./reading/read-files.ts'),
    import('./reading/learn-apart.ts'),
  ]);
  const { send, close } = createHttp({
    baseUrl: new URL(service.origin),
    maxBytes: maxReferenceBytes,
    network,
  });
  try {
    const files = referenceFiles(send, credentials, signal);
    const reading = await learnApart(service, files.get, { learner, signal });
    return reading === 'no reference' && files.isUnreachable() ? 'unreachable' : reading;
  } finally {
    await close();
  }
}
