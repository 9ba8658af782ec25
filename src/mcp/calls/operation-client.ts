import { operationClasses } from '../../contract/effects.ts';
import type { AnyOperationClient, PagingHabits, RecordCaches } from '../../contract/operation-client.ts';
import type { Policy } from '../guards/policy.ts';
import type { RequestContext } from './request-context.ts';

/** @param answer carries one operation out, by its tool's name */
export function createOperationClient(
  { principal, signal }: Pick<RequestContext, 'principal' | 'signal'>,
  { caches, paging }: { readonly caches: RecordCaches; readonly paging: PagingHabits },
  answer: AnyOperationClient['answer'],
): AnyOperationClient {
  return {
    principalId: principal.id,
    identity: principal.identity,
    signal,
    cache: caches.of(principal.id),
    paging,
    answer,
    call: async (name, input) => (await answer(name, input)).body,
  };
}

/** For what people are shown: they see records, whatever classes the assistant is offered. */
export const peoplePolicy: Policy = {
  allow: new Set(operationClasses),
  confirm: new Set(),
  removed: new Set(),
};
