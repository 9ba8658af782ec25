import type { OperationClient, OperationFor } from '../operations/operation-client.ts';
import type { RecordKind } from '../records/record-ref.ts';
import type { Note } from '../worded.ts';
import type { Suggested } from './completion.ts';
import type { WorkflowContext } from './workflow.ts';

/** Content of a resource: text that only casebridge wrote, text that may contain record data, or the service's JSON. */
export type ResourceContent =
  | { readonly own: string }
  /** Several records match the name in the address. One line per record. */
  | { readonly candidates: string }
  | {
      /** Lines that may contain text from records. */
      readonly text: string;
      readonly notes?: readonly Note[];
    }
  | {
      /** The service's JSON, unchanged. */
      readonly json: string;
      /** Text of the file that belongs to the record. */
      readonly fileText?: string;
      readonly notes?: readonly Note[];
    };

export interface Resource {
  /** Name by which client programs know the resource. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /**
   * Address of the resource. A placeholder in braces, as in `user://{id}`, matches the percent-encoded remainder of an
   * address. Without a placeholder, this is the only address.
   */
  readonly uri: string;
  readonly mimeType: 'application/json' | 'text/plain' | 'text/markdown';
  /** True if the resource is missing from lists. A client must then already know its address. */
  readonly isUnlisted?: boolean;
  readonly suggests?: Suggested | readonly string[];
  /**
   * Reads the resource.
   * @param value decoded value of the placeholder. Empty if the address has no placeholder
   * @returns undefined if the resource does not exist
   * @throws one of the errors in `src/contract/errors.ts`
   */
  read(
    operations: OperationClient,
    value: string,
    workflowContext: WorkflowContext,
  ): Promise<ResourceContent | undefined>;
}

/** Definition of a resource that names the source of its content instead of containing a function. */
export interface ResourceDefinition extends Omit<Resource, 'read'> {
  readonly from:
    | { readonly list: OperationFor<Readonly<Record<never, never>>> }
    /** A record found by name. `holdsText`: the content includes the text of the record's file. */
    | { readonly kind: RecordKind; readonly record: RecordReader; readonly holdsText?: true }
    /** List of the values in a record, from which users choose. */
    | { readonly kind: RecordKind; readonly values: RecordReader }
    | { readonly workflow: 'case_brief'; readonly argument: 'case' };
}

type RecordReader = OperationFor<{ readonly id: string }>;
