import { isUuid } from '../../contract/uuid.ts';
import type { Note } from '../../contract/worded.ts';
import { worded } from '../../contract/worded.ts';
import { editJson } from '../../json/edit.ts';
import { cleanText, createSuspectFinder } from '../../util/invisible-characters.ts';
import { answerMessages } from './messages.ts';
import { createFence, type Fence } from './untrusted-data.ts';

/** Text from the service that is ready to be shown. */
export interface Shown {
  readonly text: string;
  /** Notes that say what was removed. */
  readonly notes: readonly Note[];
  /** Notes that repeat names which outsiders may have chosen. They must be marked as data. */
  readonly quoting?: readonly Note[];
}

/** Cleans text from the service for assistants and terminals. There is one instance per process. */
export interface Sanitizer {
  /** Removes invisible characters and possible secrets from the service's JSON. */
  readonly json: (text: string) => Shown;
  /** Removes possible secrets from casebridge's own JSON and keeps all other characters. */
  readonly withoutSecrets: (text: string) => string;
  /** Removes invisible characters and known secrets from any other text, such as a file or a message. */
  readonly text: (text: string) => Shown;
  /** Puts untrusted text for an assistant between delimiters. */
  readonly fence: Fence;
  /** Rewrites the sentence about the next step, which addresses assistants, for another reader. */
  readonly address?: (step: string) => string;
}

const withheld = '[withheld]';
/**
 * Words in the names of fields that contain secrets; "secretary" is excluded. The words are grouped by first letters
 * and alphabet, because every answer is searched for them, and a plain list is four times slower.
 */
const secretWords =
  /token|p(?:assw|rivate[ _-]?key)|\bpwd|s(?:ecret(?!ar)|ession[ _-]?id)|c(?:redential|ookie|onnection[ _-]?string)|a(?:uthorization|(?:pi|ccess)[ _-]?key)|k(?<=(?:encryption|master|s(?:ession|igning|sh))[ _-]?k)ey|jwt/i;
const russianSecretWords =
  /парол|токен|секрет(?!ар)|кодов(?:ое|ого|ым)[ _]слов|(?:код|ключ)(?:[ауеи]|ом)?[ _](?:доступа|шифрования)|(?<![а-яё])пин(?:[ _-]?код[а-я]{0,2})?(?![а-яё])/i;
/** Finds everything that `secretWords` finds, and names that may end in a short word for a secret, for `isSecret`. */
const mayBeSecret =
  /token|p(?:ass(?:w|[ _-]?(?:phrase|code|key)|(?![a-z]))|in(?:[ _-]?code)?\d*"|rivate[ _-]?key|w[d"])|s(?:ecret(?!ar)|ession[ _-]?id)|c(?:redential|ookie|onnection[ _-]?string)|a(?:uthorization|(?:pi|ccess)[ _-]?key)|k(?<=(?:encryption|master|s(?:ession|igning|sh))[ _-]?k)ey|jwt|\b(?:otp|cvv|cvc)/i;
/** Unicode compatibility characters, in which the words may be written. */
const compatibility = '\\uff21-\\uff5a\\ud835';
const isCompatible = new RegExp(`[${compatibility}]`);
/** Short words for secrets at the end of a name. Inside words they mean nothing: `Compass`. */
const lastSecretWord =
  /(?:^|[^a-z])(?:pass|pass[ _-]?(?:phrase|code|key)|pin(?:[ _-]?code)?|pw|pwd|otp|cvv|cvc)\d*$/;
const inWords = (name: string) => name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '_').toLowerCase();
/** Endings of names for data about a token, which do not contain the token itself. */
const harmlessName =
  /(?:type|lifetime|expir(?:es|y|ation)[ _-]?(?:in|at|on|date)?|token[ _-]?(?:operation|endpoint))$/i;
const isSecret = (name: string) => {
  const plain = name.normalize('NFKC');
  const isNamed =
    secretWords.test(plain) || russianSecretWords.test(plain) || lastSecretWord.test(inWords(plain));
  return isNamed && !harmlessName.test(plain);
};

/** Members whose value is a name. The member `Value` that follows contains the value of that name. */
const namingMember = /^(?:(?:display|field)?name|title|label|caption|key|tag|fieldtag|code)$/i;
/** Maximum distance between such a name and its value, in members. */
const maxBetween = 3;

const isSuspect = createSuspectFinder(compatibility);
/** Checks for escapes to decode. The search for one character comes first, as it is fast. */
const isEscaped = (json: string) => json.includes('\\') && /\\[bfu/]/.test(json);

/** Minimum length of a secret, in characters. Shorter secrets occur by chance in dates, numbers and ids. */
const minSecretLength = 6;

/** @param secrets values that must never be shown */
export function createSanitizer(secrets: readonly string[]): Sanitizer {
  const known = secrets.filter((secret) => secret.length >= minSecretLength);
  const blot = (text: string) => known.reduce((rest, secret) => rest.replaceAll(secret, withheld), text);
  const blotted = [...new Set(known.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]))];
  const mayHoldSecret = (json: string) =>
    mayBeSecret.test(json) ||
    russianSecretWords.test(json) ||
    blotted.some((secret) => json.includes(secret));
  /** Checks by a few searches, which are far faster than one expression for everything. */
  const isFine = (json: string) => !isSuspect(json) && !isEscaped(json) && !mayHoldSecret(json);

  /** @param clean additional cleaning of each string */
  const edit = (text: string, clean: (content: string) => string): Shown => {
    const found = { isCleaned: false, isWithheld: false };
    /**
     * Whether the next string is a name. If it was the name of a secret, `left` counts the members in which its value
     * may follow.
     */
    const pair = { isNaming: false, left: 0 };
    const edited = editJson(text, {
      string: (content) => {
        const cleaned = clean(content);
        if (cleaned !== content) found.isCleaned = true;
        if (pair.isNaming && isSecret(cleaned)) pair.left = maxBetween;
        pair.isNaming = false;
        const safe = isUuid(cleaned) ? cleaned : blot(cleaned);
        if (safe !== cleaned) found.isWithheld = true;
        return safe;
      },
      value: (name) => {
        pair.isNaming = namingMember.test(name);
        const isPaired = pair.left > 0 && /^value$/i.test(name);
        pair.left -= 1;
        // Booleans and null are not replaced, because they are not secrets. An answer may thus show whether a password
        // exists.
        if (!isSecret(name) && !isPaired) return undefined;
        pair.left = 0;
        found.isWithheld = true;
        return JSON.stringify(withheld);
      },
    });
    return show(edited, found.isCleaned, found.isWithheld);
  };

  return {
    fence: createFence(),
    json: (text) => (isFine(text) ? { text, notes: [] } : edit(text, cleanText)),
    withoutSecrets: (text) =>
      mayHoldSecret(text) || isCompatible.test(text) ? edit(text, (content) => content).text : text,
    text: (text) => {
      const cleaned = cleanText(text);
      const safe = blot(cleaned);
      return show(safe, cleaned !== text, safe !== cleaned);
    },
  };
}

function show(text: string, isCleaned: boolean, isWithheld: boolean): Shown {
  return {
    text,
    notes: [
      ...(isCleaned ? [answerMessages.cleaned] : []),
      ...(isWithheld ? [worded(answerMessages.withheld, { withheld })] : []),
    ],
  };
}
