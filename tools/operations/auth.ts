import { z } from 'zod';
import type { Area } from '../../src/contract/operations/operation.ts';
import { operation } from '../../src/contract/operations/operation.ts';

export const auth = {
  id: 'auth',
  title: 'Authorization',
  search: 'login token',
  operations: [
    operation({
      name: 'get_token',
      title: 'Sign in or renew',
      titleRu: 'Войти или продлить вход',
      search: { words: 'renew' },
      route: 'POST /api/v2/auth/token',
      access: 'action',
      anonymous: true,
      handler: 'tokens',
      body: {
        grant_type: z
          .enum(['password', 'refresh_token'])
          .optional()
          .describe('Sign in again (default) or renew'),
      },
      description:
        'Signs in with the configured login, or renews the session. Only for checking: other tools sign in automatically.',
      errors: {
        400: 'The configured login was refused: the operator must correct it. Do not ask the user for a password.',
      },
    }),
    operation({
      name: 'get_domain_token',
      title: 'Sign in by domain',
      titleRu: 'Войти через домен',
      route: 'POST /api/v2/auth/wintoken',
      access: 'action',
      anonymous: true,
      handler: 'tokens',
      description: 'Signs in with integrated domain authentication. Only for checking.',
      errors: { 401: 'The domain sign-in was refused: the operator must check the account.' },
    }),
    operation({
      name: 'get_short_lived_token',
      title: 'Get short-lived token',
      titleRu: 'Краткосрочный токен',
      search: { words: 'another program, short-lived' },
      route: 'POST /api/v2/auth/short-lived-token',
      access: 'action',
      handler: 'tokens',
      body: {
        lifetime: z
          .int()
          .min(1)
          .max(86_400)
          .optional()
          .describe('Seconds; default 600, at most the public token’s lifetime (1 hour)'),
      },
      description:
        'Exchanges the session for a short-lived token and returns its expiry time. Only for checking.',
      errors: { 400: 'lifetime is above the service’s limit: try 600.' },
    }),
    operation({
      name: 'get_mcp_settings',
      title: 'Get MCP connection settings',
      titleRu: 'Настройки подключения MCP',
      search: { words: 'mcp, connect, подключить' },
      route: 'GET',
      access: 'read',
      pathWord: 'mcp',
      description: 'Returns the service’s settings for connecting an MCP server.',
    }),
  ],
} satisfies Area;
