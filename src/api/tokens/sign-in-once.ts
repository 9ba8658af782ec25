import type { Send } from '../transport/request.ts';
import { createTokenRequests, type Token } from './token-requests.ts';
import type { Wire } from './token-wire.ts';

/** Signs in with a login and a password, which are not stored. @throws ApiError if the service refuses */
export function signInOnce(
  { send, wire, timeoutMs }: { readonly send: Send; readonly wire: Wire; readonly timeoutMs: number },
  login: string,
  password: string,
): Promise<Token> {
  // Create a new owner, so that each sign-in uses separate connections.
  const owner = {};
  const requests = createTokenRequests({
    send: (request, time, access) => send({ ...request, access, time, owner }),
    signIn: { kind: 'password', login, password },
    wire,
  });
  return requests.signIn({ signal: undefined, deadline: performance.now() + timeoutMs, timeoutMs });
}
