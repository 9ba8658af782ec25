import { type Assistant, type Launch, type Reached, serverName } from './assistant.ts';

const plain = ({ command, args, env }: Launch) => ({ command, args, env });
const typed = (launch: Launch) => ({ type: 'stdio', ...plain(launch) });
const headersOf = (token: string | undefined) =>
  token !== undefined && { headers: { Authorization: `Bearer ${token}` } };
const byAddress =
  (key: string, more: object = {}) =>
  ({ url, token }: Reached) => ({ ...more, [key]: url, ...headersOf(token) });
const byUrl = byAddress('url');
const byHttp = byAddress('url', { type: 'http' });
const inBraces = (name: string) => `\${${name}}`;
const inBracesOfEnv = (name: string) => `\${env:${name}}`;
const json = { format: 'json', section: 'mcpServers', entry: plain } as const;

/** Returns the paths of an editor extension, which are in the settings folder of each editor. */
const inEditors = (path: string) =>
  ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf'].map(
    (editor) => `{config}/${editor}/User/globalStorage/${path}`,
  );

/** All supported assistants. To support another one, add a row. */
export const assistants: readonly Assistant[] = [
  {
    ...json,
    id: 'claude-desktop',
    title: 'Claude Desktop',
    files: [
      // The version from the Microsoft Store uses this folder instead of the usual one.
      '{LOCALAPPDATA}/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude/claude_desktop_config.json',
      '{config}/Claude/claude_desktop_config.json',
    ],
  },
  {
    ...json,
    id: 'claude-code',
    title: 'Claude Code',
    remote: byHttp,
    variable: inBraces,
    signIn: '/mcp, casebridge, Authenticate',
    files: ['{CLAUDE_CONFIG_DIR}/.claude.json', '~/.claude.json'],
    signs: ['~/.claude', '~/.claude.json', '{CLAUDE_CONFIG_DIR}'],
    entry: typed,
    own: {
      program: 'claude',
      add: (name, entry) => ['mcp', 'add-json', '--scope', 'user', name, JSON.stringify(entry)],
      remove: (name) => ['mcp', 'remove', '--scope', 'user', name],
    },
  },
  {
    ...json,
    id: 'cursor',
    title: 'Cursor',
    files: ['~/.cursor/mcp.json'],
    remote: byUrl,
    variable: inBracesOfEnv,
  },
  // The command of VS Code is not used, because `code --add-mcp` opens a window and no command removes a server.
  {
    id: 'vscode',
    title: 'VS Code',
    remote: byHttp,
    variable: inBracesOfEnv,
    files: ['{config}/Code/User/mcp.json'],
    format: 'json',
    section: 'servers',
    entry: typed,
  },
  {
    id: 'vscode-insiders',
    title: 'VS Code Insiders',
    remote: byHttp,
    variable: inBracesOfEnv,
    files: ['{config}/Code - Insiders/User/mcp.json'],
    format: 'json',
    section: 'servers',
    entry: typed,
  },
  {
    id: 'codex',
    title: 'Codex',
    remote: ({ url, token }) => ({ url, ...(token !== undefined && { bearer_token_env_var: token }) }),
    variable: (name) => name,
    signIn: `codex mcp login ${serverName}`,
    files: ['{CODEX_HOME}/config.toml', '~/.codex/config.toml'],
    format: 'toml',
    section: 'mcp_servers',
    entry: plain,
    own: {
      program: 'codex',
      add: (name, entry) => {
        // Do not use the command for an entry with a URL, because it would start to sign in and wait for a browser.
        if ('url' in entry) return undefined;
        const { command, args, env } = entry as unknown as Launch;
        const variables = Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
        return ['mcp', 'add', name, ...variables, '--', command, ...args];
      },
      remove: (name) => ['mcp', 'remove', name],
    },
  },
  {
    ...json,
    id: 'windsurf',
    title: 'Windsurf',
    files: ['~/.codeium/windsurf/mcp_config.json'],
    remote: byAddress('serverUrl'),
    variable: inBracesOfEnv,
  },
  {
    id: 'zed',
    title: 'Zed',
    remote: byUrl,
    files: {
      win32: ['{APPDATA}/Zed/settings.json'],
      darwin: ['~/.config/zed/settings.json'],
      linux: ['{xdg}/zed/settings.json'],
    },
    format: 'json',
    section: 'context_servers',
    entry: (launch) => ({ source: 'custom', ...plain(launch) }),
  },
  {
    ...json,
    id: 'copilot',
    title: 'Copilot CLI',
    remote: byAddress('url', { type: 'http', tools: ['*'] }),
    files: ['{COPILOT_HOME}/mcp-config.json', '~/.copilot/mcp-config.json'],
    entry: (launch) => ({ type: 'local', ...plain(launch), tools: ['*'] }),
  },
  {
    ...json,
    id: 'cline',
    title: 'Cline',
    remote: byAddress('url', { type: 'streamableHttp' }),
    files: inEditors('saoudrizwan.claude-dev/settings/cline_mcp_settings.json'),
  },
  {
    ...json,
    id: 'cline-cli',
    title: 'Cline CLI',
    remote: byAddress('url', { type: 'streamableHttp' }),
    files: [
      '{CLINE_DIR}/data/settings/cline_mcp_settings.json',
      '~/.cline/data/settings/cline_mcp_settings.json',
    ],
  },
  {
    ...json,
    id: 'roo-code',
    title: 'Roo Code',
    remote: byAddress('url', { type: 'streamable-http' }),
    variable: inBracesOfEnv,
    files: inEditors('rooveterinaryinc.roo-cline/settings/mcp_settings.json'),
  },
  {
    id: 'continue',
    title: 'Continue',
    remote: ({ url }, name) => ({ name, type: 'streamable-http', url }),
    files: ['{CONTINUE_GLOBAL_DIR}/config.yaml', '~/.continue/config.yaml'],
    format: 'yaml',
    section: 'mcpServers',
    isList: true,
    initial: 'name: Local Assistant\nversion: 1.0.0\nschema: v1\n',
    entry: (launch, name) => ({ name, ...plain(launch) }),
  },
  {
    id: 'goose',
    title: 'Goose',
    remote: ({ url }, name) => ({ name, type: 'streamable_http', enabled: true, uri: url, timeout: 300 }),
    files: {
      win32: ['{APPDATA}/Block/goose/config/config.yaml'],
      darwin: ['~/.config/goose/config.yaml'],
      linux: ['{xdg}/goose/config.yaml'],
    },
    format: 'yaml',
    section: 'extensions',
    entry: ({ command, args, env }, name) => ({
      ...{ name, type: 'stdio', enabled: true, cmd: command, args, envs: env, timeout: 300 },
    }),
  },
  {
    id: 'opencode',
    title: 'OpenCode',
    remote: byAddress('url', { type: 'remote', enabled: true }),
    variable: (name) => `{env:${name}}`,
    signIn: `opencode mcp auth ${serverName}`,
    files: ['{xdg}/opencode/opencode.jsonc', '{xdg}/opencode/opencode.json'],
    format: 'json',
    section: 'mcp',
    entry: ({ command, args, env }) => ({
      ...{ type: 'local', command: [command, ...args], environment: env, enabled: true },
    }),
  },
  {
    ...json,
    id: 'gemini',
    title: 'Gemini CLI',
    files: ['~/.gemini/settings.json'],
    remote: byAddress('httpUrl'),
    variable: inBraces,
    signIn: `/mcp auth ${serverName}`,
  },
  {
    ...json,
    id: 'antigravity',
    title: 'Antigravity',
    files: ['~/.gemini/config/mcp_config.json'],
    remote: byAddress('serverUrl'),
  },
  {
    ...json,
    id: 'qwen',
    title: 'Qwen Code',
    files: ['~/.qwen/settings.json'],
    remote: byAddress('httpUrl'),
    variable: inBraces,
    signIn: `/mcp auth ${serverName}`,
  },
  { ...json, id: 'lm-studio', title: 'LM Studio', files: ['~/.lmstudio/mcp.json'], remote: byUrl },
  {
    ...json,
    id: 'kiro',
    title: 'Kiro',
    files: ['~/.kiro/settings/mcp.json'],
    remote: byUrl,
    variable: inBraces,
  },
  { ...json, id: 'junie', title: 'Junie', files: ['~/.junie/mcp/mcp.json'] },
  {
    id: 'crush',
    title: 'Crush',
    remote: byHttp,
    variable: (name) => `$${name}`,
    files: ['{xdg}/crush/crush.json'],
    format: 'json',
    section: 'mcp',
    entry: typed,
  },
];
