import { z } from 'zod';
import { type CaseRecord, isArchived, stageOf } from './records.ts';
import { line } from './words.ts';

const text = z.string().optional();

/** A case in a list. */
export const foundCase = z.object({
  id: z.string(),
  name: text,
  number: text,
  type: text,
  status: text,
  stage: text,
  responsible: text,
  url: text,
});
export type FoundCase = z.output<typeof foundCase>;

export const showCase = (record: CaseRecord): FoundCase => ({
  id: record.Id,
  name: record.Name,
  number: record.Number,
  type: record.Type?.Name,
  status: record.Status && (isArchived(record) ? 'archived' : 'in work'),
  stage: stageOf(record),
  responsible: record.Responsible?.Name,
  url: record.Url,
});

/** Its address holds the id, which so stands there once. */
export const caseLine = ({ id, name, number, type, status, stage, responsible, url }: FoundCase): string =>
  line(name, number, type, status, stage, responsible, url?.includes(id) ? url : id);
