import type { Language, Worded } from '../../contract/language.ts';
import { joined, said, worded } from '../../contract/worded.ts';
import { firstQuestions } from '../messages.ts';
import { httpMessages } from './messages.ts';

export interface Connection {
  readonly url: string;
  /**
   * Identity of callers: always one user, users of the sign-in page, users of the issuer, or owners of a service token.
   */
  readonly callers: 'one user' | 'page' | 'single sign-on' | 'token';
  readonly sandbox: SandboxAccess | undefined;
  /** Command with which assistants would start this server. */
  readonly program: { readonly node: string; readonly script: string };
  /** Assistants on this machine that could start the server. */
  readonly found: readonly { readonly id: string; readonly title: string }[];
}

export interface SandboxAccess {
  readonly url: string;
  readonly user: { readonly login: string; readonly password: string };
}

const name = 'casebridge';
/** Variable from which assistants read the user's token. */
export const tokenVariable = 'CASEBRIDGE_TOKEN';
const tokenInput = { type: 'promptString', id: 'token', description: 'Your token', password: true };

/**
 * Returns the instructions for a new user: configurations for assistants, the source of a token, and a first question
 * to an assistant.
 */
export function howToConnect(connection: Connection, language: Language): string {
  const { sandbox, found } = connection;
  const configurations = [...overHttp(connection), ...overStdio(connection, language)].map(
    ({ where, content }) => `${where}\n${JSON.stringify(content, null, 2)}`,
  );
  // For the sample data, ask about a case, because the data contains more about cases than about calendars.
  const question = firstQuestions[sandbox ? 'sample' : 'own'];
  return [
    ...oneStep(connection, language),
    httpMessages[found.length === 0 ? 'paste' : 'orPaste'][language],
    ...configurations,
    ...tokenHint(connection).map((hint) => hint[language]),
    said(language, httpMessages.thenAsk, { question }),
  ].join('\n\n');
}

/** Returns the command that connects the found assistants. */
function oneStep({ found, program: { node, script } }: Connection, language: Language): string[] {
  if (found.length === 0) return [];
  const lines = found.map(({ id, title }) => `  ${title}: "${node}" "${script}" init ${id} --sandbox`);
  return [[httpMessages.oneStep[language], ...lines].join('\n')];
}

interface Configuration {
  readonly where: string;
  readonly content: object;
}

/**
 * Returns the configurations for HTTP. Each program has its own syntax for variables. Without a token, two programs use
 * the same configuration.
 */
export function overHttp({ url, callers }: Pick<Connection, 'url' | 'callers'>): Configuration[] {
  const servers = (token?: string) => ({
    [name]: { type: 'http', url, ...(token && { headers: { Authorization: `Bearer ${token}` } }) },
  });
  if (callers !== 'token')
    return [
      {
        where: 'Claude Code (.mcp.json), Cursor (.cursor/mcp.json):',
        content: { mcpServers: servers() },
      },
      { where: 'VS Code (.vscode/mcp.json):', content: { servers: servers() } },
    ];
  return [
    { where: 'Claude Code (.mcp.json):', content: { mcpServers: servers(`\${${tokenVariable}}`) } },
    { where: 'Cursor (.cursor/mcp.json):', content: { mcpServers: servers(`\${env:${tokenVariable}}`) } },
    {
      where: 'VS Code (.vscode/mcp.json):',
      content: { inputs: [tokenInput], servers: servers(`\${input:${tokenInput.id}}`) },
    },
  ];
}

/** Returns the configurations for stdio. In Claude Desktop, https addresses are entered in the settings instead. */
function overStdio(
  { sandbox, callers, program: { node, script } }: Connection,
  language: Language,
): Configuration[] {
  if (!sandbox || callers !== 'one user') return [];
  const entry = { command: node, args: [script, '--sandbox'] };
  return [
    {
      where: httpMessages.desktop[language],
      content: { mcpServers: { [name]: entry } },
    },
  ];
}

function tokenHint({ callers, sandbox }: Connection): Worded[] {
  if (callers === 'one user') return [];
  if (callers === 'single sign-on') return [httpMessages.atIssuer];
  if (callers === 'page') {
    const as = sandbox ? worded(httpMessages.hereAs, sandbox.user) : '';
    return [worded(httpMessages.onPage, { as })];
  }
  if (!sandbox) return [worded(httpMessages.ownToken, { variable: tokenVariable })];
  const { login, password } = sandbox.user;
  const body = JSON.stringify({ grant_type: 'password', username: login, password });
  const pick = 'JSON.parse(require("fs").readFileSync(0)).access_token';
  const heading = worded(httpMessages.sampleToken, { login });
  return [
    joined(
      [
        heading,
        `export ${tokenVariable}=$(curl -s ${sandbox.url}/api/v2/auth/token -H 'content-type: application/json' -d '${body}' | node -p '${pick}')`,
      ],
      '\n',
    ),
  ];
}
