import { InvalidArgumentsError } from '../contract/errors.ts';
import type { UnreadableReason } from './format.ts';
import { maxFileBytes, maxMegabytes } from './limits.ts';

const elsewhere = 'open it yourself, or ask its author for a PDF or plain text';

const advice: Readonly<Record<UnreadableReason, string>> = {
  encrypted:
    'It was not read: open it yourself with the password, or ask for a copy without one and read that.',
  damaged: `No text was extracted: download it again in case it is incomplete, otherwise ${elsewhere}.`,
  'too large': `Ask for fewer pages, or for one of the files inside if it has any, otherwise ${elsewhere}.`,
  unknown: `It was not read: ${elsewhere}.`,
  empty: 'The file is empty: ask the person who filed it for the document.',
};

const inRussian: Readonly<Record<UnreadableReason, string>> = {
  encrypted: 'Файл закрыт паролем. Откройте его сами или попросите копию без пароля.',
  damaged: 'Файл повреждён или получен не полностью. Скачайте его заново или попросите PDF.',
  'too large':
    'Файл слишком велик или сложен для чтения. Откройте его сами или попросите копию меньшего размера.',
  unknown: 'Файл этого вида прочитать нельзя. Откройте его сами или попросите PDF.',
  empty: 'Файл пуст. Попросите документ у пользователя, который его загрузил.',
};

const mb = (bytes: number) => Math.ceil(bytes / 1024 / 1024);

export const unreadable = (reason: UnreadableReason, message: string) =>
  new InvalidArgumentsError({ en: `document: ${message}. ${advice[reason]}`, ru: inRussian[reason] });
export const fileTooLarge = (bytes: number) =>
  unreadable('too large', `the file has ${mb(bytes)} MB, but at most ${mb(maxFileBytes)} MB can be read`);
export const readTooLong = (milliseconds: number) =>
  unreadable(
    'too large',
    `reading it took more than ${milliseconds / 1000} s and was stopped: it is very large or malicious`,
  );
export const readTooMuch = () =>
  unreadable(
    'too large',
    `reading it took more than ${maxMegabytes} MB of memory and was stopped: it is very large or malicious`,
  );
/** @param at location of the error in the program, for the log */
export const unreadableInside = (at?: string) =>
  new InvalidArgumentsError(
    {
      en: `document: its content does not match its format, and reading it failed. ${advice.damaged}`,
      ru: inRussian.damaged,
    },
    at === undefined ? {} : { cause: new Error(at) },
  );
