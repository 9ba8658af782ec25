/** Who connects to a server, and to which service. */
export interface Connection {
  /** Where clients connect. */
  readonly url: string;
  /** Everybody as one user, whoever signs in on the page or at the issuer, or whoever brings a token of the service. */
  readonly callers: 'one user' | 'page' | 'single sign-on' | 'token';
  /** The embedded service, with the user whom newcomers act as. */
  readonly sandbox: SandboxAccess | undefined;
  /** How assistants that start their servers would start this one. */
  readonly program: { readonly node: string; readonly script: string };
  /** Assistants that are on this machine, and could start it. */
  readonly found: readonly { readonly id: string; readonly title: string }[];
}

export interface SandboxAccess {
  readonly url: string;
  readonly user: { readonly login: string; readonly password: string };
}

const name = 'casebridge';
/** Where assistants have their user's token. */
export const tokenVariable = 'CASEBRIDGE_TOKEN';
const tokenInput = { type: 'promptString', id: 'token', description: 'Your token', password: true };

/** What to paste where, where a token comes from, and what to ask first: for a newcomer at the terminal. */
export function howToConnect(connection: Connection): string {
  const { sandbox, found } = connection;
  const configurations = [...overHttp(connection), ...overStdio(connection)].map(
    ({ where, content }) => `${where}\n${JSON.stringify(content, null, 2)}`,
  );
  // The sample data has more to say about a case than about a calendar.
  const question = sandbox
    ? 'What is due on the Smith case this week, and who is responsible?'
    : 'Which of my tasks are due this week?';
  return [
    ...oneStep(connection),
    found.length === 0
      ? 'Paste one of these into the configuration of an assistant.'
      : 'Or paste one of these into the configuration of an assistant.',
    ...configurations,
    ...tokenHint(connection),
    `Then ask: ${question}`,
  ].join('\n\n');
}

/** For those that need nothing to be pasted. */
function oneStep({ found, program: { node, script } }: Connection): string[] {
  if (found.length === 0) return [];
  const lines = found.map(({ id, title }) => `  ${title}: "${node}" "${script}" init ${id} --sandbox`);
  return [
    [
      'These are on this machine, and one command connects each to a server of its own with this data:',
      ...lines,
    ].join('\n'),
  ];
}

interface Configuration {
  readonly where: string;
  readonly content: object;
}

/** Each program names a variable in its own way; without a token two of them read the same. */
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

/** Claude Desktop starts its servers itself; https addresses are entered in its settings. */
function overStdio({ sandbox, callers, program: { node, script } }: Connection): Configuration[] {
  if (!sandbox || callers !== 'one user') return [];
  const entry = { command: node, args: [script, '--sandbox'] };
  return [
    {
      where: 'Claude Desktop (claude_desktop_config.json) takes no address and starts a server of its own:',
      content: { mcpServers: { [name]: entry } },
    },
  ];
}

function tokenHint({ callers, sandbox }: Connection): string[] {
  if (callers === 'one user') return [];
  if (callers === 'single sign-on') return ['The assistant lets its user sign in at the issuer.'];
  if (callers === 'page') {
    const as = sandbox ? `, here as ${sandbox.user.login} with the password ${sandbox.user.password}` : '';
    return [`The assistant lets its user sign in on a page of this server${as}.`];
  }
  if (!sandbox)
    return [
      `${tokenVariable} is each user’s own token: a short-lived one, as the service issues it for MCP servers (POST /api/v2/auth/short-lived-token). It lasts ten minutes, or as long as its "lifetime" says: 3600 seconds at most unless the service allows more. Another one then takes its place; where that is too often, use --issuer (single sign-on).`,
    ];
  const { login, password } = sandbox.user;
  const body = JSON.stringify({ grant_type: 'password', username: login, password });
  const pick = 'JSON.parse(require("fs").readFileSync(0)).access_token';
  return [
    `A token of the sample user ${login}, good for an hour, in the shell from which the assistant is started:\nexport ${tokenVariable}=$(curl -s ${sandbox.url}/api/v2/auth/token -H 'content-type: application/json' -d '${body}' | node -p '${pick}')`,
  ];
}
