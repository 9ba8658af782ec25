import { Collection } from '../state/collection.ts';
import type { User } from '../state/entities/users.ts';
import type { World } from '../state/state.ts';

/** Names of types, states, roles, fields and folders in the language of one user. */
export interface ShownNames {
  /** Returns a bilingual name in the language of the user. Returns other names unchanged. */
  of(name: string): string;
  /** Returns the JSON text with each bilingual name replaced by its name in the language of the user. */
  inJson(text: string): string;
  /** Alphabetical order of the shown names. All users of a language share the function. */
  readonly byName: (left: Named, right: Named) => number;
  /**
   * Compares by shown name, then by creation date. All users of a language get the same function, so that
   * `Collection.sorted` can cache the result.
   */
  readonly inOrder: (left: Dated, right: Dated) => number;
}

type Named = { readonly name: string };
type Dated = Named & { readonly createdAt: string };
type Language = User['language'];

/**
 * Form of a bilingual name, such as `'Новая / New'`. Names in the sample data have both languages, and the service
 * shows one of them.
 */
const bothLanguages = /^(?<ru>[^/]*[а-яё№\d] ?) \/ (?<en>[A-Z][^/]*)$/u;
const quoted = /"[^"\\/]+ \/ [^"\\/]+"/g;

/** Returns the names in the user's language, or in the language of the quirk `language` if it is set. */
export function shownNames(world: World, user: Pick<User, 'language'>): ShownNames {
  const { language } = world.quirks;
  const known = views.get(world) ?? viewsOf(world);
  views.set(world, known);
  return known[language === 'user' ? user.language : language];
}

const views = new WeakMap<World, Record<Language | 'both', ShownNames>>();

function viewsOf(world: World): Record<Language | 'both', ShownNames> {
  const names = labelsOf(world);
  return {
    ru: viewOf(new Map(names.map(({ whole, ru }) => [whole, ru]))),
    en: viewOf(new Map(names.map(({ whole, en }) => [whole, en]))),
    both: viewOf(new Map()),
  };
}

function viewOf(labels: ReadonlyMap<string, string>): ShownNames {
  const of = (name: string) => labels.get(name) ?? name;
  const byName = (left: Named, right: Named) => alphabetical(of(left.name), of(right.name));
  return {
    of,
    inJson: (text) =>
      labels.size === 0
        ? text
        : text.replace(quoted, (match) => {
            const shown = labels.get(match.slice(1, -1));
            return shown === undefined ? match : `"${shown}"`;
          }),
    byName,
    inOrder: (left, right) => byName(left, right) || left.createdAt.localeCompare(right.createdAt),
  };
}

/**
 * Compares texts alphabetically, in Cyrillic and Latin, with `ё` next to `е`. Creates the collator on first use,
 * because that is slow.
 */
export function alphabetical(left: string, right: string): number {
  collator ??= new Intl.Collator('ru', { numeric: true });
  return collator.compare(left, right);
}
let collator: Intl.Collator | undefined;

interface Label {
  readonly whole: string;
  readonly ru: string;
  readonly en: string;
}

/** Collections of records that users write. `labelsOf` reads no bilingual names from them. */
const written: ReadonlySet<keyof World> = new Set([
  'objects',
  'participants',
  'events',
  'tasks',
  'files',
  'notices',
  'calls',
  'sessions',
]);

/** Returns the bilingual names of a state that contains only the sample data. */
function labelsOf(world: World): Label[] {
  const found = new Map<string, Label>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') {
      const { ru, en } = bothLanguages.exec(value)?.groups ?? {};
      if (ru !== undefined && en !== undefined) found.set(value, { whole: value, ru, en });
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  for (const [name, kept] of Object.entries(world))
    if (kept instanceof Collection && !written.has(name as keyof World)) collect(kept.all());
  return [...found.values()];
}
