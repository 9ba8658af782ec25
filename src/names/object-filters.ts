import { ApiError } from '../contract/errors.ts';
import type { OperationArguments } from '../contract/operations/operation-client.ts';

type Asked = Pick<OperationArguments['search_objects'], 'Filters'>;

/** Tags of system fields (API description, System fields of a table row). */
const tags = { name: 'Project_Name', number: 'Project_FullNumber' };

/**
 * Returns the queries that find objects by part of their name or number. The API description has only filters by field,
 * and one request combines them with AND. Therefore a part that contains digits needs two queries.
 */
export function objectQuestions(part: string): readonly Asked[] {
  const by = (FieldTag: string): Asked => ({ Filters: [{ FieldTag, SearchValues: [part] }] });
  return /\d/.test(part) ? [by(tags.number), by(tags.name)] : [by(tags.name)];
}

/** Checks whether the service refused the filter of a search. It may still return the whole list. */
export const refusesFilter = (error: unknown) =>
  error instanceof ApiError && [400, 404, 405, 415, 422, 501].includes(error.status);
