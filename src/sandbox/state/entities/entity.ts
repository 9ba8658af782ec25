/** What the records that the embedded service keeps have in common, as plain data. The wire shape is made in `routes/`. */

/** Values of custom fields: tag, or field id where there is no tag, to value. A multi-field holds an array. */
export type FieldValues = Record<string, unknown>;

/** Dates are ISO strings in UTC with milliseconds, as they go over the wire. */
export interface Entity {
  id: string;
  createdAt: string;
  changedAt: string;
}

/** A small named record: legal form, event type, task status, priority, task type, project role and the like. */
export interface ResolvedRecord extends Entity {
  name: string;
  sysName: string;
  isSystem: boolean;
}
