import { readFileSync } from 'node:fs';
import type { Network } from './api/connections/connect.ts';
import type { DeployedTokens } from './api/tokens/token-wire.ts';
import type { Credentials } from './api/transport/request.ts';
import { createHttp } from './api/transport/send.ts';
import { type Config, UsageError } from './config/command-line.ts';
import { settings } from './config/settings.ts';
import { fileTrouble } from './config/usage-error.ts';
import type { Deployment } from './contract/operations/deployment.ts';
import type { OperationName } from './contract/operations/operation-client.ts';
import { combined, deploymentBySettings } from './deployment/deployment.ts';
import type { DeploymentForm } from './deployment/deployment-file.ts';
import type { ReferenceReading } from './deployment/learning.ts';
import type { Knowledge } from './mcp/calls/draft-call.ts';
import type { AnswerReader } from './mcp/calls/read-answer.ts';
import type { Catalogue } from './mcp/input/catalogue.ts';
import type { Log } from './observability/log.ts';

/** What the deployment calls things, as far as it is known by now: the operator's settings, a file, or what was learnt. */
export interface Deployed extends Knowledge {
  readonly operations: Deployment;
  readonly tokens: () => DeployedTokens;
  readonly readAnswer: AnswerReader;
  /** Reads the reference now, whatever the settings say of learning. */
  read(credentials: Credentials): Promise<ReferenceReading>;
  close(): void;
}

export interface DeployedOptions {
  readonly config: Config;
  readonly service: URL;
  readonly network: Network;
  readonly catalogue: Catalogue;
  readonly log: Log;
}

/** @throws UsageError where a file of the deployment cannot be read, or says what nobody understands */
export async function openDeployed(options: DeployedOptions): Promise<Deployed> {
  const { config, catalogue } = options;
  const bySettings = deploymentBySettings(config.fieldNames, {
    get_mcp_settings: config.mcpSettingsPath,
  } satisfies Partial<Record<OperationName, unknown>>);
  const file = config.deployment === undefined ? undefined : await readFile(config.deployment, catalogue);
  let known = { form: file, operations: bySettings, readAnswer: readerOf(file) };
  const take = async (form: DeploymentForm): Promise<void> => {
    const { deploymentByForm } = await import('./deployment/form.ts');
    known = { form, operations: combined([bySettings, deploymentByForm(form)]), readAnswer: readerOf(form) };
  };
  if (file) await take(file);
  const learns = config.learn === undefined ? file === undefined && !config.sandbox : config.learn === 'on';
  const learning = learns ? startLearning(options, take) : undefined;
  return {
    operations: (operation) => known.operations(operation),
    tokens: () => tokensOf(known.form),
    readAnswer: (...answer) => known.readAnswer(...answer),
    read: (credentials) => readService({ ...options, credentials, signal: AbortSignal.timeout(referenceMs) }),
    known: learning?.known ?? (() => undefined),
    close: learning?.close ?? (() => undefined),
  };
}

/** Loaded where the first answer comes that lookups read. */
function readerOf(form: DeploymentForm | undefined): AnswerReader {
  let reader: Promise<AnswerReader> | undefined;
  const load = async () => {
    const { createAnswerReader } = await import('./mcp/calls/read-answer.ts');
    return createAnswerReader(form?.answers, form?.answerValues);
  };
  return async (...answer) => {
    reader ??= load();
    return (await reader)(...answer);
  };
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

async function readFile(path: string, catalogue: Catalogue): Promise<DeploymentForm> {
  const shown = `${settings.deployment.env} (${JSON.stringify(path.slice(0, 200))})`;
  const text = readText(path, shown);
  const [{ readDeploymentFile, DeploymentFileError }, entries] = await Promise.all([
    import('./deployment/deployment-file.ts'),
    catalogue.entries(),
  ]);
  try {
    return readDeploymentFile(
      text,
      Array.from(entries.values(), ({ operation }) => operation),
    );
  } catch (error) {
    if (!(error instanceof DeploymentFileError)) throw error;
    throw new UsageError(`${shown}, line ${error.line}: ${error.message}.`);
  }
}

function readText(path: string, shown: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${shown} cannot be read: ${fileTrouble(error)}.`);
  }
}

/** Loaded where the first call comes. */
function startLearning(
  { config, service, network, log }: DeployedOptions,
  take: (form: DeploymentForm) => Promise<void>,
): { known: Knowledge['known']; close(): void } {
  const load = async () => {
    const [{ createLearning }, { createCache }] = await Promise.all([
      import('./deployment/learning.ts'),
      import('./deployment/cache.ts'),
    ]);
    return createLearning({
      cache: createCache(config.cacheDir, [service.href]),
      read: (credentials, signal) => readService({ service, network, credentials, signal }),
      onLearnt: take,
      onFailure: (reason) =>
        log.warn('nothing was learnt from the service’s own reference: names are as described', { reason }),
    });
  };
  let learning: Awaited<ReturnType<typeof load>> | undefined;
  let loading: Promise<void> | undefined;
  return {
    known: (credentials) => {
      if (learning) return learning.known(credentials);
      loading ??= load().then((loaded) => {
        learning = loaded;
      });
      return loading.then(() => learning?.known(credentials));
    },
    close: () => learning?.close(),
  };
}

/** Most that a reading which somebody waits for takes, in milliseconds. */
const referenceMs = 60_000;
/** Largest file of a reference, in bytes. */
const maxReferenceBytes = 20 * 1024 * 1024;

/** Over connections of its own: what goes wrong with them says nothing of the API. */
async function readService({
  service,
  network,
  credentials,
  signal,
}: {
  readonly service: URL;
  readonly network: Network;
  readonly credentials: Credentials;
  readonly signal: AbortSignal;
}): Promise<ReferenceReading> {
  const [{ referenceTexts }, { learnApart }] = await Promise.all([
    import('./deployment/read-texts.ts'),
    import('./learn-apart.ts'),
  ]);
  const { send, close } = createHttp({
    baseUrl: new URL(service.origin),
    maxBytes: maxReferenceBytes,
    network,
  });
  try {
    return await learnApart(service, referenceTexts(send, credentials, signal), signal);
  } finally {
    await close();
  }
}
