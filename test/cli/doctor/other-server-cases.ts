import { startIssuer } from '../../support/servers/issuer.ts';
import type { Case } from './doctor-cases.ts';

/** Possible problems of servers other than the service: casebridge's own, issuers, hosts of assistants. */

interface Here {
  /** Returns the URL of the service. */
  readonly service: () => string;
  /** Returns a port without a listener. */
  readonly unused: () => number;
  /** Functions that are called after all tests. */
  readonly ends: (() => Promise<unknown>)[];
}

export const otherServerCases = ({ service, unused, ends }: Here): readonly Case[] => [
  {
    what: 'an address that leads to another server',
    env: () => ({ CASEBRIDGE_PUBLIC_URL: `${service()}/mcp` }),
    finds: ['address', 'failed', /CASEBRIDGE_PUBLIC_URL/],
  },
  {
    what: 'an address at which nobody listens',
    env: () => ({ CASEBRIDGE_PUBLIC_URL: `http://localhost:${unused()}/mcp` }),
    finds: ['address', 'warning', /check that the server and the proxy/],
  },
  {
    what: 'an issuer that is away',
    env: () => ({ CASEBRIDGE_ISSUER: `http://localhost:${unused()}`, CASEBRIDGE_AUDIENCE: 'us' }),
    finds: ['issuer', 'failed', /CASEBRIDGE_ISSUER/],
  },
  {
    what: 'an issuer with whom assistants cannot register',
    env: async () => {
      const issuer = await startIssuer();
      ends.push(issuer.close);
      return { CASEBRIDGE_ISSUER: issuer.url, CASEBRIDGE_AUDIENCE: 'us' };
    },
    finds: ['issuer', 'warning', /registration/],
  },
  {
    what: 'an issuer that does not know the scopes for which assistants would ask',
    env: async () => {
      const issuer = await startIssuer();
      ends.push(issuer.close);
      const page = { issuer: issuer.url, jwks_uri: `${issuer.url}/keys`, scopes_supported: ['openid'] };
      issuer.faults.set('/.well-known/openid-configuration', (response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page)),
      );
      return {
        CASEBRIDGE_ISSUER: issuer.url,
        CASEBRIDGE_AUDIENCE: 'us',
        CASEBRIDGE_SCOPES: 'openid cases:read',
      };
    },
    finds: ['issuer', 'warning', /the scopes cases:read of CASEBRIDGE_SCOPES/],
  },
  {
    what: 'a host that describes assistants and cannot be reached',
    env: () => ({ CASEBRIDGE_SIGN_IN: 'service', CASEBRIDGE_SIGN_IN_CLIENTS: `localhost:${unused()}` }),
    finds: [
      'assistants',
      'warning',
      /cannot reach localhost:\d+, .* or set CASEBRIDGE_SIGN_IN_REGISTRATION=true/,
    ],
  },
  {
    what: 'the same where assistants may register themselves instead',
    env: () => ({
      CASEBRIDGE_SIGN_IN: 'service',
      CASEBRIDGE_SIGN_IN_CLIENTS: `localhost:${unused()}`,
      CASEBRIDGE_SIGN_IN_REGISTRATION: 'true',
    }),
    finds: ['assistants', 'warning', /they are not verified/],
  },
];
