import type { Send } from '../transport/request.ts';
import { createTokenRequests, type Token } from './token-requests.ts';
import type { Wire } from './token-wire.ts';

/**
 * What the service gives for a login and a password, which are forgotten.
 * @param timeoutMs milliseconds that it may take
 * @throws ApiError where the service refuses
 */
export function signInOnce(
  { send, wire, timeoutMs }: { readonly send: Send; readonly wire: Wire; readonly timeoutMs: number },
  login: string,
  password: string,
): Promise<Token> {
  // Each has connections of its own, by an owner that nobody else has.
  const owner = {};
  const requests = createTokenRequests({
    send: (request, time, access) => send({ ...request, access, time, owner }),
    signIn: { kind: 'password', login, password },
    wire,
  });
  return requests.signIn({ signal: undefined, deadline: performance.now() + timeoutMs, timeoutMs });
}
