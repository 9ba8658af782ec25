/** Somebody in a browser who signs in at the provider and agrees to what is asked. */

const maxSteps = 15;

/**
 * Follows an address through the provider's pages to the client's.
 * @param login under which the person signs in
 * @returns the address to which the provider sends the browser back, with the code
 */
export async function agree(start: URL, back: string, login: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next: { readonly url: URL; readonly form?: URLSearchParams } = { url: start };
  for (let step = 0; step < maxSteps; step += 1) {
    const { url, form } = next;
    if (url.href.startsWith(back)) return url;
    const answer = await fetch(url, {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { body: form }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = answer.headers.get('location');
    next = location === null ? formIn(await answer.text(), url, login) : { url: new URL(location, url) };
  }
  throw new Error(`the pages of the provider lead nowhere: ${next.url}`);
}

/** The one form of a page, filled in. */
function formIn(page: string, url: URL, login: string) {
  const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
  if (action === undefined) throw new Error(`no form: ${page.slice(0, 2000)}`);
  const form = new URLSearchParams();
  for (const [input] of page.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(input)?.[1];
    if (name === undefined) continue;
    const given = /value="([^"]*)"/.exec(input)?.[1];
    form.set(name, given ?? (name === 'login' ? login : 'any'));
  }
  return { url: new URL(action, url), form };
}
