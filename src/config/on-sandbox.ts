import type { Config } from './command-line.ts';

interface EmbeddedService {
  readonly url: string;
  readonly user: { readonly login: string; readonly password: string };
  readonly mcpSettingsPath: string;
  readonly userInfoPath: string;
}

/** Returns the configuration for the embedded service. Settings of a real service do not apply to it. */
export function onSandbox(
  config: Config,
  { url, user, mcpSettingsPath, userInfoPath }: EmbeddedService,
): Config {
  const { login, password } = user;
  const noOther = { ssoToken: undefined, ssoTokenFile: undefined, domainSignIn: false, user: undefined };
  return {
    ...config,
    service: { ...config.service, url },
    signIn: { ...config.signIn, ...noOther, login, password, userInfoPath },
    deployment: { ...config.deployment, mcpSettingsPath },
  };
}
