import { z } from 'zod';
import { wireDefaults } from '../../api/tokens/token-wire.ts';
import { valueFaults } from '../messages.ts';
import { type Setting, setting, switchedOn, wrong } from '../setting.ts';

export const tokenSettings = {
  tokenHeader: setting({
    name: 'token-header',
    reader: 'operator',
    schema: z.string().regex(/^[A-Za-z0-9-]{1,60}$/, wrong(valueFaults.header)),
    default: wireDefaults.tokenHeader,
    en: 'HTTP header for the token.',
    ru: 'Заголовок HTTP для токена.',
  }),
  tokenScheme: setting({
    name: 'token-scheme',
    reader: 'operator',
    schema: z.string().regex(/^[A-Za-z0-9-]{0,40}$/, wrong(valueFaults.oneWord)),
    default: wireDefaults.tokenScheme,
    en: 'Word before the token in that header; empty: only the token.',
    ru: 'Слово перед токеном в этом заголовке; если пусто, передаётся только токен.',
  }),
  handOutTokens: setting({
    name: 'hand-out-tokens',
    reader: 'developer',
    schema: switchedOn,
    default: 'false',
    en: 'Let the token tools return the tokens, so that the assistant sees them.',
    ru: 'Разрешить инструментам, работающим с токенами, возвращать сами токены: тогда их увидит и ассистент.',
  }),
} as const satisfies Record<string, Setting>;
