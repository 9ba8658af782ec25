import { ApiError } from '../contract/errors.ts';
import type { OperationArguments } from '../contract/operations/operation-client.ts';

type Asked = Pick<OperationArguments['search_objects'], 'Filters'>;

/** The API description, System fields of a table row. */
const tags = { name: 'Project_Name', number: 'Project_FullNumber' };

/**
 * How objects are asked for by a part of their name or number. The API description has no filter for that but those by
 * field, of which all have to be met: what may be of a number is asked for twice.
 */
export function objectQuestions(part: string): readonly Asked[] {
  const by = (FieldTag: string): Asked => ({ Filters: [{ FieldTag, SearchValues: [part] }] });
  return /\d/.test(part) ? [by(tags.number), by(tags.name)] : [by(tags.name)];
}

/** Whether the service refuses what it was asked by, as one does that has no such field: it can still be asked for all. */
export const refusesFilter = (error: unknown) =>
  error instanceof ApiError && [400, 404, 405, 415, 422, 501].includes(error.status);
