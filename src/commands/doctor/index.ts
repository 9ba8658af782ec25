import { type App, createServerApp } from '../../app.ts';
import type { Config } from '../../config/command-line.ts';
import { readNetwork } from '../../config/network.ts';
import { secretsOf } from '../../config/secrets.ts';
import { settings } from '../../config/settings.ts';
import { baseUrl } from '../../config/sign-in.ts';
import { UsageError } from '../../config/usage-error.ts';
import { joined, worded } from '../../contract/worded.ts';
import { type Command, type CommandContext, print } from '../command.ts';
import { openSharedFolder } from '../shared-folder.ts';
import {
  asLine,
  type Check,
  type CheckResult,
  type Diagnosis,
  failed,
  ok,
  skipped,
  warning,
} from './diagnosis.ts';
import { checkDocument } from './document.ts';
import { checkLearnt } from './learnt.ts';
import { doctorMessages } from './messages.ts';
import { checkReach } from './reach.ts';
import { checkRights } from './rights.ts';
import { checkServer } from './server.ts';
import { checkService, checkSignIn } from './service.ts';

/** `casebridge doctor`: reports what works with these settings, what does not, and what to do next. */
export const doctor: Pick<Command, 'run'> = {
  run: async (context) => {
    const { flags, language } = context;
    const isJson = flags.json === true;
    const findings: Diagnosis[] = [];
    for await (const { text, ...found } of examine(context)) {
      const said = { ...found, text: text[language] };
      findings.push(said);
      if (!isJson) print(asLine(said, language));
    }
    if (isJson) print(JSON.stringify(findings, null, 2));
    return findings.some(({ state }) => state === 'failed') ? 1 : 0;
  },
};

async function* examine(context: CommandContext): AsyncGenerator<CheckResult> {
  let app: App;
  try {
    app = await createServerApp(context.config(), context.toolbox);
  } catch (error) {
    return yield wrongSetting('settings', error);
  }
  const clean = withoutSecrets(context.config());
  try {
    for await (const found of examineApp(app, context))
      yield { ...found, text: { en: clean(found.text.en), ru: clean(found.text.ru) } };
  } finally {
    await app.close();
  }
}

/** Runs the checks from local to remote. Checks that depend on a failed check are skipped. */
async function* examineApp(app: App, context: CommandContext): AsyncGenerator<CheckResult> {
  const config = context.config();
  const usable = settingsDiagnosis(app);
  yield usable;
  if (usable.state === 'failed') return;
  yield record(config);
  yield await sharedFolder(config);
  const url = app.sandbox ? new URL(app.sandbox.url) : baseUrl(config);
  let isReached = true;
  for await (const found of checkReach(url, readNetwork(config, url))) {
    isReached &&= found.state !== 'failed';
    yield found;
  }
  if (isReached) yield* checkServiceAs(app, context, url);
  yield* checkServer(config, app);
}

async function* checkServiceAs(app: App, context: CommandContext, url: URL): AsyncGenerator<CheckResult> {
  const found = await checkService(app, url);
  yield* found;
  if (found[0]?.state === 'failed') return;
  // Run this check before the sign-in, because the sign-in requests may also use names that casebridge learns from the
  // service's OpenAPI description.
  yield* await checkLearnt(app, context.flags.out?.toString());
  let isIn = app.hasLogin;
  for await (const one of checkSignIn(app)) {
    isIn &&= one.state !== 'failed';
    yield one;
  }
  if (!isIn) return;
  yield await checkRights(app, context);
  yield await checkDocument(app, context);
}

function settingsDiagnosis(app: App): CheckResult {
  try {
    // Verify that exactly one way to sign in is configured, if there is any.
    if (app.hasLogin) app.principal();
  } catch (error) {
    return wrongSetting('settings', error);
  }
  return app.warnings.length === 0
    ? ok('settings', doctorMessages.usable)
    : warning('settings', joined(app.warnings, ' '));
}

/** @throws the error if it is not a `UsageError` */
function wrongSetting(check: Check, error: unknown): CheckResult {
  if (error instanceof UsageError) return failed(check, error.words);
  throw error;
}

/** Reports whether an audit log is written. A file that cannot be written is already a wrong setting. */
const record = ({ log: { auditFile } }: Config): CheckResult =>
  auditFile === undefined
    ? skipped('record', worded(doctorMessages.noRecord, { name: settings.log.auditFile.env }))
    : ok('record', doctorMessages.recorded);

async function sharedFolder(config: Config): Promise<CheckResult> {
  if (config.files.exchangeDir === undefined)
    return skipped('folder', worded(doctorMessages.noFolder, { name: settings.files.exchangeDir.env }));
  try {
    const folder = await openSharedFolder(config);
    return folder === undefined
      ? skipped('folder', doctorMessages.folderNone)
      : ok('folder', doctorMessages.folderUsable);
  } catch (error) {
    return wrongSetting('folder', error);
  }
}

/** Returns a function that masks secrets, because services and proxies may repeat them in their replies. */
function withoutSecrets(config: Config): (text: string) => string {
  // Ignore shorter secrets, because they would match other text by chance.
  const secrets = secretsOf(config).filter((secret) => secret.length > 3);
  return (text) => secrets.reduce((left, secret) => left.replaceAll(secret, '[secret]'), text);
}
