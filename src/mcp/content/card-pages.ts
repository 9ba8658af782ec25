import { existsSync, readFileSync } from 'node:fs';
import { type ReadResourceResult, type Resource, ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { CardName } from '../../contract/features/card.ts';
import { lazy } from '../../util/lazy.ts';
import type { Policy } from '../guards/policy.ts';
import { cardMediaType } from '../guards/ways-to-ask.ts';

/** HTML pages of the cards. Clients read a page by its address and show it. */
export interface CardPages {
  /**
   * Returns the address of a page. The address changes whenever the page changes, so that clients read the new version.
   * It is short and ends with digits, because the list of tools repeats it for every tool with a confirmation, and
   * digits take few tokens.
   */
  readonly addressOf: (name: CardName) => string;
  readonly list: () => Resource[];
  /** @throws ResourceNotFoundError if no page has the address */
  readonly read: (uri: string) => ReadResourceResult;
}

/** File with the pages. The build writes it next to the program. */
const file = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/cards.json' : '../cards.json',
  import.meta.url,
);

interface Page {
  readonly title: string;
  readonly version: string;
  readonly html: string;
}

export const cardScheme = 'ui://';

/**
 * Metadata of every page. The empty lists of domains prevent a page from connecting to any server or loading anything.
 * It can only exchange messages with the client that shows it.
 */
const meta = {
  ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true },
  'openai/widgetPrefersBorder': true,
  'openai/widgetCSP': { connect_domains: [], resource_domains: [] },
};

export interface CardsAndPolicy {
  readonly policy: Policy;
  /** Undefined if cards are off. */
  readonly cards: Cards | undefined;
}

export interface Cards {
  readonly pages: CardPages;
  /** Whether cards show answers too, not only confirmations. */
  readonly showAnswers: boolean;
}

/** Returns the cards, and the policy with the ways to ask for a confirmation. Without built pages, cards are off. */
export function cardsFor(policy: Policy, showAnswers: boolean): CardsAndPolicy {
  const pages = showAnswers || policy.askBy?.has('card') ? openCardPages() : undefined;
  return pages
    ? { policy, cards: { pages, showAnswers } }
    : { policy: { ...policy, askBy: new Set(['dialog']) }, cards: undefined };
}

/** Reads the file with the pages. Returns undefined if the build did not create it. */
function openCardPages(): CardPages | undefined {
  if (!existsSync(file)) return undefined;
  const pages = lazy(() => JSON.parse(readFileSync(file, 'utf8')) as Record<string, Page>);
  const pageOf = (name: string) => (Object.hasOwn(pages(), name) ? pages()[name] : undefined);
  const addressOf = (name: string) => `${cardScheme}${name}${pageOf(name)?.version}`;
  return {
    addressOf,
    list: () =>
      Object.entries(pages()).map(([name, { title }]) => ({
        uri: addressOf(name),
        name: `${name} card`,
        title,
        mimeType: cardMediaType,
      })),
    read: (uri) => {
      // A client may have cached an address with an older version. It gets the current page.
      const name = /^ui:\/\/([a-z]+)\d{6}$/.exec(uri)?.[1];
      const page = name === undefined ? undefined : pageOf(name);
      if (page === undefined) throw new ResourceNotFoundError(uri, 'There is no such card.');
      return { contents: [{ uri, mimeType: cardMediaType, text: page.html, _meta: meta }] };
    },
  };
}
