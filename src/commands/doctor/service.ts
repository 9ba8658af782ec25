import type { App } from '../../app.ts';
import { withAdvice } from '../../contract/advice.ts';
import { type Diagnosis, failed, failedBy, ok, skipped, warning } from './diagnosis.ts';

const timeoutMs = 10_000;
/** Tokens and tickets are good for minutes. */
const soonS = 60;
const muchS = 240;

/** What answers at the address, without anybody's rights. */
export async function checkService(app: App, url: URL): Promise<Diagnosis[]> {
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
    return [
      failed('service', withAdvice('Nothing answers within 10 s, or what does is no HTTP.', 'check-url')),
    ];
  }
  const answering = answers(answer);
  if (answering.state === 'failed') return [answering];
  return [answering, clock(answer, ended), await versions(app, answer)];
}

function answers({ status, headers }: Response): Diagnosis {
  const isPage = headers.get('content-type')?.startsWith('text/html') === true;
  if (isPage || (status >= 300 && status < 400))
    return failed(
      'service',
      withAdvice(`Not the API answers, but a page (status ${status}).`, 'check-what-answers'),
    );
  if (status === 404)
    return warning('service', withAdvice('Nothing is at the path of its health (status 404).', 'check-url'));
  if (status >= 500)
    return warning(
      'service',
      `The service answers with status ${status}: it may be starting, or in trouble.`,
    );
  return ok('service', `The API answers (status ${status}).`);
}

function clock({ headers }: Response, now: number): Diagnosis {
  const theirs = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(theirs)) return skipped('clock', 'The service does not say what time it has.');
  // Theirs has whole seconds.
  const seconds = Math.round((now - theirs - 500) / 1000);
  const text = `This machine's clock is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the service's.`;
  if (Math.abs(seconds) < soonS) return ok('clock', text);
  const advised = withAdvice(text, 'check-clock');
  return Math.abs(seconds) < muchS ? warning('clock', advised) : failed('clock', advised);
}

/** Which versions of the API are deployed (api.md, Versioning), beside those that operations need. */
async function versions({ catalogue }: App, { headers }: Response): Promise<Diagnosis> {
  const read = (name: string) =>
    (headers.get(name) ?? '').split(/[\s,]+/).flatMap((word) => /^\d+/.exec(word) ?? []);
  const supported = read('api-supported-versions');
  const deprecated = read('api-deprecated-versions');
  if (supported.length + deprecated.length === 0)
    return skipped('versions', 'The service does not say which versions of the API it has.');
  const named = new Set([...supported, ...deprecated]);
  const lacking = new Map<string, number>();
  for (const { operation } of (await catalogue.entries()).values()) {
    const [, version] = /\/api\/v(\d+)\//.exec(operation.path ?? '') ?? [];
    if (version !== undefined && !named.has(version)) lacking.set(version, (lacking.get(version) ?? 0) + 1);
  }
  const text = [
    `The service names version ${[...named].sort().join(', ')} of the API`,
    ...(deprecated.length > 0 ? [`of these it will take away ${deprecated.join(', ')}`] : []),
    // A path may name its own versions alone.
    ...[...lacking].map(
      ([version, count]) =>
        `${count} operations of version ${version}, which it does not name, may be refused`,
    ),
  ].join('; ');
  return lacking.size + deprecated.length > 0 ? warning('versions', `${text}.`) : ok('versions', `${text}.`);
}

/** Whether a token can be had, how long it lasts, and whose it is. */
export async function* checkSignIn(app: App, lifetime: number): AsyncGenerator<Diagnosis> {
  if (!app.hasLogin) {
    yield skipped('sign-in', 'None is configured: over HTTP each caller brings a token of their own.');
    return;
  }
  const time = { signal: undefined, deadline: performance.now() + timeoutMs, timeoutMs };
  try {
    const { tokens, identity } = app.principal();
    await tokens.get(time);
    yield ok('sign-in', 'The service lets the configured user in.');
    const { expires_in } = await tokens.grant('exchange', {}, time);
    const lasts = `The short-lived token lasts ${expires_in} s`;
    yield expires_in < lifetime
      ? warning('token', `${lasts}, and ${lifetime} s were asked for.`)
      : ok('token', `${lasts}.`);
    const { login, email, id, name } = await identity();
    const who = login ?? email ?? id ?? name;
    yield who === undefined
      ? warning('user', withAdvice('Nothing tells who is signed in, so `me` means nobody.', 'name-the-user'))
      : ok('user', `Signed in with ${who}.`);
  } catch (error) {
    yield failedBy('sign-in', error);
  }
}
