import type { Context } from 'hono';
import { languageOf } from '../transports/http/index.ts';
import { connectionsPage, failurePage, pageOf } from './pages/page.ts';
import { pageS, type WaysOptions } from './ways.ts';

/** The list of somebody's assistants. */
export function createConnectionList({ grants, seal }: WaysOptions) {
  return {
    /** For whoever signed in just now. */
    show: async (context: Context, subject: string): Promise<Response> => {
      const language = languageOf(context.req.raw);
      const ticket = await seal.close('ticket', { subject }, pageS);
      return pageOf(200, language, connectionsPage(language, await grants.ofPerson(subject), ticket));
    },
    /** @param ticket of the page on which somebody ends one or all */
    end: async (context: Context, ticket: string, chosen: string | null): Promise<Response> => {
      const language = languageOf(context.req.raw);
      const subject = (await seal.open('ticket', ticket))?.subject;
      if (typeof subject !== 'string') return pageOf(400, language, failurePage(language, 'late'));
      for (const { id } of await grants.ofPerson(subject))
        if (chosen === 'all' || chosen === id) await grants.end(id);
      return pageOf(200, language, connectionsPage(language, await grants.ofPerson(subject), ticket, true));
    },
  };
}
