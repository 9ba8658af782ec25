import { z } from 'zod';
import { valueFaults } from '../messages.ts';
import { address, oneOf, type Setting, switchedOn, whole, wrong } from '../setting.ts';

/** Who is let in over HTTP, and how people sign in. */
export const httpSignInSettings = {
  issuer: {
    schema: address,
    env: 'CASEBRIDGE_ISSUER',
    flag: 'issuer',
  },
  audience: {
    schema: z
      .string()
      .max(2000)
      .transform((value) => value.split(/[\s,]+/).filter((name) => name !== ''))
      .refine((names) => names.length > 0, wrong(valueFaults.audience)),
    env: 'CASEBRIDGE_AUDIENCE',
    flag: 'audience',
  },
  clockLeeway: {
    schema: whole(0, 600),
    env: 'CASEBRIDGE_CLOCK_LEEWAY',
    flag: 'clock-leeway',
    default: '30',
  },
  scopes: {
    schema: z.string().max(2000).transform(parseScopes),
    env: 'CASEBRIDGE_SCOPES',
    flag: 'scopes',
    default: 'openid profile email',
  },
  signInWith: {
    schema: oneOf(['none', 'service', 'oidc']),
    env: 'CASEBRIDGE_SIGN_IN',
    flag: 'sign-in',
    default: 'none',
  },
  oidcClientId: {
    schema: z.string().min(1).max(1000),
    env: 'CASEBRIDGE_OIDC_CLIENT_ID',
    flag: 'oidc-client-id',
  },
  oidcClientSecret: {
    schema: z.string().min(1).max(1000),
    env: 'CASEBRIDGE_OIDC_CLIENT_SECRET',
    secret: true,
  },
  signInClients: {
    schema: z.string().max(8000).transform(parseClients),
    env: 'CASEBRIDGE_SIGN_IN_CLIENTS',
    flag: 'sign-in-clients',
    default: 'claude.ai claude.com chatgpt.com vscode.dev',
  },
  signInRegistration: {
    schema: switchedOn,
    env: 'CASEBRIDGE_SIGN_IN_REGISTRATION',
    flag: 'sign-in-registration',
    default: 'false',
  },
} as const satisfies Record<string, Setting>;

/** Assistants that may sign people in on the page. */
export interface SignInClients {
  /** Hosts, with the port where it is not that of https. */
  readonly documentHosts: readonly string[];
  /** Redirect addresses by client id. */
  readonly typedIn: ReadonlyMap<string, readonly string[]>;
}

function parseClients(value: string, context: z.RefinementCtx): SignInClients {
  const words = value.split(/[\s,]+/).filter((word) => word !== '' && word !== 'none');
  const typedIn = new Map<string, string[]>();
  const documentHosts: string[] = [];
  for (const word of words) {
    const at = word.indexOf('=');
    const [id, address] = [word.slice(0, Math.max(at, 0)), word.slice(at + 1)];
    if (at > 0 && URL.canParse(address)) typedIn.set(id, [...(typedIn.get(id) ?? []), address]);
    else if (at === -1 && /^[\w.-]+(:\d{1,5})?$/.test(word)) documentHosts.push(word.toLowerCase());
    else
      context.addIssue({
        code: 'custom',
        message: wrong(valueFaults.client, { word: JSON.stringify(word) }),
      });
  }
  return { documentHosts, typedIn };
}

/** Of the characters that RFC 6749, 3.3 allows; assistants ask for a refresh token by themselves where they want one. */
function parseScopes(value: string, context: z.RefinementCtx): readonly string[] {
  const scopes = value === 'none' ? [] : value.split(/[\s,]+/).filter((scope) => scope !== '');
  const odd = scopes.find((scope) => !/^[!#-[\]-~]+$/.test(scope));
  if (odd !== undefined)
    context.addIssue({ code: 'custom', message: wrong(valueFaults.scope, { word: JSON.stringify(odd) }) });
  return scopes;
}
