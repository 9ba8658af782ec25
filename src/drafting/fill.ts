import { InvalidArgumentsError } from '../contract/errors.ts';
import { checkCharacters } from './xml.ts';

/** What stands in places, and which of them there were. */
export interface Fill {
  /** Undefined for a place that stays. */
  textOf(place: string): string | undefined;
  /** @throws InvalidArgumentsError where there was no place for some of it */
  checkUsed(open: readonly string[]): void;
}

/** Letter case and blanks of names do not matter. @throws InvalidArgumentsError for what no document can hold */
export function createFill(given: Readonly<Record<string, string>>): Fill {
  const keyOf = (name: string) => name.trim().replace(/\s+/gu, ' ').toLowerCase();
  const unused = new Map<string, string>();
  const texts = new Map<string, string>();
  for (const [name, text] of Object.entries(given)) {
    checkCharacters(`fill ${JSON.stringify(name)}`, text);
    unused.set(keyOf(name), name);
    texts.set(keyOf(name), text.replace(/\r\n?|[\u2028\u2029]/gu, '\n'));
  }
  return {
    textOf: (place) => {
      unused.delete(keyOf(place));
      return texts.get(keyOf(place));
    },
    checkUsed: (open) => {
      if (unused.size === 0) return;
      const there = open.length === 0 ? 'none is left to fill' : `left to fill: ${listed(open)}`;
      throw new InvalidArgumentsError(
        `fill: there is no place ${listed([...unused.values()])} (${there}). Nothing was filed.`,
      );
    },
  };
}

const listed = (names: readonly string[]) => names.map((name) => `[[${name}]]`).join(', ');
