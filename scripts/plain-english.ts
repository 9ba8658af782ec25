import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type TextKind, type TextUnit, textsOf } from './texts.ts';

/**
 * Part of `npm run check`. Counts sentences that break the rules of `.github/CONTRIBUTING.md` and can be found by a
 * pattern. A clean result proves little, because most obscure sentences match no pattern.
 * `tsx scripts/plain-english.ts --list WORD` prints the sentences whose file or rule contains the word.
 */

/** Maximum number of broken rules in each kind of text. Never raise these numbers. */
const bounds: Readonly<Record<TextKind, number>> = { comment: 7, docs: 13, message: 20, test: 42 };

interface Rule {
  readonly name: string;
  readonly advice: string;
  readonly isBroken: (sentence: string) => boolean;
  /** Kinds of texts to which the rule does not apply. */
  readonly except?: readonly TextKind[];
}

const longest = 30;
const isQuestion = (sentence: string) => sentence.endsWith('?');
const wordsIn = (sentence: string) =>
  sentence
    .replace(/`[^`]*`/g, 'x')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .match(/[\p{L}\d'’-]+/gu) ?? [];

const rules: readonly Rule[] = [
  {
    name: 'clause as subject',
    advice: 'Start with a noun instead of a clause.',
    isBroken: (sentence) =>
      /^(?:What|Who|Whoever|Whom|Whose|Whatever|Whichever|Where)\b/.test(sentence) && !isQuestion(sentence),
    except: ['test'],
  },
  {
    name: 'clause as object',
    advice: 'Name the thing instead of "of what …" or "by whoever …".',
    isBroken: (sentence) =>
      /\b(?:of|for|from|to|in|with|by|than|about|behind|on|at|against) (?:what|whatever|whom|whoever)\b/i.test(
        sentence,
      ) && !isQuestion(sentence),
  },
  {
    name: 'where for if',
    advice: 'Write "if" for a condition and "when" for a time.',
    isBroken: (sentence) =>
      /\b(?:undefined|null|empty|false|true|nothing|only|but|also|even|except|or|and) where (?:it|that|there|this|the|an?|nothing|nobody|none|no|one|they|some|any)\b/i.test(
        sentence,
      ),
  },
  {
    name: 'idiom',
    advice: 'Write "must", "can", "own" or "automatically"; name who reports what.',
    isBroken: (sentence) =>
      /\b(?:is|are|was|were|be) to be\b|\ball the same\b|\bof (?:its|their|one[’']s) own\b|\bby (?:itself|themselves)\b|; else\b|\b(?:is|are|was|were) (?:said|told|heeded)\b|\bas it (?:came|comes|stands)\b/i.test(
        sentence,
      ),
  },
  {
    name: 'private word',
    advice: 'Use the standard term of docs/glossary.md.',
    isBroken: (sentence) =>
      /\b(?:heed(?:s|ed|ing)?|quarry|unkept|held against|let go|lets? in|founded|dear(?:er|est)?|vouchsafe|whereof|patience)\b/i.test(
        sentence,
      ),
  },
  {
    name: 'long sentence',
    advice: `Write at most ${longest} words.`,
    isBroken: (sentence) => wordsIn(sentence).length > longest,
    except: ['test'],
  },
];

/** A sentence that breaks a rule. */
export interface BrokenRule extends Omit<TextUnit, 'text'> {
  readonly rule: string;
  readonly advice: string;
  readonly sentence: string;
}

/** Splits a text into sentences. Abbreviations and file names do not end one. */
function sentencesIn(text: string): string[] {
  return text
    .replace(/\b(e\.g|i\.e|etc|vs|v)\./g, '$1')
    .split(/(?<=[.!?])\s+(?=[A-Z`'"([@*])/)
    .map((sentence) => sentence.trim())
    .filter(Boolean);
}

/** Returns the broken rules in a text. */
export function brokenIn({ text, ...place }: TextUnit): BrokenRule[] {
  return sentencesIn(text).flatMap((sentence) =>
    rules
      .filter(({ except = [], isBroken }) => !except.includes(place.kind) && isBroken(sentence))
      .map(({ name, advice }) => ({ ...place, rule: name, advice, sentence })),
  );
}

/** Returns all texts of the project. */
export function projectTexts(root: URL): TextUnit[] {
  const top = fileURLToPath(root);
  const below = (folder: string) =>
    readdirSync(join(top, folder), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path.split(sep).join('/')}`,
    );
  const files = ['src', 'tools', 'scripts', 'test', 'docs', 'examples'].flatMap(below);
  return ['README.md', '.github/CONTRIBUTING.md', ...files]
    .filter((file) => !file.includes('node_modules') && /\.(?:ts|md)$/.test(file))
    .flatMap((file) => textsOf(file, readFileSync(join(top, file), 'utf8')));
}

function main(word: string | undefined): void {
  const broken = projectTexts(new URL('../', import.meta.url)).flatMap(brokenIn);
  for (const [kind, bound] of Object.entries(bounds)) {
    const found = broken.filter((one) => one.kind === kind);
    if (found.length !== bound)
      process.stdout.write(
        found.length > bound
          ? `${found.length} sentences in texts of the kind "${kind}" break a rule, ${bound} may. See the new ones with: tsx scripts/plain-english.ts --list FILE\n`
          : `Only ${found.length} sentences in texts of the kind "${kind}" break a rule: lower its bound in scripts/plain-english.ts from ${bound}.\n`,
      );
    if (found.length > bound) process.exitCode = 1;
  }
  if (word === undefined) return;
  for (const { file, line, rule, advice, sentence } of broken)
    if (`${file} ${rule}`.includes(word))
      process.stdout.write(`${file}:${line} ${rule}. ${advice}\n    ${sentence}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  main(process.argv[2] === '--list' ? (process.argv[3] ?? '') : undefined);
