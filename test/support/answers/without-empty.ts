/**
 * Removes members that are null, empty strings, empty lists or empty objects from parsed JSON. Keeps `Items`, the list
 * of a page, even if it is empty.
 */
export function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inner]) => [name, withoutEmpty(inner)] as const);
  return Object.fromEntries(members.filter(([name, inner]) => name === 'Items' || !isEmpty(inner)));
}

const isEmpty = (value: unknown) =>
  value === null ||
  value === '' ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
