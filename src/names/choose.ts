import type { Candidate } from '../contract/candidate.ts';
import { NameError } from '../contract/errors.ts';
import { onlyInWork } from '../contract/records/finality.ts';
import type { NameQuery, ResolvedRecord } from '../contract/records/name-resolver.ts';
import type { RecordKind } from '../contract/records/record-ref.ts';
import type { RecordSource } from '../contract/records/record-source.ts';
import { filterInTurns } from '../util/give-way.ts';
import type { CandidateList } from './candidates.ts';
import { isWholeName, type Match, maxUnrelatedScore, type NamedRecord, nearest } from './match.ts';
import { hasNumberLike, isNumber, isNumbered } from './numbers.ts';
import { isNameOf, mayBeNamed } from './person-names.ts';
import { distinctCandidates } from './refusals/distinct.ts';
import { isStartOfCompany, withoutFormWords } from './spelling/company-names.ts';
import { resembling } from './spelling/forms.ts';

const maxCandidates = 8;
const maxNearest = 5;
/** Maximum number of suggested records, if the list is short or no operation lists the kind. */
const maxUnlisted = 30;
/** Maximum length of a list whose entries are all suggested if none matches. */
const maxShownWhole = 25;

export interface MatchedCandidates extends CandidateList {
  readonly matches: readonly Match[];
  /** True if there may be persons or companies with the same name that were not read. */
  readonly mayLackNamesakes?: boolean;
}

/** Chooses the record that a name refers to. @throws NameError with candidates unless exactly one matches */
export async function choose(
  kind: RecordKind,
  source: RecordSource,
  text: string,
  { guess }: NameQuery,
  { matches: best, entries, isCut, mayLackNamesakes = false }: MatchedCandidates,
): Promise<ResolvedRecord> {
  const { many, isUnlisted } = source;
  const isInPart = guess ? false : isNamedInPart(text, best, source.person);
  const matches = isInPart ? await withNamesakes(text, best, entries) : best;
  const [first, second] = matches;
  const isExact = first?.fit === 'exact' && !isInPart;
  const wanted = distinctCandidates(matches.slice(0, maxCandidates).map(({ entry }) => entry));
  const inWork =
    guess && second && !isCut ? onlyInWork(matches, ({ entry }) => entry.isArchived)?.entry : undefined;
  if (inWork) return { id: inWork.id, name: inWork.name, isExact: false, archived: matches.length - 1 };
  if (second)
    throw new NameError(
      'NAME_AMBIGUOUS',
      `${matches.length}${isCut ? ' or more' : ''} ${many} match. ${guess ? 'Repeat the call with the id of the intended one, or ask the user.' : 'Ask the user which one they mean, and pass its id.'}`,
      wanted,
      matches.length - wanted.length,
      { isExact },
    );
  if (first && isCut && !guess)
    throw new NameError(
      'NAME_AMBIGUOUS',
      `there are too many ${many} to find the right one. Pass the id.`,
      wanted,
      0,
      { isExact },
    );
  if (first && (isExact || guess || (isInPart && !mayLackNamesakes)))
    return { id: first.entry.id, name: first.entry.name, isExact };
  if (isNumbered(source) && isNumber(text)) {
    const alike = await filterInTurns(entries, hasNumberLike(text));
    const near = distinctCandidates((first ? matches.map(({ entry }) => entry) : alike).slice(0, maxNearest));
    throw new NameError('NAME_UNKNOWN', unknownNumber(kind, many, near.length, isCut), near, 0, {
      isCertain: !isCut,
    });
  }
  // In a short list, or if no operation lists the kind, suggest dissimilar records, too.
  const isShort = !isCut && entries.length <= maxShownWhole;
  const near = first
    ? wanted
    : await nearestOf(
        text,
        entries,
        isUnlisted || isShort ? { count: maxUnlisted } : { count: maxNearest, minScore: maxUnrelatedScore },
      );
  const reason = unknown(kind, many, { count: near.length, guess, isCut });
  throw new NameError('NAME_UNKNOWN', reason, near, 0, { isCertain: !isCut });
}

/** Returns the records nearest to a name: first those with matching words, then those with similar spelling. */
async function nearestOf(
  text: string,
  entries: readonly NamedRecord[],
  { count, minScore = 0 }: { readonly count: number; readonly minScore?: number },
): Promise<Candidate[]> {
  const [alike, near] = await Promise.all([
    resembling(text, entries),
    nearest(text, entries, count, { minScore }),
  ]);
  // A name in another language has no letter in common with the right entry, so a short list is suggested as a whole.
  const others = minScore === 0 ? entries : [];
  const all = [...new Set([...alike, ...near.map(({ entry }) => entry), ...others])];
  return distinctCandidates(all.slice(0, count));
}

function unknown(
  kind: RecordKind,
  many: string,
  { count, guess, isCut }: { readonly count: number; readonly guess: boolean; readonly isCut: boolean },
): string {
  const more = `Not all ${many} could be searched.`;
  if (count === 0 && isCut)
    return `no ${kind} with that name was found, but one may exist. ${more} Ask the user for another spelling, or pass the id.`;
  if (count === 0) return `no ${kind} has that name. Ask the user for another spelling, or list the ${many}.`;
  const why = guess ? '' : ' A change needs the exact name.';
  return `no ${kind} has exactly that name.${why} If the user means one of the similarly named records, repeat the call with its name or id.${isCut ? ` ${more}` : ''}`;
}

function unknownNumber(kind: RecordKind, many: string, near: number, isCut: boolean): string {
  const next =
    near > 0
      ? 'If the user means one of the records with a similar number, repeat the call with its number or id.'
      : 'Ask the user to check the number; a record that the signed-in user may not see is not found either.';
  return `no ${kind} ${isCut ? `that could be searched has this number. Not all ${many} could be searched` : 'has this number'}. ${next}`;
}

/** Checks whether the only match is a person or a company that is named, but not by the full name. */
export function isNamedInPart(
  text: string,
  [first, second]: readonly Match[],
  source: RecordSource['person'],
): boolean {
  const { entry } = first ?? {};
  if (first === undefined || entry === undefined || second || isWholeName(text, entry)) return false;
  if (entry.isCompany) return first.fit !== 'exact' && isStartOfCompany(text, entry);
  if (source === undefined || !entry.person) return false;
  return first.fit === 'exact' || isNameOf(text, entry.person, source.byFirstName ?? false);
}

/** Adds the other records that may have the name of the only match, because a change needs a unique name. */
async function withNamesakes(
  text: string,
  matches: readonly Match[],
  entries: readonly NamedRecord[],
): Promise<readonly Match[]> {
  const isNamed = mayBeNamed(matches[0]?.entry.isCompany ? withoutFormWords(text) : text);
  const others = await filterInTurns(entries, (one) => one.id !== matches[0]?.entry.id && isNamed(one));
  return [...matches, ...others.map((entry) => ({ entry, fit: 'words' as const }))];
}
