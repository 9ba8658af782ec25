import { isIP } from 'node:net';
import type { Arguments } from '../../api/client/build-request.ts';
import { InvalidArgumentsError } from '../../contract/errors.ts';
import { moreArgument } from '../../contract/operations/field-marks.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import { textsAt, textsIn } from './text-arguments.ts';

export interface FetchRule {
  /** Host names in lower case. Each one includes its subdomains. */
  readonly hosts: readonly string[];
  /** Host of the service itself. It is never allowed, because its responses may contain tokens. */
  readonly service: string;
}

/** Matches host names that lead to the service's own machine or network. */
const inner = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|private|arpa)$/;

/** Checks whether an operator may allow a host. It must be a public name. An IP address is not. */
export const isPublicName = (host: string): boolean =>
  /^(?=.{4,253}$)(?:[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63}$/.test(host) &&
  isIP(host) === 0 &&
  !inner.test(host);

/**
 * Refuses addresses that the service must not fetch. The service is inside the firm's network and has the caller's
 * permissions, so it could reach data that the assistant must not see. The service itself resolves the host name.
 * @throws InvalidArgumentsError with the argument and the reason
 */
export function checkFetched(
  { fetching }: { readonly fetching?: FetchRule | undefined },
  operation: Pick<Operation, 'fetches' | 'answers'>,
  args: Arguments,
): void {
  const stated = (operation.fetches ?? []).flatMap((path) => textsAt(args, path));
  // A download accepts the arguments of a fetch too (API description, Files), so a field in `more` may be the address.
  const mayFetch = operation.fetches !== undefined || operation.answers === 'file';
  const further = mayFetch
    ? textsIn(args[moreArgument], moreArgument).filter(([, text]) => isAddress(text))
    : [];
  for (const [place, address] of [...stated, ...further]) {
    const fault = faultOfAddress(fetching, address);
    if (fault !== undefined)
      throw new InvalidArgumentsError(`Nothing was sent. ${place}: ${fault}.`, { advice: 'allow-host' });
  }
}

/** Checks whether a string may be an address, with or without a scheme. */
const isAddress = (text: string) =>
  /^[^\p{L}\p{N}]*[a-z][a-z\d+.-]*:|\/\/|\\\\/iu.test(text) ||
  /^[\s[]*[\w:-]*[.:][\w.:-]*[\]\s]*(?:[/?#:]|$)/.test(text);

function faultOfAddress(rule: FetchRule | undefined, address: string): string | undefined {
  if (/[\s\\\p{C}\p{Default_Ignorable_Code_Point}]/u.test(address) || !URL.canParse(address))
    return 'it is not an absolute https address';
  const { protocol, hostname, port, username, password } = new URL(address);
  const host = hostname.replace(/\.$/, '');
  const shown = JSON.stringify(host.slice(0, 100));
  if (protocol !== 'https:') return 'only https addresses are fetched';
  if (username !== '' || password !== '') return 'it has a user name before its host';
  if (port !== '') return 'it has a port number';
  if (!isPublicName(host)) return `${shown} is not a public host name`;
  if (host === rule?.service) return `${shown} is the case-management service itself`;
  const isListed = rule?.hosts.some((listed) => host === listed || host.endsWith(`.${listed}`));
  return isListed ? undefined : `${shown} is not on the operator’s list of hosts`;
}
