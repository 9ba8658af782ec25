import { InvalidArgumentsError } from '../contract/errors.ts';
import { checkCharacters } from './xml.ts';

/** Texts for placeholders. Tracks which texts were used. */
export interface Fill {
  /** Returns the text for a placeholder; undefined if the placeholder stays in the document. */
  textOf(place: string): string | undefined;
  /**
   * Checks that each text was used.
   * @throws InvalidArgumentsError if the document has no placeholder for a text
   */
  checkUsed(open: readonly string[]): void;
}

/**
 * Stores the texts by the names of their placeholders. Names are compared without regard to case and repeated spaces.
 * @throws InvalidArgumentsError if a text has a character that documents cannot contain
 */
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
      const there = open.length === 0 ? 'all its placeholders are filled' : `left to fill: ${listed(open)}`;
      throw new InvalidArgumentsError(
        `fill: the template has no placeholder ${listed([...unused.values()])} (${there}). Nothing was filed.`,
      );
    },
  };
}

const listed = (names: readonly string[]) => names.map((name) => `[[${name}]]`).join(', ');
