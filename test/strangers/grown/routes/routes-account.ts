/** Sign-in, tokens, health check and non-working days. */
import { createHash, randomBytes } from 'node:crypto';
import type { User } from '../../world.ts';
import {
  Fault,
  first,
  flag,
  int,
  list,
  must,
  note,
  type Route,
  record,
  refuse,
  route,
  second,
  text,
  third,
  type Voice,
} from '../contract.ts';
import { byId, type Memory } from '../memory.ts';

const HOUR = 3600;
const auth: Voice = { ...second, names: 'snake', errors: 'oauth', nulls: 'omit' };

/** Tokens with their users, and the number of recent requests with each. */
export interface Sessions {
  userOf(token: string): User | undefined;
  /** Returns the seconds to wait before the next request. If 0, the request is allowed and counted. */
  waits(token: string, requests: number, milliseconds: number): number;
  open(user: User, seconds: number): Record<string, unknown>;
  refresh(token: string): User | undefined;
}

/** Creates the tokens of one installation. */
export const createSessions = (memory: Memory): Sessions => {
  const held = new Map<string, { userId: string; until: number; uses: number[] }>();
  const refreshing = new Map<string, string>();
  const alive = (id: string): User | undefined => {
    const user = byId(memory.world.users, id);
    return user?.isActive ? user : undefined;
  };
  const secret = (): string => createHash('sha256').update(randomBytes(32)).digest('base64url');
  return {
    userOf: (token) => {
      const session = held.get(token);
      return session && session.until > Date.now() ? alive(session.userId) : undefined;
    },
    waits: (token, requests, milliseconds) => {
      const session = held.get(token);
      if (!session) return 0;
      const now = Date.now();
      session.uses = session.uses.filter((use) => use > now - milliseconds);
      const oldest = session.uses[0];
      if (session.uses.length >= requests && oldest !== undefined)
        return Math.max(1, Math.ceil((oldest + milliseconds - now) / 1000));
      session.uses.push(now);
      return 0;
    },
    open: (user, seconds) => {
      const [access, refresh] = [secret(), secret()];
      held.set(access, { userId: user.id, until: Date.now() + seconds * 1000, uses: [] });
      refreshing.set(refresh, user.id);
      return { AccessToken: access, TokenType: 'bearer', ExpiresIn: seconds, RefreshToken: refresh };
    },
    refresh: (token) => {
      const userId = refreshing.get(token);
      refreshing.delete(token);
      return userId === undefined ? undefined : alive(userId);
    },
  };
};

const tokenReply = record('TokenResponse', {
  AccessToken: text,
  TokenType: text,
  ExpiresIn: int,
  RefreshToken: text,
});
// The first clients sent Login and Password. OAuth names were added later. Both are still accepted.
const tokenRequest = record('TokenRequest', {
  Login: text,
  Password: text,
  RefreshToken: note('Вместо логина и пароля', text),
  GrantType: note('password или refresh_token, можно не указывать', text),
  Username: note('То же, что Login', text),
});
const shortRequest = record('ShortLivedTokenRequest', {
  Lifetime: note('Секунды, не больше 3600', { ...int, fallback: 600, maximum: HOUR }),
  Login: note('Если нет действующего токена в заголовке', text),
  Password: text,
});

const signIn = (memory: Memory, login: unknown, password: unknown): User => {
  const { signsIn, users } = memory.world;
  if (!login || !password) throw new Fault(400, 'Не указаны логин и пароль.', { field: 'invalid_request' });
  const user = users.find((item) => item.login.toLowerCase() === String(login).trim().toLowerCase());
  if (!user || user.id !== signsIn.userId || password !== signsIn.password)
    throw new Fault(400, 'Неверный логин или пароль.', { field: 'invalid_grant' });
  return user;
};

const authRoutes = (memory: Memory, sessions: Sessions): Route[] => [
  route({
    method: 'POST',
    path: '/api/v2/auth/token',
    voice: { ...auth, names: 'snake' },
    tag: 'Auth',
    says: 'Получение или обновление токена. Имена полей регистронезависимы',
    open: true,
    body: tokenRequest,
    reply: [200, tokenReply],
    run: ({ body }) => {
      if (!body.RefreshToken)
        return sessions.open(signIn(memory, body.Login ?? body.Username, body.Password), HOUR);
      const user = sessions.refresh(body.RefreshToken);
      if (!user) throw new Fault(400, 'Токен обновления недействителен.', { field: 'invalid_grant' });
      return sessions.open(user, HOUR);
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/auth/wintoken',
    voice: auth,
    tag: 'Auth',
    says: 'Токен доменной авторизации',
    open: true,
    unlisted: true,
    reply: [200, tokenReply],
    run: ({ headers }) => {
      // The web server module in front of the service passes the encoded domain account in the header.
      const account = /^(?:Negotiate|NTLM)\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
      const login = account
        ? Buffer.from(account, 'base64').toString('utf8').split('\\').pop()?.toLowerCase()
        : undefined;
      const user = memory.world.users.find((item) => item.login === login && item.isActive);
      if (!user) throw new Fault(401, 'Требуется доменная авторизация.', { field: 'unauthorized_client' });
      return sessions.open(user, HOUR);
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/auth/short-lived-token',
    voice: auth,
    tag: 'Auth',
    says: 'Краткоживущий токен',
    open: true,
    body: shortRequest,
    reply: [200, tokenReply],
    run: ({ body, user }) => {
      const lifetime = body.Lifetime ?? 600;
      if (lifetime < 1 || lifetime > HOUR)
        throw new Fault(400, 'lifetime должен быть от 1 до 3600 секунд.', { field: 'invalid_request' });
      return sessions.open(user ?? signIn(memory, body.Login, body.Password), lifetime);
    },
  }),
];

const settings: Voice = { ...third, errors: 'code' };
const nonWorking = record('NonWorkingDaysModel', {
  Dates: note('Даты yyyy-MM-dd', must(list(text))),
  Intervals: must(list(record('NonWorkingInterval', { From: must(text), To: must(text) }))),
});

const isDay = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));

/** Sign-in, health check and general settings. */
export const accountRoutes = (memory: Memory, sessions: Sessions): Route[] => [
  ...authRoutes(memory, sessions),
  route({
    method: 'GET',
    path: '/api/v2/health',
    voice: first,
    tag: 'Health',
    says: 'Состояние сервиса',
    open: true,
    reply: [200, record('HealthModel', { Status: text, DbStatus: text })],
    run: () => ({ Status: 'OK', DbStatus: 'OK' }),
  }),
  route({
    method: 'GET',
    path: '/api/v3/health',
    voice: third,
    tag: 'Health',
    says: 'Проверки',
    open: true,
    unlisted: true,
    reply: [
      200,
      record('HealthReport', {
        Status: text,
        TotalDuration: text,
        Entries: record('HealthEntries', {
          RequestProcessingTime: record('HealthEntry', {
            Data: record('HealthData', { LongRequestCount: int, Tracking: flag }),
            Duration: text,
            Status: text,
          }),
        }),
      }),
    ],
    run: () => {
      const check = {
        Data: { LongRequestCount: 0, Tracking: true },
        Duration: '00:00:00.0004210',
        Status: 'Healthy',
      };
      return {
        Status: 'Healthy',
        TotalDuration: '00:00:00.0011874',
        Entries: { RequestProcessingTime: check },
      };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v3/generalsettings/NonWorkingDays',
    voice: settings,
    tag: 'GeneralSettings',
    unlisted: true,
    says: 'Нерабочие дни',
    reply: [200, nonWorking],
    run: () => memory.nonWorking,
  }),
  route({
    method: 'PUT',
    path: '/api/v3/generalsettings/NonWorkingDays',
    voice: settings,
    tag: 'GeneralSettings',
    unlisted: true,
    says: 'Замена нерабочих дней',
    body: must(nonWorking),
    reply: [204],
    run: ({ body }) => {
      const days = [...body.Dates, ...body.Intervals.flatMap((item) => [item.From, item.To])];
      const wrong = days.find((day) => !isDay(day));
      if (wrong !== undefined) refuse(`Неверная дата: ${wrong}.`, 'dates');
      if (body.Intervals.some((item) => item.From > item.To))
        refuse('Начало интервала позже конца.', 'intervals');
      memory.nonWorking.Dates = body.Dates;
      memory.nonWorking.Intervals = body.Intervals;
    },
  }),
];
