import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { valueFaults } from '../messages.ts';
import { apiPath, type Setting, switchedOn, text, whole, wrong } from '../setting.ts';

/** How calls sign in, and who that is. */
export const signInSettings = {
  login: {
    schema: text,
    env: 'CASEBRIDGE_LOGIN',
    flag: 'login',
  },
  password: {
    schema: text,
    env: 'CASEBRIDGE_PASSWORD',
    secret: true,
  },
  ssoToken: {
    schema: z.string().max(65_536),
    env: 'CASEBRIDGE_SSO_TOKEN',
    secret: true,
  },
  user: {
    schema: text,
    env: 'CASEBRIDGE_USER',
    flag: 'user',
  },
  userClaim: {
    schema: z.string().regex(/^[\x21-\x7e]{1,200}$/, wrong(valueFaults.claim)),
    env: 'CASEBRIDGE_USER_CLAIM',
    flag: 'user-claim',
  },
  userInfoPath: {
    schema: apiPath,
    env: 'CASEBRIDGE_USER_INFO_PATH',
    flag: 'user-info-path',
  },
  domainSignIn: {
    schema: switchedOn,
    env: 'CASEBRIDGE_DOMAIN_SIGN_IN',
    flag: 'domain-sign-in',
    default: 'false',
  },
  domainService: {
    schema: z.string().regex(/^\w{1,20}\/[\w.-]{1,253}$/, wrong(valueFaults.principal)),
    env: 'CASEBRIDGE_DOMAIN_SERVICE',
    flag: 'domain-service',
  },
  curl: {
    schema: z.string().max(1000).refine(isAbsolute, wrong(valueFaults.program)),
    env: 'CASEBRIDGE_CURL',
    flag: 'curl',
  },
  tokenLifetime: {
    schema: whole(10, 86_400),
    env: 'CASEBRIDGE_TOKEN_LIFETIME',
    flag: 'token-lifetime',
    default: '600',
  },
} as const satisfies Record<string, Setting>;
