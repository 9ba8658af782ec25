import { readFileSync } from 'node:fs';
import type { OperationName } from '../contract/operations/operation-client.ts';
import { joined, worded } from '../contract/worded.ts';
import { deploymentBySettings } from '../deployment/deployment.ts';
import type { DeploymentForm } from '../deployment/forms/deployment-file.ts';
import type { Catalogue } from '../mcp/input/catalogue.ts';
import type { Config } from './command-line.ts';
import { usageMessages } from './messages.ts';
import { settings } from './settings.ts';
import { fileTrouble, UsageError } from './usage-error.ts';

/**
 * Returns the settings and the file with which the operator describes the deployment, whether casebridge learns other
 * names from its API reference (OpenAPI), and the cache folder for these.
 * @throws UsageError if the deployment file cannot be read or is invalid
 */
export async function statedDeployment(config: Config, catalogue: Catalogue) {
  const bySettings = deploymentBySettings(config.deployment.fieldNames, {
    get_mcp_settings: config.deployment.mcpSettingsPath,
  } satisfies Partial<Record<OperationName, unknown>>);
  const { file: path, learn, cacheDir } = config.deployment;
  const file = path === undefined ? undefined : await readForm(path, catalogue);
  return {
    stated: { bySettings, file },
    learns: learn === undefined ? file === undefined && !config.service.sandbox : learn === 'on',
    cacheDir,
  };
}

async function readForm(path: string, catalogue: Catalogue): Promise<DeploymentForm> {
  const shown = `${settings.deployment.file.env} (${JSON.stringify(path.slice(0, 200))})`;
  const text = readText(path, shown);
  const [{ readDeploymentFile, DeploymentFileError }, entries] = await Promise.all([
    import('../deployment/forms/deployment-file.ts'),
    catalogue.entries(),
  ]);
  try {
    return readDeploymentFile(
      text,
      Array.from(entries.values(), ({ operation }) => operation),
    );
  } catch (error) {
    if (!(error instanceof DeploymentFileError)) throw error;
    const lines = [error, ...error.others].map(({ line, words }) =>
      worded(usageMessages.wrongLine, { name: shown, line, why: words }),
    );
    throw new UsageError(joined(lines, ' '));
  }
}

function readText(path: string, shown: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(usageMessages.cannotBeRead, { name: shown, why: fileTrouble(error) });
  }
}
