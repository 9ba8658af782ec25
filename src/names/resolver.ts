import { NameError } from '../contract/errors.ts';
import type { OperationClient } from '../contract/operations/operation-client.ts';
import type { NameQuery, NameResolver, ResolvedRecord } from '../contract/records/name-resolver.ts';
import type { RecordKind } from '../contract/records/record-ref.ts';
import type { RecordKindData, RecordSource } from '../contract/records/record-source.ts';
import { isUuid, uuidOf } from '../contract/uuid.ts';
import { createEntries, type ListQuestion } from './candidates.ts';
import { choose, isNamedInPart, type MatchedCandidates } from './choose.ts';
import { dictionaryOf } from './dictionaries.ts';
import { asLookup, hasNoList } from './failures.ts';
import { idInLink } from './link.ts';
import { createMatching, type Match, matchSimilar, type NamedRecord } from './match.ts';
import { objectQuestions, refusesFilter } from './object-filters.ts';
import { namesakeParts } from './person-names.ts';
import { searchParts } from './search-parts.ts';
import { findSelf, ownNames } from './self.ts';
import { withoutFormWords } from './spelling/company-names.ts';
import { matchForms } from './spelling/forms.ts';
import { findInUsualFolders } from './usual-folders.ts';
import { rejectInvalidName, withArticle } from './valid-name.ts';

/** Maximum number of incomplete searches for one name. After them, the lookup stops. */
const maxCutSearches = 3;

/** Creates the process's name resolver. It reads lists as the caller and caches them for a minute. */
export function createNameResolver({ kinds, sources }: RecordKindData): NameResolver {
  const lists = createEntries();
  /** List operations that return records in folders even if the request has no folder argument. */
  const deep = new Set<string>();

  async function find(
    operations: OperationClient,
    kind: RecordKind,
    text: string,
    question: NameQuery,
  ): Promise<ResolvedRecord> {
    const name = text.trim();
    if (isUuid(name)) return { id: name, name: undefined, isExact: true };
    rejectInvalidName(kind, name);
    const id = uuidOf(name) ?? idInLink(kind, name);
    if (id !== undefined) return { id, name: undefined, isExact: true };
    const source = sources[kind];
    if (source === undefined)
      throw new NameError(
        'NAME_UNKNOWN',
        `${withArticle(kind)} has no name. Pass its id or link from a list.`,
      );
    if (kind === 'user' && ownNames.has(name.toLowerCase()))
      return findSelf(
        operations,
        async () => (await lists.list(operations, { kind, source, args: {} })).entries,
      );
    const other = source.or === undefined ? undefined : sources[source.or];
    const gathered = gather(operations, kind, source, name, question).catch((error: unknown) => {
      if (source.or === undefined || other === undefined || !hasNoList(error)) throw error;
      return gather(operations, source.or, other, name, question);
    });
    return choose(kind, source, name, question, await gathered);
  }

  /** Collects the candidates. Uses cached lists only if they contain exactly one clear match. */
  async function gather(
    operations: OperationClient,
    kind: RecordKind,
    source: RecordSource,
    text: string,
    question: NameQuery,
  ) {
    const began = performance.now();
    const search = { kind, source, text, within: question.within };
    const complete = (found: MatchedCandidates, since?: number) =>
      question.guess ? found : withNamesakes(operations, { ...search, since }, found);
    for (let since: number | undefined; ; since = began) {
      const found = await searchAll(operations, { ...search, since });
      const isClear = found.matches.length === 1 && found.matches[0]?.fit !== 'similar';
      if (isClear || found.askedAt >= began) return complete(found, since);
    }
  }

  /**
   * Adds records whose names may contain the same words, if a search found one person or company that is not named in
   * full. The search may have missed other inflections, spellings and letter cases of the name.
   */
  async function withNamesakes(
    operations: OperationClient,
    { kind, source, text, since }: Search,
    found: MatchedCandidates,
  ): Promise<MatchedCandidates> {
    const { search: by } = source;
    const entry = found.matches[0]?.entry;
    if (
      by === undefined ||
      entry === undefined ||
      found.isCut ||
      !isNamedInPart(text, found.matches, source.person)
    )
      return found;
    const all = new Map<string, NamedRecord>();
    let isCut = false;
    const parts = entry.person
      ? namesakeParts(text, entry.person)
      : namesakeParts(withoutFormWords(text), { last: undefined });
    for (const part of parts) {
      const list = await lists.list(operations, { kind, source, args: { [by]: part }, since });
      for (const one of list.entries) all.set(one.id, one);
      isCut ||= list.isCut;
      if (isCut) break;
    }
    // A search that does not find the known record by part of a word may miss other records, too.
    const isSearched = all.has(entry.id) && !isCut;
    const whole = isSearched
      ? undefined
      : await lists.list(operations, { kind, source, ...wholeList, since });
    for (const one of [...found.entries, ...(whole?.entries ?? [])]) all.set(one.id, one);
    return { ...found, entries: [...all.values()], mayLackNamesakes: whole?.isCut ?? false };
  }

  async function searchAll(operations: OperationClient, search: Search): Promise<MatchedCandidates> {
    const all = new Map<string, NamedRecord>();
    const matching = createMatching(search.text);
    const cut: string[] = [];
    let isCut = false;
    const began = performance.now();
    let askedAt = Number.POSITIVE_INFINITY;
    let matches: readonly Match[] = [];
    const { kind, source, since } = search;
    let isIgnored = false;
    const questions = await questionsOf(operations, search);
    /** Checks whether the searches for parts of the name may have missed records in the service. */
    const isOpen = () =>
      isIgnored ||
      (source.isFiltered === true && cut.length === 0) ||
      (source.tree !== undefined && !deep.has(source.list));
    for (const { args, part } of questions) {
      const isWhole = part === undefined;
      if (isWhole && questions.length > 1 && !isOpen()) continue;
      // Skip a part if the search for a longer part was cut off, because the shorter part matches even more records.
      if (!isWhole && (isIgnored || cut.some((longer) => longer.startsWith(part)))) continue;
      const found = await lists.list(operations, { kind, source, args, since }).catch((error: unknown) => {
        if (isWhole || !source.isFiltered || !refusesFilter(error)) throw error;
        return undefined;
      });
      if (found === undefined || found.isIgnored) {
        isIgnored = true;
        isCut = true;
        askedAt = Math.min(askedAt, found?.askedAt ?? began);
        continue;
      }
      if (found.isDeep) deep.add(source.list);
      const others = found.entries.filter(({ id }) => !all.has(id));
      for (const entry of others) all.set(entry.id, entry);
      // Only the last search decides, because a more specific search may be complete.
      isCut = found.isCut;
      if (isCut && part !== undefined) cut.push(part);
      askedAt = Math.min(askedAt, found.askedAt);
      matches = await matching.take(others);
      if ((!isCut && matches.length > 0) || cut.length === maxCutSearches) break;
    }
    const entries = [...all.values()];
    if (matches.length === 0) matches = await matchForms(search.text, entries);
    if (matches.length === 0) matches = await matchSimilar(search.text, entries);
    return { entries, matches, isCut, askedAt };
  }

  /** Returns the queries to send, in this order, until a record matches. The last one reads the whole list. */
  async function questionsOf(operations: OperationClient, search: Search): Promise<readonly Question[]> {
    const { source, text, within } = search;
    if (source.dictionary) return [{ args: { id: await dictionaryFor(operations, source) } }];
    if (source.within) return [{ args: { [source.within]: within } }];
    if (source.inside && within) return [{ args: { id: within } }];
    const code = source.codes?.find(([form]) => form.test(text));
    if (code) return [{ args: { [code[1]]: text }, part: text }, wholeList];
    const { search: by } = source;
    const byArgument = by === undefined ? undefined : (part: string) => [{ [by]: part }];
    const questions: ((part: string) => readonly ListQuestion['args'][]) | undefined = source.isFiltered
      ? objectQuestions
      : byArgument;
    if (questions === undefined) return [wholeList];
    const asked = searchParts(text).flatMap((part) => questions(part).map((args) => ({ args, part })));
    return [...asked, wholeList];
  }

  async function dictionaryFor(operations: OperationClient, asked: RecordSource): Promise<string> {
    const source = sources.dictionary as RecordSource;
    const all = await lists.list(operations, { kind: 'dictionary', source, args: {} });
    const values = { ...asked, dictionary: undefined };
    return dictionaryOf(operations, asked, all, (id) =>
      lists.list(operations, { kind: 'dictionary value', source: values as RecordSource, args: { id } }),
    );
  }

  /** Returns names by id. If the records have a parent record, `within` must be the parent's id. */
  async function called(operations: OperationClient, kind: RecordKind, within: string | undefined) {
    const source = sources[kind];
    const isOpen = source?.inside !== undefined || source?.within !== undefined;
    if (source === undefined || (isOpen && within === undefined)) return new Map<string, string>();
    const [{ args } = wholeList] = await questionsOf(operations, {
      kind,
      source: { ...source, search: undefined, isFiltered: undefined },
      text: '',
      within,
    });
    const { entries, others = [] } = await lists.list(operations, { kind, source, args });
    // If several entries have the same id, the first one counts.
    const all = [...entries, ...others].reverse();
    return new Map(all.map(({ id, name }) => [id.toLowerCase(), name]));
  }

  return {
    called,
    find: async (operations, kind, text, question) => {
      const source = sources[kind];
      const findAnywhere = () => find(operations, kind, text, question);
      try {
        const isName = uuidOf(text.trim()) === undefined && !/^https?:/i.test(text.trim());
        if (source?.usuallyIn === undefined || !isName) return await findAnywhere();
        const search = { operations, kind, text, question, sources, list: lists.list };
        return await findInUsualFolders(search, source, findAnywhere);
      } catch (error) {
        throw asLookup(error, sources[kind]?.list);
      }
    },
    changed: (principalId, path) => {
      const segments = new Set((path ?? '').split(/[/{]/));
      const concerned = new Set(kinds.filter((kind) => isChangedBy(sources[kind], segments)));
      if (concerned.size > 0) lists.forget(principalId, (kind) => concerned.has(kind));
    },
  };
}

interface Question {
  readonly args: ListQuestion['args'];
  /** Part of the name for which the query searches. Undefined if the query reads the whole list. */
  readonly part?: string;
}

const wholeList: Question = { args: {} };

interface Search {
  readonly kind: RecordKind;
  readonly source: RecordSource;
  readonly text: string;
  readonly within: string | undefined;
  /** Earliest acceptable request time of cached lists, see `ListQuestion`. */
  readonly since?: number | undefined;
}

/** Checks whether a change may affect records of a kind. A script may change any kind. */
const isChangedBy = (source: RecordSource | undefined, segments: ReadonlySet<string>) =>
  segments.has('scripts') || source?.changedBy?.some((segment) => segments.has(segment));
