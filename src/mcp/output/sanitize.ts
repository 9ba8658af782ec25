import { isUuid } from '../../contract/uuid.ts';
import type { Note } from '../../contract/worded.ts';
import { worded } from '../../contract/worded.ts';
import { editJson } from '../../json/edit.ts';
import { cleanText, suspectPattern } from '../../util/invisible-characters.ts';
import { answerMessages } from './messages.ts';
import { createFence, type Fence } from './untrusted-data.ts';

/** Text of the service that is ready to be shown. */
export interface Shown {
  readonly text: string;
  /** Notes about removed parts. */
  readonly notes: readonly Note[];
  /** Notes that repeat names which others chose, so they must be marked as data. */
  readonly quoting?: readonly Note[];
}

/** Cleans text of the service for assistants and terminals. One instance per process. */
export interface Sanitizer {
  /** Removes invisible characters and possible secrets from JSON of the service. */
  readonly json: (text: string) => Shown;
  /** Removes possible secrets from own JSON and keeps all other characters. */
  readonly withoutSecrets: (text: string) => string;
  /** Cleans any other text, such as a file or a message. */
  readonly text: (text: string) => Shown;
  /** Marks a text as data for an assistant. */
  readonly fence: Fence;
  /** Rewrites a next step for a reader who is not an assistant. */
  readonly address?: (step: string) => string;
}

const withheld = '[withheld]';
/**
 * Words in names of secret fields; "secretary" is excluded. Grouped by first letters and alphabet, because every answer
 * is searched, and a plain list is four times slower.
 */
const secretWords =
  /token|p(?:assw|rivate[ _-]?key)|\bpwd|s(?:ecret(?!ar)|ession[ _-]?id)|c(?:redential|ookie|onnection[ _-]?string)|a(?:uthorization|(?:pi|ccess)[ _-]?key)|k(?<=(?:encryption|master|s(?:ession|igning|sh))[ _-]?k)ey|jwt/i;
const russianSecretWords =
  /парол|токен|секрет(?!ар)|кодов(?:ое|ого|ым)[ _]слов|(?:код|ключ)(?:[ауеи]|ом)?[ _](?:доступа|шифрования)|(?<![а-яё])пин(?:[ _-]?код[а-я]{0,2})?(?![а-яё])/i;
/** Names that may end in a short word for a secret, or use compatibility forms of Unicode. */
const mayEndInSecret =
  /p(?:ass(?:[ _-]?(?:phrase|code|key)|(?![a-z]))|in(?:[ _-]?code)?\d*"|w")|pwd|\b(?:otp|cvv|cvc)|[\uFF21-\uFF5A\uD835]/i;
const mayNameSecret = (text: string) =>
  secretWords.test(text) || russianSecretWords.test(text) || mayEndInSecret.test(text);
/**
 * Short words for secrets at the end of a name, after its start, a space or a separator. Within other words they mean
 * nothing: `Compass`.
 */
const lastSecretWord =
  /(?:^|[^a-z])(?:pass|pass[ _-]?(?:phrase|code|key)|pin(?:[ _-]?code)?|pw|pwd|otp|cvv|cvc)\d*$/;
const inWords = (name: string) => name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '_').toLowerCase();
/** Names of fields about a token without the token: its type, lifetime, or operation. */
const harmlessName =
  /(?:type|lifetime|expir(?:es|y|ation)[ _-]?(?:in|at|on|date)?|token[ _-]?(?:operation|endpoint))$/i;
const isSecret = (name: string) => {
  const plain = name.normalize('NFKC');
  const isNamed =
    secretWords.test(plain) || russianSecretWords.test(plain) || lastSecretWord.test(inWords(plain));
  return isNamed && !harmlessName.test(plain);
};

/** Members that name the content of a nearby `Value`. */
const namingMember = /^(?:(?:display|field)?name|title|label|caption|key|tag|fieldtag|code)$/i;
/** Maximum number of members between a name and its value. */
const maxBetween = 3;

const suspect = new RegExp(suspectPattern);
/** Escapes must be decoded before a text can be judged. The engine finds a single character quickly. */
const isEscaped = (json: string) => json.includes('\\') && /\\[bfu/]/.test(json);

/** Minimum length of a secret, in characters. Shorter secrets occur by chance in dates, numbers and ids. */
const minSecretLength = 6;

/** @param secrets values that must never be shown */
export function createSanitizer(secrets: readonly string[]): Sanitizer {
  const known = secrets.filter((secret) => secret.length >= minSecretLength);
  const blot = (text: string) => known.reduce((rest, secret) => rest.replaceAll(secret, withheld), text);
  const blotted = [...new Set(known.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]))];
  const mayHoldSecret = (json: string) =>
    mayNameSecret(json) || blotted.some((secret) => json.includes(secret));
  /** A few searches show that most answers need no change. One regular expression for all is far slower. */
  const isFine = (json: string) => !suspect.test(json) && !isEscaped(json) && !mayHoldSecret(json);

  /** @param clean further cleaning of each text */
  const edit = (text: string, clean: (content: string) => string): Shown => {
    const found = { isCleaned: false, isWithheld: false };
    /** State of name-value pairs: whether the next string is a name, and for how many members it applies. */
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
        // Booleans and null are not secrets, so an answer may show whether a password exists.
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
    withoutSecrets: (text) => (mayHoldSecret(text) ? edit(text, (content) => content).text : text),
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
