import { type App, createServerApp } from '../app.ts';
import type { CommandContext } from './command.ts';

/** Creates the app for these settings, runs `use`, and closes the app in any case, so that the process can end. */
export async function withServerApp<Result>(
  config: ReturnType<CommandContext['config']>,
  toolbox: CommandContext['toolbox'],
  use: (app: App) => Promise<Result>,
): Promise<Result> {
  const app = await createServerApp(config, toolbox);
  try {
    return await use(app);
  } finally {
    await app.close();
  }
}
