import { isUuid } from '../../contract/uuid.ts';
import type { Note } from '../../contract/worded.ts';
import { worded } from '../../contract/worded.ts';
import { editJson } from '../../json/edit.ts';
import { cleanText, suspectPattern } from '../../util/invisible-characters.ts';
import { answerMessages } from './messages.ts';
import { createFence, type Fence } from './untrusted-data.ts';

/** Text of the service that is fit to be shown. */
export interface Shown {
  readonly text: string;
  /** What the reader should know about the text: what was taken out of it. */
  readonly notes: readonly Note[];
  /** The same in sentences that repeat names which others chose: to be read as data. */
  readonly quoting?: readonly Note[];
}

/** What the service and the people behind it say, made fit for assistants and terminals. One for the whole process. */
export interface Sanitizer {
  /** JSON text as the service wrote it, without invisible characters and without what may be a secret. */
  readonly json: (text: string) => Shown;
  /** JSON text of our own with every character that it has, but for what may be a secret. */
  readonly withoutSecrets: (text: string) => string;
  /** Any other text, such as a file or a message. */
  readonly text: (text: string) => Shown;
  /** Marks text as data for an assistant. */
  readonly fence: Fence;
  /** Puts a next step, which is written for assistants, to another reader. */
  readonly address?: (step: string) => string;
}

const withheld = '[withheld]';
/**
 * Words in names of what nobody may see; a secretary is none. By first letters, and in two alphabets apart: every answer
 * is searched for them, which a plain list of the words makes four times as long.
 */
const secretWords =
  /token|p(?:assw|rivate[ _-]?key)|\bpwd|s(?:ecret(?!ar)|ession[ _-]?id)|c(?:redential|ookie|onnection[ _-]?string)|a(?:uthorization|(?:pi|ccess)[ _-]?key)/i;
const russianSecretWords = /парол|токен|секрет(?!ар)/i;
/** Names that may end in a short word for a secret, or are written in the compatibility forms of Unicode. */
const mayEndInSecret =
  /p(?:ass(?:[ _-]?(?:phrase|code|key)|(?![a-z]))|in(?:[ _-]?code)?\d*")|pwd|\b(?:otp|cvv|cvc)|[\uFF21-\uFF5A\uD835]/i;
const mayNameSecret = (text: string) =>
  secretWords.test(text) || russianSecretWords.test(text) || mayEndInSecret.test(text);
/** Words at the end of a name, behind its start, a blank or a mark. Within other words they mean nothing: `Compass`. */
const lastSecretWord =
  /(?:^|[^a-z])(?:pass|pass[ _-]?(?:phrase|code|key)|pin(?:[ _-]?code)?|pwd|otp|cvv|cvc)\d*$/;
const inWords = (name: string) => name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '_').toLowerCase();
/** Says which kind of token there is, how long it lasts or which operation gives it, and holds none. */
const harmlessName =
  /(?:type|lifetime|expir(?:es|y|ation)[ _-]?(?:in|at|on|date)?|token[ _-]?(?:operation|endpoint))$/i;
const isSecret = (name: string) => {
  const plain = name.normalize('NFKC');
  const isNamed =
    secretWords.test(plain) || russianSecretWords.test(plain) || lastSecretWord.test(inWords(plain));
  return isNamed && !harmlessName.test(plain);
};

/** Members that name what the `Value` near them holds. */
const namingMember = /^(?:name|key|tag|fieldtag|code)$/i;
/** A value stands at most so many members behind its name. */
const maxBetween = 3;

const suspect = new RegExp(suspectPattern);
/** Any escape has to be read before what it stands for can be judged. The engine finds a single character at once. */
const isEscaped = (json: string) => json.includes('\\') && /\\[bfu/]/.test(json);

/** Shorter ones occur by chance in dates, numbers and ids. */
const minSecretLength = 6;

/** @param secrets values that nobody may see, wherever they appear */
export function createSanitizer(secrets: readonly string[]): Sanitizer {
  const known = secrets.filter((secret) => secret.length >= minSecretLength);
  const blot = (text: string) => known.reduce((rest, secret) => rest.replaceAll(secret, withheld), text);
  const blotted = [...new Set(known.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]))];
  const mayHoldSecret = (json: string) =>
    mayNameSecret(json) || blotted.some((secret) => json.includes(secret));
  /** A few looks at most answers find that nothing has to be done. One regular expression for all is far slower. */
  const isFine = (json: string) => !suspect.test(json) && !isEscaped(json) && !mayHoldSecret(json);

  /** @param clean what else is taken out of each text */
  const edit = (text: string, clean: (content: string) => string): Shown => {
    const found = { isCleaned: false, isWithheld: false };
    /** Whether the next string is the name of a pair, and for how many members that name was one of a secret. */
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
        // Truth and emptiness are no secrets, so whether there is a password may be seen.
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
