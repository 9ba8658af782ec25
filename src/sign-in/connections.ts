import type { Context } from 'hono';
import { languageOf } from '../transports/http/index.ts';
import type { Grant, Person } from './grants.ts';
import { connectionsPage, failurePage, pageOf } from './pages/page.ts';
import { pageS, type WaysOptions } from './ways/ways.ts';

/** Creates the page of connected assistants. @param canLeave whether users can sign out */
export function createConnectionList(
  { grants, seal, log, house }: WaysOptions,
  canLeave: () => Promise<boolean> = async () => false,
) {
  const list = async (
    context: Context,
    { subject, ...person }: Person,
    ticket: string,
    ended?: readonly Grant[],
  ) => {
    const language = languageOf(context.req.raw);
    const [held, canSignOut] = await Promise.all([grants.ofPerson(subject), canLeave()]);
    const shown = { person, grants: held, ticket, ended, canSignOut, now: Date.now() };
    return pageOf(house, 200, language, connectionsPage(language, shown));
  };
  return {
    /** Shows the page to a person who has just signed in. */
    show: async (context: Context, person: Person): Promise<Response> =>
      list(context, person, await seal.close('ticket', { ...person }, pageS)),
    /**
     * Ends the chosen connection, or all connections if `chosen` is `all`.
     * @param ticket encrypted identity of the person, from the form of the page
     */
    end: async (context: Context, ticket: string, chosen: string | null): Promise<Response> => {
      const language = languageOf(context.req.raw);
      const person = (await seal.open('ticket', ticket)) as unknown as Person | undefined;
      if (person === undefined) return pageOf(house, 400, language, failurePage(language, 'late'));
      const { subject, login, name } = person;
      const held = await grants.ofPerson(subject);
      const chosenOnes = held.filter(({ id }) => chosen === 'all' || chosen === id);
      // End all connections in this process, even if the store fails for the first one.
      const ends = await Promise.allSettled(
        chosenOnes.map(({ id }) => grants.end(id, 'ended at /connections')),
      );
      const failed = ends.find((end) => end.status === 'rejected');
      const which = chosen === 'all' ? 'all' : 'one';
      log.done('a person ended connections', { which, ended: chosenOnes.length, caller: subject });
      if (failed) throw failed.reason;
      return list(context, { subject, login, name }, ticket, chosenOnes);
    },
  };
}
