/** Character classes. For each script, the class of small letters follows that of capitals. */
const space = 0;
const digit = 1;
const sign = 2;
const other = 3;
const latin = 4;
const cyrillic = 6;
/** Added to a letter's class if the letter is a consonant. */
const consonant = 8;
const classes = 16;

/**
 * Cost model. The index is a character class. The first `shared` characters of a run cost `firstCost` tokens together,
 * and each further one costs `laterCost`. Fitted to the tokenizer o200k, so that the estimate is slightly too high.
 */
const firstCost = [0, 1, 0.85, 1.2, 1.02, 1.02, 1.35, 1.35];
const laterCost = [0.2, 0, 0.4, 1.2, 0.4, 0.16, 0.4, 0.32];
const shared = [1, 3, 3, 1, 2, 4, 2, 3];
/** Additional tokens for three consonants in a row, which are common in random letters. */
const garbled = 0.7;

const maxLength = 5;
const maxConsonants = 3;

/**
 * Estimates the number of tokens in a string (o200k). Splits the string as tokenizers do: words at capitals, numbers
 * into up to three digits, and runs of symbols. The weights were fitted to the service's answers in both languages,
 * ids, base64 and prose, so that estimates are slightly too high.
 */
export function estimateTokens(text: string): number {
  machine ??= build();
  const { classOf, next, cost } = machine;
  let tokens = 0;
  let state = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const step = state * classes + (code < classOf.length ? (classOf[code] as number) : other);
    tokens += cost[step] as number;
    state = next[step] as number;
  }
  return Math.ceil(tokens);
}

/** State machine. A state is a character class with its run length and consonants. */
interface Machine {
  readonly classOf: Uint8Array;
  readonly next: Uint16Array;
  readonly cost: Float64Array;
}
let machine: Machine | undefined;

function build(): Machine {
  const states = 8 * (maxLength + 1) * (maxConsonants + 1);
  const next = new Uint16Array(states * classes);
  const cost = new Float64Array(states * classes);
  for (let state = 0; state < states; state += 1) {
    const consonants = state % (maxConsonants + 1);
    const length = Math.floor(state / (maxConsonants + 1)) % (maxLength + 1);
    const before = Math.floor(state / (maxConsonants + 1) / (maxLength + 1));
    for (let one = 0; one < classes; one += 1) {
      const kind = one & 7;
      const goesOn = goesOnWith(before, length, kind);
      const long = goesOn ? Math.min(length + 1, maxLength) : 1;
      const hard = one < consonant ? 0 : Math.min(goesOn ? consonants + 1 : 1, maxConsonants);
      const own = long === 1 ? firstCost[kind] : long > (shared[kind] ?? 0) ? laterCost[kind] : 0;
      cost[state * classes + one] = (own ?? 0) + (hard === maxConsonants ? garbled : 0);
      next[state * classes + one] = (kind * (maxLength + 1) + long) * (maxConsonants + 1) + hard;
    }
  }
  return { classOf: classify(), next, cost };
}

function goesOnWith(before: number, length: number, kind: number): boolean {
  if (length === 0 || (kind === digit && length === shared[digit])) return false;
  // A capital letter belongs to the word of the small letters that follow it.
  return kind === before || (kind > latin && kind % 2 === 1 && kind === before + 1);
}

function classify(): Uint8Array {
  const classOf = new Uint8Array(0x460).fill(other);
  for (let code = 0; code < 0x80; code += 1) classOf[code] = code <= 0x20 ? space : sign;
  const mark = (characters: string, small: number, capital: number) => {
    for (const one of characters) {
      classOf[one.toUpperCase().charCodeAt(0)] = capital;
      classOf[one.charCodeAt(0)] = small;
    }
  };
  mark('0123456789', digit, digit);
  mark('aeiouy', latin + 1, latin);
  mark('bcdfghjklmnpqrstvwxz', latin + 1 + consonant, latin + consonant);
  mark('аеёиоуыэюяьъй', cyrillic + 1, cyrillic);
  mark('бвгджзклмнпрстфхцчшщ', cyrillic + 1 + consonant, cyrillic + consonant);
  return classOf;
}
