import { parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import { languages } from '../../../src/contract/language.ts';
import { asRead, readBack } from '../../support/answers/shown.ts';
import { build, operationOf } from '../../support/clients/asking.ts';
import { hostileTexts } from '../../support/texts/hostile-texts.ts';

/** A question keeps its structure, whatever texts are in records and arguments. */

const task = operationOf('delete_task');
const notify = operationOf('notify_user');
const script = operationOf('run_script');
const id = '11111111-1111-4111-8111-111111111111';
const nested = (text: string) => ({ [text]: [{ [text]: text }, [text]] });

/** All places in a question that contain texts from records or arguments. */
const places: Readonly<Record<string, (text: string, language: 'en' | 'ru') => ReturnType<typeof build>>> = {
  'the name of a record': (Name, language) => build(task, { id }, language, { target: { Name } }),
  'what tells a record from others': (text, language) => {
    const target = {
      ...{ Name: 'x', Number: text, Email: text, EntityKind: text, Status: text, Location: text },
      ...{ Case: { Name: text }, Responsibles: [{ Name: text }, { Email: text }], Stage: text },
    };
    return build(task, { id }, language, { target });
  },
  'a record without a name': (text, language) => build(task, { id }, language, { target: [nested(text)] }),
  'the name of a related record': (text, language) =>
    build(script, { ScriptId: id }, language, { called: new Map([[id, text]]) }),
  'an argument': (Text, language) => build(notify, { id, Text }, language),
  'the parts of an argument': (text, language) =>
    build(script, { ScriptId: id, Parameters: nested(text) }, language),
  'a further field and its name': (text, language) =>
    build(script, { ScriptId: id, more: { [`x${text}`]: text } }, language),
  'what is sent along': (text, language) =>
    build(script, { ScriptId: id, Parameters: { Days: text } }, language, { given: {} }),
};

/** Returns the fixed parts of a question. */
const skeleton = (question: string) =>
  question
    .replace(/"[^"]*"( \((?:\d+ characters in all|всего знаков: \d+)\))?/g, '""')
    .split(/\n(?:Links|Ссылки): \d+\n/)[0];

/** Removes brackets and punctuation if the record was shortened, because some may then be missing. */
const frame = (text = '', isCut: boolean) => (isCut ? text.replace(/[[\]{}",:;()…]/g, '') : text);
const seen = /[\p{Default_Ignorable_Code_Point}\p{C}\u2800\ufffc\u{1d159}]/gu;
const picture =
  /\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?(?:\u200d\p{Extended_Pictographic}\ufe0f?)*/gu;
const shown = async (place: keyof typeof places, text: string, language: 'en' | 'ru') => {
  const question = await places[place]?.(text, language);
  if (typeof question === 'string') return question;
  expect(question?.code).toBe('TOO_LONG_TO_ASK');
  return undefined;
};

describe.each(languages)('a question in %s', (language) => {
  describe.each(Object.keys(places))('with a hostile text in %s', (place) => {
    it.each(Object.entries(hostileTexts))('lets it not %s [FLT-65]', async (_what, texts) => {
      const plain = skeleton((await shown(place, 'plain', language)) ?? '');
      for (const text of texts) {
        const question = await shown(place, text, language);
        if (question === undefined) continue;
        expect(question.length).toBeLessThanOrEqual(4000);
        const isCut = question.includes('…\n');
        expect(frame(skeleton(question), isCut)).toBe(frame(plain, isCut));
        expect(question.replace(/\n/g, '').replace(picture, '')).not.toMatch(seen);
        expect(question).not.toMatch(/[\p{Z}\t]{2}|\p{M}{3}|["\s]\p{M}|[^\S\n ]/u);
        expectPlainMarkup(question);
      }
    });
  });
});

/** Checks that Markdown and HTML contain only text, except for the list of links. */
function expectPlainMarkup(question: string): void {
  const lines = question.split('\n').filter((line) => !line.startsWith('- '));
  const text = lines.join('\n');
  expect(parseFragment(text).childNodes.every(({ nodeName }) => nodeName === '#text')).toBe(true);
  const parsed = parseFragment(text).childNodes[0];
  expect(parsed && 'value' in parsed ? parsed.value : '').toBe(text);
  const unescaped = text.replace(/\\./gu, '\\');
  expect(unescaped).not.toMatch(/[*~`]|\]\(|\]\[|\]:|:\/\/|\bwww\.|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u);
}

describe('texts of users', () => {
  it.each([
    ['Vietnamese', 'Nguyễn Văn Đức'.normalize('NFD')],
    ['Hebrew', 'שָׁלוֹם'],
    ['Arabic', 'مُحَمَّد'],
    ['Hindi', 'हिन्दी'],
    ['Thai', 'น้ำใจ'],
    ['Korean', '주식회사 한국'],
    ['Russian', 'ООО «Йод и Ёж»'],
    ['French', 'Société «L’Écluse» n° 5'],
    ['pictures', '👩🏽‍💻 ❤️ 👨‍👩‍👧 1️⃣ 🇫🇷'],
    ['an e-mail address', 'anna_petrova@example.com'],
    ['sums', '5 < 6 & 7 > 3, R&D, #7, a-b, 100%'],
  ])('are unchanged in a question: %s [FLT-65]', async (_what, Text) => {
    expect(await build(notify, { id, Text }, 'en')).toContain(`Text: "${Text}"`);
  });

  it('are shown with their invisible characters marked [FLT-65]', async () => {
    const Text = 'a\u200bb\u202ec\r\nd  e\u0301\u0301\u0301 "f" C:\\g [h](i)';
    expect(await build(notify, { id, Text }, 'en')).toContain(
      String.raw`Text: "a⟨U+200B⟩b⟨U+202E⟩c⏎d⟨␣×2⟩é́⟨U+0301⟩ \”f\” C:\\g [h]\(i)"`.replace(
        'é́',
        'e\u0301\u0301',
      ),
    );
  });
});

describe('the list of links', () => {
  const listed = async (link: string) =>
    String(await build(notify, { id, Text: 'x' }, 'en', { links: [link] }))
      .split('\n')
      .at(-1);

  it.each(['https://a.example/b_c?d=1&e=2', 'https://www.a.example:8443/(b)#c'])(
    'shows a URL unchanged: %s',
    async (link) => {
      expect(await listed(link)).toBe(`- ${new URL(link).host} (${link})`);
    },
  );

  it.each([
    'https://a.example/*b*',
    'https://a.example/_b_',
    'https://a.example/](https://b.example)',
    'https://a.example/?b&copy;c',
    'https://a.example/~~b~~',
    'https://a.example/\u3000\u3000\u3000b',
  ])('shows one with markup or blanks in it as every other text: %s [FLT-65]', async (link) => {
    const line = (await listed(link)) ?? '';
    expect(line).toContain(String.raw`https:\//a.example/`);
    expectPlainMarkup(line.slice(2));
    expect(readBack(line)).toContain(asRead(link));
  });
});

describe('a withheld value', () => {
  it.each(languages)('stands in no question in %s [FLT-68]', async (language) => {
    const secret = 'hunter2-hunter2';
    const kept = { Password: secret, ApiToken: secret, Text: 'the-password-of-all' };
    const pair = [{ Name: 'Пароль', Value: secret }];
    for (const question of [
      await build(task, { id }, language, { target: [{ Days: 1, ...kept, Fields: pair }] }),
      await build(task, { id }, language, { target: { Name: 'x the-password-of-all', Stage: { ...kept } } }),
      await build(script, { ScriptId: id, Parameters: { ...kept, a: pair }, more: kept }, language),
    ])
      expect(question).not.toMatch(/hunter2|the-password-of-all/);
    expect(await build(script, { ScriptId: id, Parameters: kept }, language)).toContain('[withheld]');
  });
});
