import { describe, expect, it } from 'vitest';
import { readCommandLine, spokenLanguage, type UsageError } from '../../../src/config/command-line.ts';
import { baseUrl, signIn } from '../../../src/config/sign-in.ts';

describe('the language of the command line', () => {
  it.each<[string[], Record<string, string>, string]>([
    [['--language', 'ru'], { CASEBRIDGE_LANGUAGE: 'en' }, 'ru'],
    [['http', '--language=ru'], {}, 'ru'],
    [['--language', 'en', '--language=RU'], {}, 'ru'],
    [[], { CASEBRIDGE_LANGUAGE: ' RU ' }, 'ru'],
    [[], { CASEBRIDGE_LANGUAGE: 'en', LC_ALL: 'ru_RU.UTF-8' }, 'en'],
    [[], { LANG: 'ru_RU.UTF-8' }, 'ru'],
    [[], { LANG: 'ru' }, 'ru'],
    [[], { LC_MESSAGES: 'ru_RU', LANG: 'en_US' }, 'ru'],
    [[], { LC_ALL: 'C', LANG: 'ru_RU.UTF-8' }, 'en'],
    [[], { LC_ALL: '', LANG: 'ru_RU.UTF-8' }, 'ru'],
    [['--language'], { LANG: 'ru_RU' }, 'ru'],
    // An unknown language is refused later, in the language of the machine.
    [['--language', 'de'], { LANG: 'ru_RU' }, 'ru'],
    [[], { LANG: 'run' }, 'en'],
  ])('%j %j', (argv, env, language) => {
    expect(spokenLanguage(argv, env)).toBe(language);
  });
});

describe('errors are in Russian too', () => {
  const url = { CASEBRIDGE_URL: 'https://cases.invalid' };
  it.each<[string[], Record<string, string>, string]>([
    [[], {}, 'Не задано CASEBRIDGE_URL: укажите адрес системы управления делами'],
    [[], url, 'Не указан способ входа: задайте CASEBRIDGE_LOGIN и CASEBRIDGE_PASSWORD'],
    [
      [],
      { ...url, CASEBRIDGE_LOGIN: 'anna' },
      'Не задано CASEBRIDGE_PASSWORD, хотя задано CASEBRIDGE_LOGIN.',
    ],
    [[], { CASEBRIDGE_URL: 'cases' }, 'CASEBRIDGE_URL ("cases"): нужен адрес http или https.'],
    [[], { CASEBRIDGE_USER: 'a'.repeat(2001) }, 'слишком длинное значение.'],
    [[], { CASEBRIDGE_TIMEOUT: '0' }, 'CASEBRIDGE_TIMEOUT ("0"): нужно не меньше 1.'],
    [[], { CASEBRIDGE_SURFACE: 'few' }, 'CASEBRIDGE_SURFACE ("few"): нужно everyday или all.'],
    [[], { CASEBRIDGE_LIMITS: 'x=1' }, 'CASEBRIDGE_LIMITS ("x=1"): указано "x=1", а допустимы только reads'],
    [[], { CASEBRIDGE_LINK: 'https://x.invalid' }, 'нужен адрес, в котором есть {id}'],
    [[], { CASEBRIDGE_URI: 'x' }, 'Настройки CASEBRIDGE_URI нет (может быть, CASEBRIDGE_URL?)'],
    [['--toolset', 'x'], {}, 'Параметра --toolset нет (может быть, --toolsets?)'],
    [['--timeout'], {}, 'Для параметра --timeout нужно значение'],
    [['--sandbox=yes'], {}, 'Параметр --sandbox указывают без значения'],
    [[], { CASEBRIDGE_PASSWORD_FILE: '/nowhere' }, 'такого файла или папки нет.'],
  ])('%j %j', (argv, env, sentence) => {
    const words = () => {
      try {
        const config = readCommandLine(argv, { ...env }).config();
        return [baseUrl(config), signIn(config)];
      } catch (error) {
        return (error as UsageError).words;
      }
    };
    expect(words()).toEqual({
      en: expect.not.stringMatching(/[а-яё]/i),
      ru: expect.stringContaining(sentence),
    });
  });
});
