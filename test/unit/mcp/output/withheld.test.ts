import { describe, expect, it } from 'vitest';
import { answerMessages } from '../../../../src/mcp/output/messages.ts';
import { createSanitizer } from '../../../../src/mcp/output/sanitize.ts';

const sanitizer = createSanitizer([]);

describe('a possible secret', () => {
  it.each([
    ['a text', '"hunter2 \\" }"'],
    ['a number', '-12.5e3'],
    ['an object', '{"a":["}",{"b":"]"}],"c":{}}'],
    ['a list', '["x","]",[1],{"y":"["}]'],
    ['an empty text', '""'],
  ])('is withheld when it is %s [FLT-84]', (_what, value) => {
    for (const name of [
      'password',
      'access_token',
      'ClientSecret',
      'PASSWORDS',
      'tokenValue',
      'Pwd',
      'Passwd',
      'ApiKey',
      'api-key',
      'Authorization',
      'Cookie',
      'ConnectionString',
      'PrivateKey',
      'SessionId',
      'Credentials',
      'PasswordOperation',
      'Пароль',
      'ТокенДоступа',
      'Секрет',
    ])
      expect(
        sanitizer.json(`{"a":1,"${name}" : ${value} ,"z":[{"${name}":${value}}]}`).text.replace(/ /g, ''),
      ).toBe(`{"a":1,"${name}":"[withheld]","z":[{"${name}":"[withheld]"}]}`);
  });

  it('is known by its name however that is written', () => {
    for (const name of [
      String.raw`\u0070assword`,
      'pass\u200bword',
      String.raw`to\u200Bken`,
      'pass&#8203;word',
    ])
      expect(sanitizer.json(`{"${name}":"x"}`).text).toMatch(/^\{"(password|token)":"\[withheld\]"\}$/);
  });

  it('is known by short words at the end of its name, and in all forms of letters', () => {
    for (const name of [
      'PassPhrase',
      'SMTP_PASS',
      'Pin',
      'UserPinCode',
      'db_pwd',
      'Pass2',
      'ｐａｓｓｗｏｒｄ',
      'ＰＩＮ',
      '𝐭𝐨𝐤𝐞𝐧',
      'db.pw',
      'SigningKey',
      'encryption_key',
      'JWT',
      'ПИН',
      'Пин-код',
      'Код доступа',
      'Кодовое слово',
    ])
      expect(sanitizer.json(`{"${name}":"x"}`).text).toBe(`{"${name}":"[withheld]"}`);
    const others = [
      'PassportNumber',
      'Compass',
      'IsPinned',
      'Shipping',
      'Spin',
      'PassNumber',
      'Ｎａｍｅ',
      'Optional',
      'Спина',
      'Кодекс доступа',
      'Код дела',
      'MonkeyKey',
    ];
    for (const name of others) expect(sanitizer.json(`{"${name}":"x"}`).text).toBe(`{"${name}":"x"}`);
  });

  it('is the value of a field with a telling name [FLT-84]', () => {
    for (const naming of ['Name', 'key', 'Tag', 'Title', 'label', 'DisplayName'])
      expect(
        sanitizer.json(
          `[{"${naming}":"Password","Type":"text","Value":"x"},{"${naming}":"Town","Value":"y"}]`,
        ).text,
      ).toBe(
        `[{"${naming}":"Password","Type":"text","Value":"[withheld]"},{"${naming}":"Town","Value":"y"}]`,
      );
  });

  it('is not a value that only mentions a secret [FLT-84]', () => {
    const told =
      '{"token_type":"bearer","PasswordExpiresAt":"2026-01-01","TokenLifetime":600,"HasPassword":true,"Secret":null,"Name":"password","TokenOperation":"POST /x","Secretary":"Ann","Секретарь":"Анна","Key":"a","Code":"token","Value2":1}';
    expect(sanitizer.json(told)).toEqual({ text: told, notes: [] });
  });

  const secret = 'pa"ss\\wörd/1';
  const known = createSanitizer([secret, 'short']);

  it('is blotted out by its value, in every way to write it', () => {
    const spellings = [
      JSON.stringify(`a ${secret} b`),
      String.raw`"a pa\"ss\\w\u00f6rd\/1 b"`,
      JSON.stringify(`a ${secret.slice(0, 4)}\u200b${secret.slice(4)} b`),
    ];
    for (const spelling of spellings) expect(known.json(`[${spelling}]`).text).toBe('["a [withheld] b"]');
    expect(known.json(JSON.stringify({ [secret]: 1 })).text).toBe('{"[withheld]":1}');
    expect(known.text(`x${secret}y`).text).toBe('x[withheld]y');
  });

  it('is not searched in texts where it would occur by chance', () => {
    expect(known.json('["in short"]').text).toBe('["in short"]');
    const id = '11111111-1111-4111-8111-111111111111';
    expect(createSanitizer(['111111']).json(`["${id}","1111111"]`).text).toBe(`["${id}","[withheld]1"]`);
  });

  it('is noted, as is cleaning, and nothing else', () => {
    expect(sanitizer.json('{"a":"x"}').notes).toEqual([]);
    expect(sanitizer.json('{"a":"\u0421"}').notes).toEqual([]);
    expect(sanitizer.json('{"a":"\u200b"}').notes).toEqual([answerMessages.cleaned]);
    expect(sanitizer.json('{"token":"\u200b"}').notes).toEqual([
      { en: expect.stringMatching(/^\[withheld\]/), ru: expect.stringContaining('[withheld]') },
    ]);
    expect(known.text(`\x07${secret}`).notes).toHaveLength(2);
  });
});
