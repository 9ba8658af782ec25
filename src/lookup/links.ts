import { InvalidArgumentsError } from '../api/errors.ts';

/** What a pasted link can be of. */
export type Kind = 'case' | 'task' | 'document' | 'event' | 'person' | 'group' | 'entry';

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i;
const uuidOnly = new RegExp(`^${uuid.source}$`, 'i');

/** Words that addresses of the service's pages and API have before an id. */
const kindWords: readonly (readonly [RegExp, Kind])[] = [
  [/^(objects?|cases?|projects?|cards?|matters?)$/i, 'case'],
  [/^tasks?$/i, 'task'],
  [/^(documents?|docs?|files?)$/i, 'document'],
  [/^(events?|calendar)$/i, 'event'],
  [/^(groups?|usergroups?)$/i, 'group'],
  [/^(users?|participants?|contacts?|persons?|people)$/i, 'person'],
];

/**
 * The id in what was pasted: an id alone, or a link of the service's pages or API. Undefined for plain words.
 * @param kind what is asked for; a link that names another kind is refused
 * @throws InvalidArgumentsError for a link of something else, or without an id
 */
export function readId(text: string, kind: Kind): string | undefined {
  const given = text.trim();
  if (uuidOnly.test(given)) return given.toLowerCase();
  if (!/^https?:\/\//i.test(given)) return undefined;
  const found = idsIn(given);
  const match = found.find((one) => one.kind === kind) ?? found.find((one) => one.kind === undefined);
  if (match) return match.id;
  const [other] = found;
  throw new InvalidArgumentsError(
    other === undefined
      ? `The link holds no id (UUID): give a link of a ${kind}, its id, or words.`
      : `The link is of a ${other.kind}, and a ${kind} is asked for.`,
  );
}

/** Each id of an address with what stands before it says about its kind. */
function idsIn(link: string): { id: string; kind: Kind | undefined }[] {
  const words = link.split(/[/?#&=:]+/);
  return words.flatMap((word, index) => {
    const id = uuid.exec(word)?.[0];
    if (id === undefined) return [];
    const before = words[index - 1] ?? '';
    const kind = kindWords.find(([pattern]) => pattern.test(before.replace(/_?ids?$/i, '')))?.[1];
    return [{ id: id.toLowerCase(), kind }];
  });
}

/**
 * Where records of one kind are found, `https://…/tasks/{id}`: said once instead of with every record.
 * @param records those of one kind, of which one has an address
 */
export function linkPattern(
  records: readonly { readonly Id: string; readonly Url?: string | undefined }[],
): string | undefined {
  const shown = records.find(({ Id, Url }) => Url?.includes(Id));
  return shown?.Url?.replace(shown.Id, '{id}');
}
