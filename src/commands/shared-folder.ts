import type { SharedFolder } from '../api/files/shared-folder.ts';
import { type Config, UsageError } from '../config/command-line.ts';
import { usageMessages } from '../config/messages.ts';
import { settings } from '../config/settings.ts';

/**
 * Opens the shared folder, if the operator has set one. Only for the person who works at this machine: no remote caller
 * may use it.
 * @throws UsageError if the folder cannot be used
 */
export async function openSharedFolder({
  files: { exchangeDir, maxDownload },
}: Config): Promise<SharedFolder | undefined> {
  if (exchangeDir === undefined) return undefined;
  const { openExchange } = await import('../api/files/shared-folder.ts');
  return openExchange(exchangeDir, maxDownload * 1024 * 1024).catch(() => {
    throw new UsageError(usageMessages.noDirectory, {
      name: `${settings.files.exchangeDir.env} (${JSON.stringify(exchangeDir)})`,
    });
  });
}
