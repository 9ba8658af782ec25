import { createInterface } from 'node:readline';

/**
 * Client that uses an installed version of the official SDK 1.x. It writes the URLs that its user must visit
 * to stdout, reads the redirect URLs from stdin, and prints its results at the end.
 */

const [, , installed, url, tool, argumentsOfTool, forgets] = process.argv;
const { Client } = await import(`${installed}/client/index.js`);
const { StreamableHTTPClientTransport } = await import(`${installed}/client/streamableHttp.js`);
const kept = {};
const answers = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

const provider = {
  redirectUrl: 'http://127.0.0.1:9/back',
  clientMetadata: {
    client_name: 'Client on the SDK',
    redirect_uris: ['http://127.0.0.1:9/back'],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    scope: 'cases:read cases:write',
  },
  clientInformation: () => kept.client,
  saveClientInformation: (client) => {
    kept.client = client;
  },
  tokens: () => kept.tokens,
  saveTokens: (tokens) => {
    kept.tokens = tokens;
  },
  redirectToAuthorization: (address) => {
    kept.asked = address;
  },
  saveCodeVerifier: (verifier) => {
    kept.verifier = verifier;
  },
  codeVerifier: () => kept.verifier,
  // Optional. A client without this function keeps refused tokens.
  ...(forgets === 'true' && {
    invalidateCredentials: (what) => {
      if (what === 'all' || what === 'tokens') kept.tokens = undefined;
      if (what === 'all' || what === 'client') kept.client = undefined;
    },
  }),
};

async function attempt(run) {
  for (let visits = 0; visits < 3; visits += 1) {
    const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: provider });
    const client = new Client({ name: 'bench', version: '1' });
    kept.asked = undefined;
    try {
      await client.connect(transport);
      return await run(client);
    } catch (error) {
      if (kept.asked === undefined) return `error: ${error.message}`;
      say({ visit: kept.asked });
      const { value: back } = await answers.next();
      await transport.finishAuth(new URL(back).searchParams.get('code'));
    } finally {
      await client.close();
    }
  }
  return 'error: its person was asked three times';
}

const call = (name, args) => (client) =>
  client.callTool({ name, arguments: args }).then(({ content }) => content[0]?.text ?? '');
await attempt(call('who_am_i', {}));
say({ scope: kept.tokens?.scope });
say({ answer: await attempt(call(tool, JSON.parse(argumentsOfTool))), scope: kept.tokens?.scope });
process.exit(0);
