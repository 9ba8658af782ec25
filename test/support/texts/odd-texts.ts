/** A text that an attacker could send to make the server hang. */
export interface OddText {
  readonly name: string;
  /** @param length approximate number of characters */
  readonly make: (length: number) => string;
}

/** Characters and sequences that some parser or filter treats specially. */
const pieces = [
  ...[
    '\0',
    '\x07',
    '\x1b',
    '\x1b[',
    '\x1b[0',
    '\x1b]',
    '\x1b]8;;',
    '\x1b\\',
    '\x7f',
    '\x85',
    '\x9b',
    '\x9b0',
    '\x9b ',
  ],
  ...[
    '\x9c',
    '\x9d',
    '\x9d\x9b',
    '\x9da\x1b',
    '\u200b',
    '\u200c',
    '\u200d',
    '\u202e',
    '\u2028',
    '\ufeff',
    '\u00ad',
  ],
  ...[
    '\ufe0f',
    '\ufe0e',
    '\ufe01',
    '❤\ufe0f',
    '👨\u200d',
    '1\ufe0f\u20e3',
    '葛\u{e0100}',
    '\u{e0041}',
    '\u{e01ef}',
  ],
  ...['\ud800', '\udc00', '\udb40', '😀', 'a\u0301', '\u0301', '\u0344', '\ufdfa', 'ё', 'É', 'İ', 'ﬃ', 'aа'],
  ...[
    '&',
    '&#',
    '&#1',
    '&#x',
    '&#8203;',
    '&#82\u200b03;',
    '&shy',
    '&shy;',
    '&it',
    '&lt;',
    '&amp;',
    '&amp;lt;',
  ],
  ...['<', '<a', '<a>', '</a>', '<b><i>', '<script', '<script>', '</script', '<!--', '<?', '<a href="', '>'],
  ...[
    '"',
    '""',
    "'",
    '\\',
    '\\"',
    '\\\\',
    '\\u',
    '`',
    '[',
    ']',
    '[]',
    '{',
    '}',
    '{}',
    '[{',
    '{"',
    '{"a":',
    '"a":',
  ],
  ...[
    ',',
    ':',
    ';',
    '=',
    '%',
    '%2',
    '%2f',
    '%25',
    '+',
    '-',
    '--',
    '_',
    '.',
    '..',
    '/',
    '//',
    '/.',
    '\\.',
    '~',
    '|',
  ],
  ...[' ', '  ', '\t', '\n', '\r\n', '\u00a0', '\u3000', '\u2800', '\u3164', '. ', ' .', '- ', ', ', '/ '],
  ...[
    'http://',
    'https://a',
    'a://',
    'javascript:',
    'href=',
    'href = ',
    'src="',
    'www.',
    '@',
    'a@',
    '@a',
    'a.b',
    '?a=',
  ],
  ...[
    'a',
    'A',
    'aA',
    'a ',
    'a b ',
    'ab',
    '0',
    '0a',
    '1 ',
    '12345 ',
    '2024',
    '№ 1',
    'ООО ',
    'общество с ',
    'case ',
    'x-',
  ],
  ...[
    'token',
    'password',
    'filename=',
    "filename*=UTF-8''%",
    'charset=',
    'application/',
    'text/html',
    'Bearer ',
    '0123abcd-',
  ],
];

const repeat = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length));
const closing: Readonly<Record<string, string>> = {
  '[': ']',
  '{"a":': '}',
  '<b>': '</b>',
  '"': '"',
  '(': ')',
  '\x1b]': '\x07',
};

/** Texts that repeat each piece: alone, between a valid beginning and an invalid end, or nested. */
export const oddTexts: readonly OddText[] = [
  ...pieces.flatMap((piece): OddText[] => [
    { name: JSON.stringify(piece), make: (length) => repeat(piece, length) },
    { name: `a ${JSON.stringify(piece)} !`, make: (length) => `https://a${repeat(piece, length)}!\n` },
  ]),
  ...Object.entries(closing).map(
    ([open, close]): OddText => ({
      name: `${open} within ${open}`,
      make: (length) => repeat(open, length / 2) + close.repeat(Math.ceil(length / 2 / open.length)),
    }),
  ),
];

export const filled = (length: number, each: (index: number) => string): string[] => {
  const parts: string[] = [];
  for (let size = 0; size < length; size += (parts.at(-1) ?? '').length + 1) parts.push(each(parts.length));
  return parts;
};
const nested = (depth: number, within: string) => '['.repeat(depth) + within + ']'.repeat(depth);
const jsonPieces = ['a', 'a ', '\u200b', '\x9d', '&shy;', '"', '\\', '\ud800', '/', '<', 'ё', 'token', '😀'];

/** JSON with each piece, in one or many strings, and JSON with very many values of each type. */
export const oddJson: readonly OddText[] = [
  ...jsonPieces.flatMap((piece): OddText[] => {
    const text = JSON.stringify(piece).slice(1, -1);
    const name = JSON.stringify(piece);
    return [
      { name: `a text of ${name}`, make: (length) => `{"Id":"1","Name":"${repeat(text, length)}"}` },
      {
        name: `texts of ${name}`,
        make: (length) => `{"Items":[${filled(length, () => `"${text}"`).join(',')}]}`,
      },
      {
        name: `names of ${name}`,
        make: (length) => `{${filled(length, (index) => `"${text}${index}":1`).join(',')}}`,
      },
    ];
  }),
  ...Object.entries({
    numbers: () => '1',
    'empty lists': () => '[]',
    'empty objects': () => '{}',
    'null fields': (index: number) => `{"a":null,"Id":"${index}"}`,
    records: (index: number) => `{"Id":"${index}","Name":"n${index}","a":{"Id":"1","Name":"b","c":[1]}}`,
    'records of one name': (index: number) =>
      `{"Id":"${index}","Name":"n","a":{"Id":"${index}","Name":"n","b":2}}`,
    'empty in empty': () => '{"a":{"a":{"a":{"a":{"a":{}}}}}}',
    depths: () => nested(150, '1'),
    secrets: (index: number) => `{"Password${index}":{"a":[1]}}`,
  }).map(([name, each]): OddText => ({ name, make: (length) => `[${filled(length, each).join(',')}]` })),
  { name: 'empty fields', make: (length) => `{${filled(length, (index) => `"f${index}":""`).join(',')}}` },
  { name: 'space', make: (length) => `[${repeat(' \n\t', length)}1]` },
  { name: 'a number', make: (length) => `[${repeat('1', length)}]` },
];
