/** Invisible and blank characters, at least one of each type. */
const unseen = [
  ...[' ', '\t', '\u00a0', '\u1680', '\u2002', '\u2003', '\u2009', '\u202f', '\u205f', '\u3000', '\u2800'],
  ...['\u115f', '\u1160', '\u3164', '\uffa0', '\u034f', '\u17b4', '\u17b5', '\u180b', '\u180e', '\u00ad'],
  ...[
    '\ufe00',
    '\ufe01',
    '\ufe0e',
    '\ufe0f',
    '\u{e0100}',
    '\u{e01ef}',
    '\u{e0041}',
    '\u{1d159}',
    '\u{1d173}',
  ],
  ...['\u200b', '\u200c', '\u200d', '\u2060', '\u2062', '\u206a', '\ufeff', '\ufff9', '\ufffc', '\u{1bca0}'],
  ...['\u061c', '\u200e', '\u200f', '\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067'],
  ...['\u2068', '\u2069', '\0', '\x1b', '\x7f', '\x9d', '\ue000', '\u{f0000}', '\ud800', '\udc00', '\u0378'],
];
const breaks = ['\n', '\r', '\r\n', '\v', '\f', '\x85', '\u2028', '\u2029'];
const marks = ['\u0301', '\u0489', '\u20dd', '\u0e49', '\u05b8', '\u0f74', '\u{1e944}'];
const markup = [
  ...[
    '[Agree](https://evil.example/a)',
    '![x](https://evil.example/a.png)',
    '[x]: https://evil.example',
    '[x][y]',
  ],
  ...[
    '**all is well**',
    '__all__',
    '*is*',
    '_well_',
    '~~no~~',
    '`code`',
    '```',
    '# Heading',
    '> quote',
    '- item',
  ],
  ...[
    '<b>',
    '</b>',
    '<a href="https://evil.example">',
    '<!-- x',
    '<img src=x>',
    '<https://evil.example>',
    '<?x',
  ],
  ...[
    'https://evil.example/a',
    'www.evil.example',
    'a&#x202e;b',
    'a&nbsp;b',
    'a&ZeroWidthSpace;b',
    '\\',
    '\\"',
    '"',
  ],
  ...['" (Archived)', '”', '“', '”) [Yes, do this]', '⏎', '␣', '⟨U+0041⟩', '| a | b |', '---', '==='],
];

/** Texts that imitate the output around them, by method. */
export const hostileTexts: Readonly<Record<string, readonly string[]>> = {
  'space out': unseen.flatMap((one) => [`a${one.repeat(400)}b`, `${one}a${one}`, `a${one} ${one} b`]),
  'begin lines': breaks.flatMap((one) => [`a${one}Links: none`, `a${one.repeat(50)}b`, `a${one} ${one}b`]),
  stack: marks.flatMap((one) => [`a${one.repeat(200)}b`, `${one}a`, ` ${one}`, `"${one}`]),
  style: markup.flatMap((one) => [one, `a ${one} b`, `\\${one}`, `${one}${one}`]),
};
