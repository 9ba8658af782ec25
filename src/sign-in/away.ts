import type { Context } from 'hono';
import { SharedStateError } from '../shared-state/shared-state.ts';
import { languageOf } from '../transports/http/index.ts';
import type { House } from './pages/house.ts';
import { failurePage, pageOf } from './pages/page.ts';
import { statusOf } from './ways/ways.ts';

/** Returns `away` if the shared store is unavailable. @throws every other error */
export const awayOf = (error: unknown): 'away' => {
  if (error instanceof SharedStateError) return 'away';
  throw error;
};

/** Wraps a handler: shows an error page if the shared store is unavailable. */
export const orAwayPage =
  (house: House, handle: (context: Context) => Promise<Response>) =>
  async (context: Context): Promise<Response> => {
    const shown = await handle(context).catch(awayOf);
    if (shown !== 'away') return shown;
    const language = languageOf(context.req.raw);
    return pageOf(house, statusOf.away, language, failurePage(language, 'away'));
  };
