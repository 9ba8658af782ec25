import { type App, createServerApp } from '../app.ts';
import type { CommandContext } from './command.ts';

/** Creates the app of these settings, runs `use`, and closes the app whatever happened, so that the process can end. */
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
