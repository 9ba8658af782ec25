import { z } from 'zod';
import { wireDefaults } from '../../api/tokens/token-wire.ts';
import { valueFaults } from '../messages.ts';
import { type Setting, switchedOn, text, wrong } from '../setting.ts';

/** How the service is reached. */
export const networkSettings = {
  allowHttp: {
    schema: switchedOn,
    env: 'CASEBRIDGE_ALLOW_HTTP',
    flag: 'allow-http',
    default: 'false',
  },
  caFile: {
    schema: text,
    env: 'CASEBRIDGE_CA_FILE',
    isPath: true,
    flag: 'ca-file',
  },
  httpsProxy: {
    schema: text,
    env: 'HTTPS_PROXY',
    isCommon: true,
    secret: true,
  },
  httpProxy: {
    schema: text,
    env: 'HTTP_PROXY',
    isCommon: true,
    secret: true,
  },
  noProxy: {
    schema: text,
    env: 'NO_PROXY',
    isCommon: true,
  },
  tokenHeader: {
    schema: z.string().regex(/^[A-Za-z0-9-]{1,60}$/, wrong(valueFaults.header)),
    env: 'CASEBRIDGE_TOKEN_HEADER',
    flag: 'token-header',
    default: wireDefaults.tokenHeader,
  },
  tokenScheme: {
    schema: z.string().regex(/^[A-Za-z0-9-]{0,40}$/, wrong(valueFaults.oneWord)),
    env: 'CASEBRIDGE_TOKEN_SCHEME',
    flag: 'token-scheme',
    default: wireDefaults.tokenScheme,
  },
} as const satisfies Record<string, Setting>;
