/** Valid and broken configuration files as they occur on users' machines. */
export interface Sample {
  readonly name: string;
  /** Id of the assistant. */
  readonly of: string;
  readonly text: string | Uint8Array;
  /** Reason why the file must not be changed. */
  readonly reason?: RegExp;
}

const other = '"files": {"command": "npx", "args": ["-y", "files"]}';
const json = (name: string, text: string | Uint8Array, reason?: RegExp): Sample => ({
  ...{ name, of: 'cursor', text },
  ...(reason && { reason }),
});
const jsonSamples: readonly Sample[] = [
  json('is empty', ''),
  json('is blank', ' \n\t\n'),
  json('is a mark and nothing else', '\uFEFF'),
  json('is an empty object', '{}'),
  json('is an empty object with a line in it', '{\n}\n'),
  json('is an empty object with a comment in it', '{\n  // nothing yet\n}\n'),
  json('is a comment', '// nothing yet\n'),
  json('has no servers', '{\n  "theme": "dark"\n}\n'),
  json('has an empty section', '{\n  "mcpServers": {}\n}\n'),
  json('has an empty section with a blank', '{ "mcpServers": { } }'),
  json('has another server', `{\n  "mcpServers": {\n    ${other}\n  }\n}\n`),
  json('has no line end at its end', `{\n  "mcpServers": {\n    ${other}\n  }\n}`),
  json('is one line', `{"mcpServers":{${other}},"theme":"dark"}`),
  json('is one line with commas at the ends', `{"mcpServers":{${other},},}`),
  json('has tabs', `{\n\t"mcpServers": {\n\t\t${other}\n\t}\n}\n`),
  json('has four blanks', `{\n    "mcpServers": {\n        ${other}\n    }\n}\n`),
  json('has lines as on Windows', `{\r\n  "mcpServers": {\r\n    ${other}\r\n  }\r\n}\r\n`),
  json('has lines of both kinds', `{\r\n  "mcpServers": {\n    ${other}\r\n  }\n}\r\n`),
  json('begins with a mark', `\uFEFF{\r\n  "mcpServers": {\r\n    ${other}\r\n  }\r\n}\r\n`),
  json('has a comment after the last server', `{\n  "mcpServers": {\n    ${other} // mine\n  }\n}\n`),
  json(
    'has a comment below the last server',
    `{\n  "mcpServers": {\n    ${other}\n    // "old": {}\n  }\n}\n`,
  ),
  json('has a comma after the last server', `{\n  "mcpServers": {\n    ${other},\n  },\n}\n`),
  json(
    'has a comma and a comment after it',
    `{\n  "mcpServers": {\n    ${other}, /* one */ // two\n  },\n}\n`,
  ),
  json('has the comma in a line of its own', `{\n  "mcpServers": {\n    ${other}\n    ,\n  }\n}\n`),
  json('ends an object in the line of its last value', `{\n  "mcpServers": {\n    ${other} } }\n`),
  json(
    'has comments everywhere',
    `/* a */ { // b\n  "mcpServers": /* c */ { // d\n    ${other} /* e */\n  } // f\n} // g\n`,
  ),
  json(
    'has words in Cyrillic and emoji',
    `{\n  "тема": "тёмная 🌒",\n  "mcpServers": {\n    "файлы": {"command": "C:\\\\Программы\\\\a.exe"}\n  }\n}\n`,
  ),
  json(
    'has escapes and numbers that programs write otherwise',
    `{\n  "a": "\\u0061\\/",\n  "n": 1.0e+2,\n  "big": 12345678901234567890,\n  "mcpServers": {}\n}\n`,
  ),
  json(
    'has names that are in every object',
    `{\n  "__proto__": {"a": 1},\n  "constructor": 2,\n  "mcpServers": {"toString": {"command": "x"}}\n}\n`,
  ),
  json('has the same key twice elsewhere', `{\n  "a": 1,\n  "a": 2,\n  "mcpServers": {}\n}\n`),
  json(
    'is large',
    `{\n  "mcpServers": {},\n  "history": ${JSON.stringify(
      Array.from({ length: 5000 }, (_, id) => ({ id, text: 'a // b' })),
      null,
      1,
    )}\n}\n`,
  ),
  json('lacks a bracket', '{\n  "mcpServers": {\n', /not valid JSON \(line \d+\)/),
  json('lacks a comma', '{\n  "a": 1\n  "mcpServers": {}\n}\n', /not valid JSON \(line 3\)/),
  json('has two values', '{}{}', /not valid JSON/),
  json('has single quotes', "{'mcpServers': {}}", /not valid JSON/),
  json('is a list', '[]', /is not an object/),
  json('is a word', '"mcpServers"', /is not an object/),
  json('has a section that is a list', '{"mcpServers": []}', /"mcpServers" in it is not an object/),
  json('has a section that is nothing', '{"mcpServers": null}', /"mcpServers" in it is not an object/),
  json('has its section twice', '{"mcpServers": {}, "mcpServers": {}}', /"mcpServers" more than once/),
  json(
    'has the server twice',
    '{"mcpServers": {"casebridge": {}, "casebridge": {}}}',
    /"casebridge" more than once/,
  ),
  json('is nested without end', `${'['.repeat(100_000)}`, /nested too deeply|not valid JSON/),
  json('is written in UTF-16', Buffer.from('\uFEFF{}', 'utf16le'), /UTF-8/),
  json('is written in windows-1251', Buffer.from([0x7b, 0x22, 0xf4, 0x22, 0x3a, 0x31, 0x7d]), /UTF-8/),
  {
    name: 'is Zed’s',
    of: 'zed',
    text: '// Zed settings\n{\n  "theme": "One Dark",\n  "vim_mode": true,\n}\n',
  },
  {
    name: 'is VS Code’s with inputs',
    of: 'vscode',
    text: '{\n\t"inputs": [\n\t\t{"type": "promptString", "id": "k"}\n\t],\n\t"servers": {}\n}',
  },
  {
    name: 'is OpenCode’s',
    of: 'opencode',
    text: '{\n  "$schema": "https://opencode.ai/config.json",\n  "mcp": {"a": {"type": "remote", "url": "https://a.example"}}\n}\n',
  },
  {
    name: 'is Claude Code’s of some years',
    of: 'claude-code',
    text: '{\n  "numStartups": 812,\n  "projects": {"/home/a": {"mcpServers": {"casebridge": {"command": "old"}}}},\n  "mcpServers": {}\n}',
  },
];

const toml = (name: string, text: string, reason?: RegExp): Sample => ({
  ...{ name, of: 'codex', text },
  ...(reason && { reason }),
});
const tomlSamples: readonly Sample[] = [
  toml('is empty', ''),
  toml('is a comment', '# nothing yet'),
  toml(
    'has settings and comments',
    '# mine\nmodel = "o"   # the best\n\n[tui]\nnotifications = true # loud\n',
  ),
  toml('has no line end at its end', 'model = "o"'),
  toml('has empty lines at its end', 'model = "o"\n\n\n'),
  toml('has lines as on Windows', '\uFEFFmodel = "o"\r\n\r\n[mcp_servers.a]\r\ncommand = "x"\r\n'),
  toml(
    'has another server with a table of its own',
    '[mcp_servers.a]\ncommand = "x"\n[mcp_servers.a.env]\nK = "v" # k\n# end\n',
  ),
  toml('has servers by dotted keys', 'mcp_servers.a.command = "x"\n'),
  toml('has a head of all servers', '[mcp_servers]\na = { command = "x" }\n'),
  toml(
    'has lists of tables, dates and texts of many lines',
    `at = 2026-01-02T03:04:05Z\ntext = """\n[mcp_servers.casebridge]\nno head\n"""\n[[profiles]]\nname = 'a'\n[[profiles]]\nname = 'b'\n`,
  ),
  toml('has keys in quotes and in Cyrillic', '[projects."/home/ю"]\ntrust_level = "trusted"\n'),
  toml('has all servers in one line', 'mcp_servers = { a = { command = "x" } }\n'),
  toml('lacks a quote', 'model = "o\n', /not valid TOML \(line 1\)/),
  toml('has a table twice', '[a]\n[a]\n', /not valid TOML/),
];

const goose = (name: string, text: string, reason?: RegExp): Sample => ({
  ...{ name, of: 'goose', text },
  ...(reason && { reason }),
});
const yamlSamples: readonly Sample[] = [
  goose('is empty', ''),
  goose('is a comment', '# nothing yet\n'),
  goose('has no extensions', 'GOOSE_MODEL: m # the best\n'),
  goose('has no line end at its end', 'GOOSE_MODEL: m'),
  goose(
    'has an extension and settings below it',
    '# mine\nextensions:\n  a:\n    type: builtin # in\n    args: [ "x",  \'y\' ]\n\n# below\nGOOSE_MODEL: m\n',
  ),
  goose('has extensions without blanks before them', 'extensions:\n a:\n  type: builtin\nGOOSE_MODEL: m\n'),
  goose('ends with a text of many lines', 'extensions:\n  a:\n    text: |\n      one\n      two\n\nz: 1\n'),
  goose('has a section with nothing in it', 'extensions: # none\nz: 1\n'),
  goose('has a section that is an empty map', 'z: 1\nextensions: {}\n'),
  goose('has a section in braces', 'extensions: {a: {type: builtin}} # one\nz: 1\n'),
  goose('begins with a line of dashes, as on Windows', '---\r\nextensions:\r\n  a:\r\n    type: builtin\r\n'),
  goose('has anchors', 'base: &b\n  type: builtin\nextensions:\n  a:\n    <<: *b\n    k: *b\n'),
  goose(
    'has words that are read in many ways',
    'no: yes\nver: 1.10\nzip: 0123\nextensions:\n  "a b": {type: builtin}\n',
  ),
  goose(
    'has extensions that stand elsewhere',
    'base: &b\n  a: {type: builtin}\nextensions: *b\n',
    /is elsewhere in the file/,
  ),
  goose('has extensions that are a list', 'extensions:\n  - a\n', /is not a map/),
  goose('is a list', '- a\n', /is not a map/),
  goose('has tabs', 'extensions:\n\ta: 1\n', /not valid YAML \(line 2\)/),
  goose('has two documents', 'a: 1\n---\nb: 2\n', /more than one document/),
  goose('has a key twice', 'a: 1\na: 2\n', /not valid YAML/),
  {
    name: 'has no servers',
    of: 'continue',
    text: 'name: Mine\nversion: 1.0.0\nschema: v1\nmodels:\n  - name: a\n    provider: ollama\n',
  },
  {
    name: 'has servers at the margin',
    of: 'continue',
    text: 'mcpServers:\n- name: a\n  command: x # y\nschema: v1\n',
  },
  {
    name: 'has servers further in',
    of: 'continue',
    text: 'name: Mine\nmcpServers:\n    - name: a\n      command: x\n      env:\n          K: v\n# end\n',
  },
  { name: 'has an empty list', of: 'continue', text: 'mcpServers: []\nname: Mine\n' },
  {
    name: 'has servers that are a map',
    of: 'continue',
    text: 'mcpServers:\n  a: {}\n',
    reason: /is not a list/,
  },
];

export const samples: readonly Sample[] = [...jsonSamples, ...tomlSamples, ...yamlSamples];
