const maxLength = 2000;

/** Returns why a link must not be shown to people. Returns undefined if it may be shown. */
export function faultOfLink(link: string): string | undefined {
  if (link.length > maxLength) return `a link is longer than ${maxLength} characters`;
  const shown = JSON.stringify(link.length > 60 ? `${link.slice(0, 60)}…` : link);
  // Require a strict format, because browsers tolerate malformed addresses and may then open a different host from the
  // one that the text suggests.
  const authority = /^https?:\/\/([^/?#\s\\]+)(?:[/?#][^\s\\]*)?$/i.exec(link)?.[1];
  if (authority === undefined || !URL.canParse(link))
    return `the link ${shown} is not an absolute https or http address`;
  if (authority.includes('@')) return `the link ${shown} has a user name before its host`;
  return /[\p{C}\p{Default_Ignorable_Code_Point}"'<>`]/u.test(link)
    ? `the link ${shown} has invalid characters`
    : undefined;
}

/** Returns a link's real host, followed by the whole address, because people read the beginning first. */
export function showLink(link: string): string {
  const host = URL.canParse(link) ? new URL(link).host : '';
  return host === '' ? link : `${host} (${link})`;
}
