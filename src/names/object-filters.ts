import { ApiError } from '../contract/errors.ts';
import type { OperationArguments } from '../contract/operations/operation-client.ts';

type Asked = Pick<OperationArguments['search_objects'], 'Filters'>;

/** Tags from the API description, System fields of a table row. */
const tags = { name: 'Project_Name', number: 'Project_FullNumber' };

/**
 * Returns the queries that find objects by a part of their name or number. The API description only has filters by
 * field, and a request combines them with AND. Therefore a part with digits needs two queries.
 */
export function objectQuestions(part: string): readonly Asked[] {
  const by = (FieldTag: string): Asked => ({ Filters: [{ FieldTag, SearchValues: [part] }] });
  return /\d/.test(part) ? [by(tags.number), by(tags.name)] : [by(tags.name)];
}

/**
 * Checks whether the service refused the filter, for example because it lacks the field. Reading the whole list may
 * still succeed.
 */
export const refusesFilter = (error: unknown) =>
  error instanceof ApiError && [400, 404, 405, 415, 422, 501].includes(error.status);
