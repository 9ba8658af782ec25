import { isSameName, listName } from '../../../json/tree.ts';

/**
 * Matches empty members of objects. In JSON, a quotation mark inside a string follows a backslash. Therefore a
 * quotation mark after any other character ends a name, except after characters that can occur outside of strings.
 */
const emptyMember = /[^:,[{\s\\"]"\s?:\s?(?:null|""|\[\]|\{\})(?=\s?[,}])/g;
const isRoot = 1;

/**
 * Removes empty members from objects: null, "", [] and {}. Does not parse the JSON, which makes it fast. It misses a
 * few members whose names end in unusual characters.
 * @param json valid JSON
 */
export function dropEmpty(json: string): string {
  let text = json;
  // Repeat, because an object that has lost all its members is empty too.
  for (let round = 0; round < maxRounds; round += 1) {
    const shorter = dropOnce(text);
    if (shorter === text || !shorter.includes('{}', isRoot)) return shorter;
    text = shorter;
  }
  return text;
}
const maxRounds = 4;

function dropOnce(json: string): string {
  let rest = '';
  /** Position up to which `json` has been copied to `rest` or omitted. */
  let done = 0;
  emptyMember.lastIndex = 0;
  for (let found = emptyMember.exec(json); found !== null; found = emptyMember.exec(json)) {
    const open = json.lastIndexOf('"', found.index);
    const before = json.charAt(open - 1);
    const name = json.slice(open, found.index + 2);
    // Skip all other matches, because they are inside a name. Keep the list of a page even if it is empty.
    if (isSameName(name, listName) || (before !== ',' && before !== '{')) continue;
    const end = emptyMember.lastIndex;
    const kept = json.slice(done, open);
    const isBehindComma = kept.endsWith(',');
    rest += isBehindComma ? kept.slice(0, -1) : kept;
    done = !isBehindComma && json.charAt(end) === ',' ? end + 1 : end;
  }
  return done === 0 ? json : rest + json.slice(done);
}
