export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Returns the addresses in a string, and other targets of links in markup. */
export function findLinks(text: string): string[] {
  const addresses = text.match(/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>]+/gi) ?? [];
  const attributes = [...text.matchAll(/\b(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi)];
  return [...addresses, ...attributes.map(([, double, single, bare]) => double ?? single ?? bare ?? '')].map(
    (link) => link.replaceAll('&amp;', '&'),
  );
}
