import type { Config } from './command-line.ts';
import { proxySecrets, redisSecrets } from './network.ts';

/** Returns all configured secrets. They must never appear in logs or answers. */
export const secretsOf = (config: Config): string[] => {
  const { password, ssoToken } = config.signIn;
  const all = [password, ssoToken, ...proxySecrets(config), ...redisSecrets(config)];
  return all.filter((secret) => secret !== undefined);
};
