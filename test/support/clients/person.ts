/** Simulated user in a browser who signs in and gives consent. */

const maxSteps = 15;

/** A page in the browser. */
export interface SeenPage {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Typed {
  readonly [field: string]: string;
}

export interface Visit {
  /** Input by name of the field. Other fields keep their values. */
  readonly typed: Typed;
  /** Values of checkboxes to clear. */
  readonly unticked?: readonly string[];
  /** Values of checkboxes to select, which the page does not select in advance. */
  readonly ticked?: readonly string[];
  /** Value of the button to press. Default: the first button. */
  readonly button?: string;
}

/** Creates a browser with cookies. It follows redirects, except to the client's redirect URI. */
export function createBrowser(back: string) {
  const cookies = new Map<string, string>();
  const go = async (url: URL, form?: URLSearchParams): Promise<SeenPage | URL> => {
    let next: { readonly url: URL; readonly form?: URLSearchParams | undefined } = { url, form };
    for (let step = 0; step < maxSteps; step += 1) {
      if (next.url.href.startsWith(back)) return next.url;
      const answer = await fetch(next.url, {
        redirect: 'manual',
        method: next.form ? 'POST' : 'GET',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(next.form && { body: next.form }),
      });
      for (const cookie of answer.headers.getSetCookie()) {
        const [pair = ''] = cookie.split(';');
        const at = pair.indexOf('=');
        cookies.set(pair.slice(0, at), pair.slice(at + 1));
      }
      const location = answer.headers.get('location');
      if (location === null)
        return {
          url: next.url,
          status: answer.status,
          headers: answer.headers,
          text: await answer.text(),
        };
      next = { url: new URL(location, next.url) };
    }
    throw new Error(`too many redirects: ${next.url}`);
  };
  return { go };
}

/**
 * Submits the forms of the sign-in pages until the browser is redirected to the client.
 * @returns the redirect URI with the authorization code
 */
export async function agree(start: URL, back: string, visit: Visit): Promise<URL> {
  const browser = createBrowser(back);
  let seen = await browser.go(start);
  for (let step = 0; step < maxSteps; step += 1) {
    if (seen instanceof URL) return seen;
    if (seen.status >= 400) throw new Error(`${seen.status}: ${seen.text.slice(0, 2000)}`);
    seen = await browser.go(...filled(seen, visit));
  }
  throw new Error('the pages did not redirect to the client');
}

/** Returns the target and the content of the first form of a page, filled in. */
export function filled(
  { text, url }: SeenPage,
  { typed, unticked = [], ticked = [], button }: Visit,
): [URL, URLSearchParams] {
  const action = /<form[^>]*action="([^"]+)"/.exec(text)?.[1];
  if (action === undefined) throw new Error(`no form: ${text.slice(0, 2000)}`);
  const form = new URLSearchParams();
  for (const [input] of text.matchAll(/<input[^>]*>/g)) {
    const name = attribute(input, 'name');
    if (name === undefined) continue;
    const value = typed[name] ?? attribute(input, 'value') ?? 'any';
    const isTicked = ticked.includes(value) || (/\schecked\b/.test(input) && !unticked.includes(value));
    if (attribute(input, 'type') !== 'checkbox' || isTicked) form.append(name, value);
  }
  const buttons = [...text.matchAll(/<button[^>]*>/g)].map(([one]) => one);
  const pressed = buttons.find((one) => button === undefined || attribute(one, 'value') === button) ?? '';
  const name = attribute(pressed, 'name');
  if (name !== undefined) form.append(name, attribute(pressed, 'value') ?? '');
  return [new URL(action, url), form];
}

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`)
    .exec(tag)?.[1]
    ?.replace(/&#(\d+);/g, (_whole, code: string) => String.fromCodePoint(Number(code)));
