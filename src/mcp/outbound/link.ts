const maxLength = 2000;

/** Returns why a link must not be shown to people. Returns undefined if it may. */
export function faultOfLink(link: string): string | undefined {
  if (link.length > maxLength) return `a link is longer than ${maxLength} characters`;
  const shown = JSON.stringify(link.length > 60 ? `${link.slice(0, 60)}…` : link);
  // Browsers tolerate such addresses and may lead elsewhere than the text suggests.
  const authority = /^https?:\/\/([^/?#\s\\]+)(?:[/?#][^\s\\]*)?$/i.exec(link)?.[1];
  if (authority === undefined || !URL.canParse(link))
    return `the link ${shown} is not an absolute https or http address`;
  if (authority.includes('@')) return `the link ${shown} has a user name before its host`;
  return /[\p{C}\p{Default_Ignorable_Code_Point}"'<>`]/u.test(link)
    ? `the link ${shown} has invalid characters`
    : undefined;
}

/** Returns the real host first, because people read the beginning, then the whole address. */
export function showLink(link: string): string {
  const host = URL.canParse(link) ? new URL(link).host : '';
  return host === '' ? link : `${host} (${link})`;
}
