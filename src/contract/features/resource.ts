import type { OperationClient, OperationFor } from '../operations/operation-client.ts';
import type { RecordKind } from '../records/record-ref.ts';
import type { Note } from '../worded.ts';
import type { Suggested } from './completion.ts';
import type { WorkflowContext } from './workflow.ts';

/** Content of a resource: casebridge's own words, text for readers, or the service's JSON. */
export type ResourceContent =
  | { readonly own: string }
  /** Several records match: one per line. */
  | { readonly candidates: string }
  | {
      /** Lines that may contain any text of records. */
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
  /** Name in lists of programs. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /**
   * Address. A placeholder in braces, as in `user://{id}`, matches the percent-encoded rest; without braces it is one
   * address.
   */
  readonly uri: string;
  readonly mimeType: 'application/json' | 'text/plain' | 'text/markdown';
  /** True if lists omit it, so that a reader must know the address. */
  readonly isUnlisted?: boolean;
  /** Completions for the placeholder. */
  readonly suggests?: Suggested | readonly string[];
  /**
   * Reads the resource.
   * @param value decoded value of the placeholder; empty if the address has none
   * @returns undefined if nothing exists
   * @throws the classes of `src/contract/errors.ts`
   */
  read(
    operations: OperationClient,
    value: string,
    workflowContext: WorkflowContext,
  ): Promise<ResourceContent | undefined>;
}

/** A resource as data: the source of its content. */
export interface ResourceDefinition extends Omit<Resource, 'read'> {
  readonly from:
    | { readonly list: OperationFor<Readonly<Record<never, never>>> }
    /** A record found by its name, and the text of its file, if it has one. */
    | { readonly kind: RecordKind; readonly record: RecordReader; readonly holdsText?: true }
    /** Values of a record from which people choose. */
    | { readonly kind: RecordKind; readonly values: RecordReader }
    /** The answer of a workflow. */
    | { readonly workflow: 'case_brief'; readonly argument: 'case' };
}

type RecordReader = OperationFor<{ readonly id: string }>;
