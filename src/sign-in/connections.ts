import type { Context } from 'hono';
import { languageOf } from '../transports/http/index.ts';
import { connectionsPage, failurePage, pageOf } from './pages/page.ts';
import { pageS, type WaysOptions } from './ways.ts';

/**
 * The list of somebody's assistants.
 * @param canLeave whether they can sign out where they signed in
 */
export function createConnectionList(
  { grants, seal }: WaysOptions,
  canLeave: () => Promise<boolean> = async () => false,
) {
  const list = async (context: Context, subject: string, ticket: string, hasEnded: boolean) => {
    const language = languageOf(context.req.raw);
    const [held, canSignOut] = await Promise.all([grants.ofPerson(subject), canLeave()]);
    return pageOf(200, language, connectionsPage(language, held, ticket, { hasEnded, canSignOut }));
  };
  return {
    /** For whoever signed in just now. */
    show: async (context: Context, subject: string): Promise<Response> =>
      list(context, subject, await seal.close('ticket', { subject }, pageS), false),
    /** @param ticket of the page on which somebody ends one or all */
    end: async (context: Context, ticket: string, chosen: string | null): Promise<Response> => {
      const language = languageOf(context.req.raw);
      const subject = (await seal.open('ticket', ticket))?.subject;
      if (typeof subject !== 'string') return pageOf(400, language, failurePage(language, 'late'));
      for (const { id } of await grants.ofPerson(subject))
        if (chosen === 'all' || chosen === id) await grants.end(id);
      return list(context, subject, ticket, true);
    },
  };
}
