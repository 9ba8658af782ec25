import { requestedLifetimeS } from '../../api/tokens/token-source.ts';
import type { App } from '../../app.ts';
import { advised } from '../../contract/advice.ts';
import { joined, worded } from '../../contract/worded.ts';
import { type CheckResult, failed, failedBy, ok, skipped, warning } from './diagnosis.ts';
import { doctorMessages } from './messages.ts';

const timeoutMs = 10_000;
/** Clock differences, in seconds, for a warning or an error. Tokens and tickets are valid for few minutes. */
const soonS = 60;
const muchS = 240;

/** Checks which response the service's address returns, without signing in. */
export async function checkService(app: App, url: URL): Promise<CheckResult[]> {
  const target = new URL(`${url.href.replace(/\/$/, '')}/api/v2/health`);
  let answer: Response;
  let ended: number;
  try {
    answer = await app.fetch(target.href, {
      headers: new Headers({ accept: 'application/json' }),
      method: 'GET',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    ended = Date.now();
    await answer.body?.cancel();
  } catch {
    return [failed('service', advised(doctorMessages.nothingAnswers, 'check-url'))];
  }
  const answering = answers(answer);
  if (answering.state === 'failed') return [answering];
  return [answering, clock(answer, ended), await versions(app, answer)];
}

function answers({ status, headers }: Response): CheckResult {
  const isPage = headers.get('content-type')?.startsWith('text/html') === true;
  if (isPage || (status >= 300 && status < 400))
    return failed('service', advised(worded(doctorMessages.pageAnswers, { status }), 'check-what-answers'));
  if (status === 404) return warning('service', advised(doctorMessages.noHealth, 'check-url'));
  if (status >= 500) return warning('service', worded(doctorMessages.inTrouble, { status }));
  return ok('service', worded(doctorMessages.apiAnswers, { status }));
}

function clock({ headers }: Response, now: number): CheckResult {
  const theirs = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(theirs)) return skipped('clock', doctorMessages.noTime);
  // Assume half a second more than the `Date` header states, because it contains only whole seconds.
  const seconds = Math.round((now - theirs - 500) / 1000);
  // Ignore a difference of one second, because the header contains only whole seconds and the response took some time.
  if (Math.abs(seconds) <= 1) return ok('clock', doctorMessages.onTime);
  const text = worded(doctorMessages[seconds < 0 ? 'behind' : 'ahead'], { seconds: Math.abs(seconds) });
  if (Math.abs(seconds) < soonS) return ok('clock', text);
  const toDo = advised(text, 'check-clock');
  return Math.abs(seconds) < muchS ? warning('clock', toDo) : failed('clock', toDo);
}

/** Compares the API versions of the service (API description, Versioning) with those that the operations need. */
async function versions({ catalogue }: App, { headers }: Response): Promise<CheckResult> {
  const read = (name: string) =>
    (headers.get(name) ?? '').split(/[\s,]+/).flatMap((word) => /^\d+/.exec(word) ?? []);
  const supported = read('api-supported-versions');
  const deprecated = read('api-deprecated-versions');
  if (supported.length + deprecated.length === 0) return skipped('versions', doctorMessages.noVersions);
  const named = new Set([...supported, ...deprecated]);
  const lacking = new Map<string, number>();
  for (const { operation } of (await catalogue.entries()).values()) {
    const [, version] = /\/api\/v(\d+)\//.exec(operation.path ?? '') ?? [];
    if (version !== undefined && !named.has(version)) lacking.set(version, (lacking.get(version) ?? 0) + 1);
  }
  const parts = [
    worded(doctorMessages.versions, { versions: [...named].sort().join(', ') }),
    ...(deprecated.length > 0
      ? [worded(doctorMessages.deprecated, { versions: deprecated.join(', ') })]
      : []),
    // The headers may list only the versions of the requested path. So report a missing version only as a possible
    // problem.
    ...[...lacking].map(([version, count]) => worded(doctorMessages.lacking, { version, count })),
  ];
  const text = worded(doctorMessages.sentence, { text: joined(parts, '; ') });
  return lacking.size + deprecated.length > 0 ? warning('versions', text) : ok('versions', text);
}

/** Checks whether a token can be obtained, how long it is valid, and to which user it belongs. */
export async function* checkSignIn(app: App): AsyncGenerator<CheckResult> {
  if (!app.hasLogin) {
    yield skipped('sign-in', doctorMessages.noSignIn);
    return;
  }
  const time = { signal: undefined, deadline: performance.now() + timeoutMs, timeoutMs };
  try {
    const { tokens, identity } = app.principal();
    await tokens.get(time);
    yield ok('sign-in', doctorMessages.letIn);
    const { expires_in, is_exchanged } = await tokens.grant('exchange', {}, time);
    if (is_exchanged === false)
      yield warning('token', worded(doctorMessages.notExchanged, { got: expires_in }));
    else
      yield expires_in < requestedLifetimeS
        ? warning('token', worded(doctorMessages.tokenShort, { got: expires_in, asked: requestedLifetimeS }))
        : ok('token', worded(doctorMessages.tokenLasts, { got: expires_in }));
    const { login, email, id, name } = await identity();
    const who = login ?? email ?? id ?? name;
    yield who === undefined
      ? warning('user', advised(doctorMessages.nobody, 'name-the-user'))
      : ok('user', worded(doctorMessages.signedIn, { who }));
  } catch (error) {
    yield failedBy('sign-in', error);
  }
}
