import { InvalidArgumentsError } from '../contract/errors.ts';
import type { UnreadableReason } from './format.ts';
import { maxFileBytes, maxMegabytes } from './limits.ts';

const elsewhere = 'open it yourself, or ask whoever made it for a PDF or a plain text of it';

/** Advice for the user, by reason. */
const advice: Readonly<Record<UnreadableReason, string>> = {
  encrypted:
    'Nothing of it was read: open it yourself with the password, or ask for a copy without one and read that.',
  damaged: `Nothing of it was taken for its text: download it anew in case it came incomplete, else ${elsewhere}.`,
  'too large': `Ask for fewer pages or for one of the files inside where it has such, else ${elsewhere}.`,
  unknown: `Nothing of it was read: ${elsewhere}.`,
  empty: 'Somebody has filed a file without content: ask whoever filed it for the document.',
};

/** Messages for users of the command line. */
const inRussian: Readonly<Record<UnreadableReason, string>> = {
  encrypted: 'Файл закрыт паролем. Откройте его сами или попросите копию без пароля.',
  damaged: 'Файл повреждён или получен не целиком. Скачайте его заново или попросите PDF.',
  'too large': 'Файл слишком велик или сложен для чтения. Откройте его сами или попросите копию меньше.',
  unknown: 'Файлы этого вида не читаются. Откройте его сами или попросите PDF.',
  empty: 'Файл пуст. Попросите документ у того, кто его загрузил.',
};

const mb = (bytes: number) => Math.ceil(bytes / 1024 / 1024);

export const unreadable = (reason: UnreadableReason, message: string) =>
  new InvalidArgumentsError({ en: `document: ${message}. ${advice[reason]}`, ru: inRussian[reason] });
export const fileTooLarge = (bytes: number) =>
  unreadable(
    'too large',
    `the file has ${mb(bytes)} MB, and files of at most ${mb(maxFileBytes)} MB are read`,
  );
export const readTooLong = (milliseconds: number) =>
  unreadable(
    'too large',
    `reading it took more than ${milliseconds / 1000} s and was ended: it is very large, or made to break what reads it`,
  );
export const readTooMuch = () =>
  unreadable(
    'too large',
    `reading it took more than ${maxMegabytes} MB of memory and was ended: it is very large, or made to break what reads it`,
  );
/** @param at location of the error in the program, for the log */
export const unreadableInside = (at?: string) =>
  new InvalidArgumentsError(
    {
      en: `document: what stands in it is not as its format says, and reading it failed. ${advice.damaged}`,
      ru: inRussian.damaged,
    },
    at === undefined ? {} : { cause: new Error(at) },
  );
