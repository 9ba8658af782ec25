import { isSameName, listName } from '../../../json/tree.ts';

/**
 * Members that hold nothing. Inside a string every quotation mark has a backslash before it, so one with another
 * character before it is the end of a name, unless that character could be outside of a string.
 */
const emptyMember = /[^:,[{\s\\"]"\s?:\s?(?:null|""|\[\]|\{\})(?=\s?[,}])/g;
const isRoot = 1;

/**
 * JSON text without the members of objects that hold nothing: null, "", [] and {}. Quick, for the many answers that
 * need nothing else: a few names that end in odd characters are passed over, and nothing is parsed.
 * @param json valid JSON
 */
export function dropEmpty(json: string): string {
  let text = json;
  // An object that has lost all its members is empty itself.
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
  /** Up to here the text is in `rest`, or left out. */
  let done = 0;
  emptyMember.lastIndex = 0;
  for (let found = emptyMember.exec(json); found !== null; found = emptyMember.exec(json)) {
    const open = json.lastIndexOf('"', found.index);
    const before = json.charAt(open - 1);
    const name = json.slice(open, found.index + 2);
    // Anything else is a quotation mark within the name.
    if (isSameName(name, listName) || (before !== ',' && before !== '{')) continue;
    const end = emptyMember.lastIndex;
    const kept = json.slice(done, open);
    const isBehindComma = kept.endsWith(',');
    rest += isBehindComma ? kept.slice(0, -1) : kept;
    done = !isBehindComma && json.charAt(end) === ',' ? end + 1 : end;
  }
  return done === 0 ? json : rest + json.slice(done);
}
