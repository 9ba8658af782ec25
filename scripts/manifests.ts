import { readFileSync } from 'node:fs';
import type { Setting } from '../src/config/setting.ts';
import { settings } from '../src/config/settings.ts';

/** Metadata for registries and installers, from package.json and the settings. */

const { version, description, license, author, keywords, engines, mcpName } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);
const name = 'casebridge';

/** Fields of the installation form. Each text is in both languages, because the form has only one language version. */
const form: readonly {
  readonly setting: Setting;
  readonly key: string;
  readonly type: 'string' | 'boolean' | 'directory';
  readonly title: string;
  readonly about: string;
}[] = [
  {
    setting: settings.service.url,
    key: 'url',
    type: 'string',
    title: 'Address of the service · Адрес сервиса',
    about:
      'Such as https://cases.example.com. Leave everything empty to try it with sample data. · Например, https://cases.example.com. Чтобы попробовать на учебных данных, оставьте все поля пустыми.',
  },
  {
    setting: settings.signIn.login,
    key: 'login',
    type: 'string',
    title: 'Login · Логин',
    about: 'Your login in the service. · Ваш логин в сервисе.',
  },
  {
    setting: settings.signIn.password,
    key: 'password',
    type: 'string',
    title: 'Password · Пароль',
    about: 'Is kept by the assistant’s own store of secrets. · Хранится в защищённом хранилище ассистента.',
  },
  {
    setting: settings.tools.readOnly,
    key: 'read_only',
    type: 'boolean',
    title: 'Only read · Только чтение',
    about: 'Nothing is created, changed or deleted. · Ничего не создаётся, не меняется и не удаляется.',
  },
  {
    setting: settings.files.exchangeDir,
    key: 'files',
    type: 'directory',
    title: 'Folder for files · Папка для файлов',
    about:
      'Files in it may be filed, and larger ones are saved there. · Файлы из неё можно прикладывать, а большие сохраняются в неё.',
  },
];

/** Placeholders that the installer replaces with values from the form. An empty value counts as not set. */
const formVariables = {
  ...Object.fromEntries(form.map(({ setting, key }) => [setting.env, `\${user_config.${key}}`])),
  [settings.service.sandbox.env]: 'if-empty',
};

const formFields = Object.fromEntries(
  form.map(({ setting, key, type, title, about }) => [
    key,
    {
      type,
      title,
      description: about,
      required: false,
      ...(setting.secret ? { sensitive: true } : {}),
      ...(type === 'boolean' ? { default: false } : {}),
    },
  ]),
);

/** Manifest of the bundle for Claude Desktop. */
export const bundleManifest = {
  manifest_version: '0.3',
  name,
  display_name: 'casebridge',
  version,
  description,
  author: { name: author },
  license,
  keywords,
  server: {
    type: 'node',
    entry_point: 'dist/src/main.js',
    mcp_config: {
      command: 'node',
      args: [`\${__dirname}/dist/src/main.js`],
      env: formVariables,
    },
  },
  tools_generated: true,
  prompts_generated: true,
  compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: engines.node } },
  user_config: formFields,
};

/**
 * Command that starts the installed program. It is not `npx`, which would not find an installation with `--prefix` and
 * would ask the registry for this name.
 */
const installed = { command: name };
const tried = { ...installed, env: { [settings.service.sandbox.env]: 'true' } };

const plugin = { name, version, description, author: { name: author }, license, keywords };

/** Files for the registry of servers and for plugins of assistants, by path. */
export const manifests: Readonly<Record<string, object>> = {
  'examples/server.json': {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    title: name,
    description,
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        transport: { type: 'stdio' },
        environmentVariables: [
          ...form.map(({ setting }) => setting),
          settings.service.sandbox as Setting,
        ].map((setting) => ({
          name: setting.env,
          description: setting.en,
          isRequired: false,
          isSecret: setting.secret === true,
        })),
      },
    ],
  },
  'examples/plugin/.claude-plugin/plugin.json': { ...plugin, userConfig: formFields },
  'examples/plugin/.codex-plugin/plugin.json': { ...plugin, mcpServers: './.mcp.json' },
  'examples/plugin/.mcp.json': { mcpServers: { [name]: { ...installed, env: formVariables } } },
};

/** Returns links that add casebridge with its sample data to an editor. They require an installed casebridge. */
export function installLinks(): string {
  const code = encodeURIComponent(JSON.stringify({ type: 'stdio', ...tried }));
  const cursor = encodeURIComponent(Buffer.from(JSON.stringify(tried)).toString('base64'));
  return [
    `- VS Code: [add casebridge](https://insiders.vscode.dev/redirect/mcp/install?name=${name}&config=${code})`,
    `- Cursor: [add casebridge](https://cursor.com/en/install-mcp?name=${name}&config=${cursor})`,
  ].join('\n');
}
