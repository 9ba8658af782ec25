import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { wireDefaults } from '../api/tokens/token-wire.ts';
import { languages } from '../contract/language.ts';
import { logLevels } from '../contract/log-level.ts';
import { type OperationClass, operationClasses } from '../contract/operations/effects.ts';
import { isPublicName } from '../mcp/outbound/fetch-hosts.ts';
import { markups } from '../mcp/outbound/markup-choice.ts';
import { parseChanges, surfaces, wordsOf } from '../mcp/tools/tool-selection.ts';

import { apiPath, oneOf, type Setting, switchedOn, text, timeZoneName, whole } from './setting.ts';
import { answerSettings } from './settings-answers.ts';
import { cardSettings } from './settings-cards.ts';
import { deploymentSettings } from './settings-deployment.ts';
import { httpSettings } from './settings-http.ts';
import { tracingSettings } from './settings-tracing.ts';

/** Every setting: flags, environment variables, `--help` and the table of docs/settings.md come from here. */
export const settings = {
  url: {
    schema: z.url({ protocol: /^https?$/, error: 'should be an http or https address' }),
    env: 'CASEBRIDGE_URL',
    flag: 'url',
    help: 'Base URL of the case-management service, without /api.',
  },
  login: {
    schema: text,
    env: 'CASEBRIDGE_LOGIN',
    flag: 'login',
    help: 'Login of the user on whose behalf calls are made.',
  },
  password: { schema: text, env: 'CASEBRIDGE_PASSWORD', secret: true, help: 'Password of that user.' },
  ssoToken: {
    schema: z.string().max(65_536),
    env: 'CASEBRIDGE_SSO_TOKEN',
    secret: true,
    help: 'Single sign-on token, instead of login and password; the file is read again when a new token is needed.',
  },
  user: {
    schema: text,
    env: 'CASEBRIDGE_USER',
    flag: 'user',
    help: 'Who `me` is where there is one user and the sign-in does not tell it: id, login or e-mail in the service.',
  },
  userClaim: {
    schema: z.string().regex(/^[\x21-\x7e]{1,200}$/, 'should be the name of a claim'),
    env: 'CASEBRIDGE_USER_CLAIM',
    flag: 'user-claim',
    help: 'Claim of the token that holds the user’s id, login or e-mail in the service; default: the usual ones.',
  },
  userInfoPath: {
    schema: apiPath,
    env: 'CASEBRIDGE_USER_INFO_PATH',
    flag: 'user-info-path',
    help: 'Path of the service that tells whose token a request carries, as OpenID’s userinfo does or as a user record.',
  },
  domainSignIn: {
    schema: switchedOn,
    env: 'CASEBRIDGE_DOMAIN_SIGN_IN',
    flag: 'domain-sign-in',
    help: 'Sign in with integrated domain authentication, instead of login and password.',
    default: 'false',
  },
  domainService: {
    schema: z
      .string()
      .regex(/^\w{1,20}\/[\w.-]{1,253}$/, 'should be a service principal such as HTTP/cases.example.com'),
    env: 'CASEBRIDGE_DOMAIN_SERVICE',
    flag: 'domain-service',
    help: 'Service principal that tickets of the domain are for; default: HTTP and the host of the address.',
  },
  curl: {
    schema: z.string().max(1000).refine(isAbsolute, 'should be the whole path of a program'),
    env: 'CASEBRIDGE_CURL',
    flag: 'curl',
    help: 'Path of curl, which gets the tickets for domain sign-in; default: that of the system.',
  },
  tokenLifetime: {
    schema: whole(10, 86_400),
    env: 'CASEBRIDGE_TOKEN_LIFETIME',
    flag: 'token-lifetime',
    help: 'Seconds that the short-lived token is asked for.',
    default: '600',
  },
  timeout: {
    schema: whole(1, 900),
    env: 'CASEBRIDGE_TIMEOUT',
    flag: 'timeout',
    help: 'Seconds for one call, repetitions included.',
    default: '60',
  },
  timeZone: {
    schema: timeZoneName,
    env: 'CASEBRIDGE_TIME_ZONE',
    flag: 'time-zone',
    help: 'Time zone of dates in lookups, such as Europe/Moscow; default: of the user’s record, else of this machine. Where many people call, records come first.',
  },
  link: {
    schema: z
      .string()
      .max(1000)
      .refine(isPage, 'should be an address with {id}, such as https://cases.example.com/#/{kind}/{id}'),
    env: 'CASEBRIDGE_LINK',
    flag: 'link',
    help: 'Page of a record for people, such as https://cases.example.com/#/{kind}/{id}; kind is case, task and so on, {kinds} its plural; default: no links to pages.',
  },
  language: {
    schema: oneOf(languages),
    env: 'CASEBRIDGE_LANGUAGE',
    flag: 'language',
    help: `Language of prompts where the user names none, and of what people are asked: ${languages.join(', ')}.`,
    default: languages[0],
  },
  allowHttp: {
    schema: switchedOn,
    env: 'CASEBRIDGE_ALLOW_HTTP',
    flag: 'allow-http',
    help: 'Allow an http address that is not this machine: passwords and tokens then cross the network unprotected.',
    default: 'false',
  },
  caFile: {
    schema: text,
    env: 'CASEBRIDGE_CA_FILE',
    isPath: true,
    flag: 'ca-file',
    help: 'PEM file with certificates of authorities to trust besides the usual ones, for the service and the proxy.',
  },
  httpsProxy: {
    schema: text,
    env: 'HTTPS_PROXY',
    isCommon: true,
    secret: true,
    help: 'Proxy to a service at an https address, `http://user:password@host:port`; this machine is reached without.',
  },
  httpProxy: {
    schema: text,
    env: 'HTTP_PROXY',
    isCommon: true,
    secret: true,
    help: 'The same for a service at an http address; the proxy has to allow CONNECT to its port.',
  },
  noProxy: {
    schema: text,
    env: 'NO_PROXY',
    isCommon: true,
    help: 'Hosts that are reached without a proxy: names with their subdomains, addresses, ranges, `host:port`, `*` for all.',
  },
  tokenHeader: {
    schema: z.string().regex(/^[A-Za-z0-9-]{1,60}$/, 'should be a header name'),
    env: 'CASEBRIDGE_TOKEN_HEADER',
    flag: 'token-header',
    help: 'Header that carries the token.',
    default: wireDefaults.tokenHeader,
  },
  tokenScheme: {
    schema: z.string().regex(/^[A-Za-z0-9-]{0,40}$/, 'should be one word'),
    env: 'CASEBRIDGE_TOKEN_SCHEME',
    flag: 'token-scheme',
    help: 'Word before the token in that header; none sends the bare token.',
    default: wireDefaults.tokenScheme,
  },
  ...deploymentSettings,
  sandbox: {
    schema: switchedOn,
    env: 'CASEBRIDGE_SANDBOX',
    flag: 'sandbox',
    help: 'Use the embedded service with its sample data; no other setting is needed. As a variable also `if-empty`: where no address and no sign-in is set.',
    default: 'false',
  },
  sandboxProfile: {
    schema: z.string().max(40),
    env: 'CASEBRIDGE_SANDBOX_PROFILE',
    flag: 'sandbox-profile',
    help: 'The kind of deployment that the embedded service plays; `casebridge sandbox --profile list` shows which.',
  },
  surface: {
    schema: oneOf(surfaces),
    env: 'CASEBRIDGE_SURFACE',
    flag: 'surface',
    help: 'Tools to list: `everyday`, those of daily work and the way to all others, or `all`, one for each operation.',
    default: 'everyday',
  },
  toolsets: {
    schema: z.string().max(2000).transform(wordsOf),
    env: 'CASEBRIDGE_TOOLSETS',
    flag: 'toolsets',
    help: 'Groups of tools to list in place of a surface, such as `cases,tasks`; `casebridge tools` names them.',
    default: '',
  },
  fetchHosts: {
    schema: z
      .string()
      .max(8000)
      .transform((value) => wordsOf(value).map((word) => word.toLowerCase()))
      .refine((hosts) => hosts.every(isPublicName), 'should be public host names such as files.example.com'),
    env: 'CASEBRIDGE_FETCH_HOSTS',
    flag: 'fetch-hosts',
    help: 'Hosts, with their subdomains, that the service may be asked to fetch files from over https; none: upload_from_address is left out.',
    default: '',
  },
  markup: {
    schema: oneOf(markups),
    env: 'CASEBRIDGE_MARKUP',
    flag: 'markup',
    help: 'Tags in notifications and dialogs: `styled`, those that the service shows in style, or `safe`, also paragraphs, tables and the like; nothing that runs.',
    default: 'styled',
  },
  tools: {
    schema: z.string().max(8000).transform(parseChanges),
    env: 'CASEBRIDGE_TOOLS',
    flag: 'tools',
    help: 'Single tools to list as well, and with a minus those to take away altogether, such as `get_user,-delete_case`.',
    default: '',
  },
  readOnly: {
    schema: switchedOn,
    env: 'CASEBRIDGE_READ_ONLY',
    flag: 'read-only',
    help: 'Offer only tools that read; wins over `CASEBRIDGE_ALLOW`.',
    default: 'false',
  },
  allow: {
    schema: z.string().transform(parseClasses),
    env: 'CASEBRIDGE_ALLOW',
    flag: 'allow',
    help: `Classes of tools to offer: ${operationClasses.join(', ')}.`,
    default: operationClasses.join(','),
  },
  confirm: {
    schema: z
      .string()
      .transform((value, context) => (value === 'none' ? new Set<never>() : parseClasses(value, context))),
    env: 'CASEBRIDGE_CONFIRM',
    flag: 'confirm',
    help: 'Classes of tools that a human is asked about before they are carried out; `none` asks about nothing.',
    default: 'delete,outbound,admin',
  },
  ...cardSettings,
  auditFile: {
    schema: text,
    env: 'CASEBRIDGE_AUDIT_FILE',
    isPath: true,
    flag: 'audit-file',
    help: 'File to which every change is recorded, before and after it is tried; none: nothing is recorded.',
  },
  exchangeDir: {
    schema: text,
    env: 'CASEBRIDGE_EXCHANGE_DIR',
    isPath: true,
    flag: 'exchange-dir',
    help: 'Shared folder for files over stdio: uploads may name files in it, and larger downloads are saved there.',
  },
  maxDownload: {
    schema: whole(1, 100_000),
    env: 'CASEBRIDGE_MAX_DOWNLOAD',
    flag: 'max-download',
    help: 'Largest file that is saved in the shared folder, in MB.',
    default: '1024',
  },
  ...answerSettings,
  handOutTokens: {
    schema: switchedOn,
    env: 'CASEBRIDGE_HAND_OUT_TOKENS',
    flag: 'hand-out-tokens',
    help: 'Let the token tools answer the tokens themselves, which the assistant then sees.',
    default: 'false',
  },
  logLevel: {
    schema: oneOf(logLevels),
    env: 'CASEBRIDGE_LOG_LEVEL',
    flag: 'log-level',
    help: `Log on stderr: ${logLevels.join(', ')}; default: info where many use one server, otherwise warn.`,
  },
  ...tracingSettings,
  ...httpSettings,
} as const satisfies Record<string, Setting>;

function isPage(template: string): boolean {
  return /^https?:\/\/\S+$/.test(template) && URL.canParse(template) && template.includes('{id}');
}

function parseClasses(value: string, context: z.RefinementCtx): ReadonlySet<OperationClass> {
  const names = value.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !operationClasses.some((known) => known === name));
  if (unknown !== undefined)
    context.addIssue({
      code: 'custom',
      message: `has ${JSON.stringify(unknown)}: known are ${operationClasses.join(', ')}`,
    });
  return new Set(names as OperationClass[]);
}
