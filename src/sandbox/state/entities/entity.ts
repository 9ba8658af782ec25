/** Common fields of all records of the embedded service. Records are plain data. `routes/` creates the wire form. */

/** Values of custom fields by tag, or by field id if there is no tag. A multi-field has an array. */
export type FieldValues = Record<string, unknown>;

/** Dates are ISO strings in UTC with milliseconds, as on the wire. */
export interface Entity {
  id: string;
  createdAt: string;
  changedAt: string;
}

/** Small named record, such as a legal form, event type, task status, priority, task type or project role. */
export interface ResolvedRecord extends Entity {
  name: string;
  sysName: string;
  isSystem: boolean;
}
