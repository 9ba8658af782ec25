import type { OperationClient, OperationFor } from '../operations/operation-client.ts';
import type { RecordKind } from '../records/record-ref.ts';
import type { Note } from '../worded.ts';
import type { Suggested } from './completion.ts';
import type { WorkflowContext } from './workflow.ts';

/** Content of a resource: text of casebridge, text that may contain data of records, or the service's JSON. */
export type ResourceContent =
  | { readonly own: string }
  /** Several records match the name. One line per record. */
  | { readonly candidates: string }
  | {
      /** Lines that may contain texts of records. */
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

/** A resource of MCP. */
export interface Resource {
  /** Name of the resource for client programs. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /**
   * Address. A placeholder in braces, as in `user://{id}`, matches the percent-encoded remainder of an address. Without
   * braces, the resource has exactly one address.
   */
  readonly uri: string;
  readonly mimeType: 'application/json' | 'text/plain' | 'text/markdown';
  /** True if lists omit the resource. Clients must then know its address. */
  readonly isUnlisted?: boolean;
  /** Completions for the placeholder. */
  readonly suggests?: Suggested | readonly string[];
  /**
   * Reads the resource.
   * @param value decoded value of the placeholder. Empty if the address has no placeholder
   * @returns undefined if the resource does not exist
   * @throws the classes of `src/contract/errors.ts`
   */
  read(
    operations: OperationClient,
    value: string,
    workflowContext: WorkflowContext,
  ): Promise<ResourceContent | undefined>;
}

/** Definition of a resource, with the source of its content in place of a function. */
export interface ResourceDefinition extends Omit<Resource, 'read'> {
  readonly from:
    | { readonly list: OperationFor<Readonly<Record<never, never>>> }
    /** A record found by name. With `holdsText`, the text of its file is added, if it has a file. */
    | { readonly kind: RecordKind; readonly record: RecordReader; readonly holdsText?: true }
    /** Values of a record that people choose from. */
    | { readonly kind: RecordKind; readonly values: RecordReader }
    /** The answer of a workflow. */
    | { readonly workflow: 'case_brief'; readonly argument: 'case' };
}

type RecordReader = OperationFor<{ readonly id: string }>;
