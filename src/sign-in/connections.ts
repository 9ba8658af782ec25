import type { Context } from 'hono';
import { languageOf } from '../transports/http/index.ts';
import { connectionsPage, failurePage, pageOf } from './pages/page.ts';
import { pageS, type WaysOptions } from './ways/ways.ts';

/**
 * The list of somebody's assistants.
 * @param canLeave whether they can sign out where they signed in
 */
export function createConnectionList(
  { grants, seal, log }: WaysOptions,
  canLeave: () => Promise<boolean> = async () => false,
) {
  const list = async (context: Context, subject: string, ticket: string, ended?: number) => {
    const language = languageOf(context.req.raw);
    const [held, canSignOut] = await Promise.all([grants.ofPerson(subject), canLeave()]);
    return pageOf(200, language, connectionsPage(language, held, ticket, { ended, canSignOut }));
  };
  return {
    /** For whoever signed in just now. */
    show: async (context: Context, subject: string): Promise<Response> =>
      list(context, subject, await seal.close('ticket', { subject }, pageS)),
    /** @param ticket of the page on which somebody ends one or all */
    end: async (context: Context, ticket: string, chosen: string | null): Promise<Response> => {
      const language = languageOf(context.req.raw);
      const subject = (await seal.open('ticket', ticket))?.subject;
      if (typeof subject !== 'string') return pageOf(400, language, failurePage(language, 'late'));
      const held = await grants.ofPerson(subject);
      const chosenOnes = held.filter(({ id }) => chosen === 'all' || chosen === id);
      // All of them end here, even if the store fails to answer for the first.
      const ends = await Promise.allSettled(
        chosenOnes.map(({ id }) => grants.end(id, 'ended at /connections')),
      );
      const failed = ends.find((end) => end.status === 'rejected');
      const which = chosen === 'all' ? 'all' : 'one';
      log.done('a person ended connections', { which, ended: chosenOnes.length, caller: subject });
      if (failed) throw failed.reason;
      return list(context, subject, ticket, chosenOnes.length);
    },
  };
}
