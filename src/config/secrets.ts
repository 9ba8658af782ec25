import type { Config } from './command-line.ts';
import { proxySecrets, redisSecrets } from './network.ts';

/** All that nobody may read in a log or an answer. */
export const secretsOf = (config: Config): string[] => {
  const { password, ssoToken } = config.signIn;
  const all = [password, ssoToken, ...proxySecrets(config), ...redisSecrets(config)];
  return all.filter((secret) => secret !== undefined);
};
