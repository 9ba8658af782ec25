import type { AnswerSettings } from '../../contract/features/answer-settings.ts';
import type { AnswerReader } from '../../contract/operations/deployment.ts';
import { operationClasses } from '../../contract/operations/effects.ts';
import type {
  AnyOperationClient,
  PagingHabits,
  RecordCaches,
} from '../../contract/operations/operation-client.ts';
import type { Policy } from '../guards/policy.ts';
import type { RequestContext } from './request-context.ts';

export function createOperationClient(
  { principal, signal }: Pick<RequestContext, 'principal' | 'signal'>,
  {
    caches,
    paging,
    readAnswer,
    settings: { lookThrough },
  }: {
    readonly caches: RecordCaches;
    readonly paging: PagingHabits;
    readonly readAnswer: AnswerReader;
    readonly settings: Pick<AnswerSettings, 'lookThrough'>;
  },
  answer: AnyOperationClient['answer'],
): AnyOperationClient {
  const read: AnyOperationClient['answer'] = async (name, input, reading) => {
    const response = await answer(name, input, reading);
    if (reading?.isAsItCame || response.file) return response;
    return { ...response, body: await readAnswer(name, input, response.body) };
  };
  return {
    principalId: principal.id,
    identity: principal.identity,
    signal,
    lookThrough,
    cache: caches.of(principal.id),
    paging,
    answer: read,
    call: async (name, input, reading) => (await read(name, input, reading)).body,
  };
}

/**
 * Policy for reads that a confirmation needs. It allows every operation, even if assistants may not use it, because
 * only a person sees the result.
 */
export const peoplePolicy: Policy = {
  allow: new Set(operationClasses),
  confirm: new Set(),
  removed: new Set(),
};
