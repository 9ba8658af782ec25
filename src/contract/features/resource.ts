import type { OperationClient, OperationFor } from '../operations/operation-client.ts';
import type { RecordKind } from '../records/record-ref.ts';
import type { Note } from '../worded.ts';
import type { Suggested } from './completion.ts';
import type { WorkflowContext } from './workflow.ts';

/** What a resource holds: the bridge's own words, text for readers, or the service's JSON. */
export type ResourceContent =
  | { readonly own: string }
  /** Nothing, since several records fit: one in a line. */
  | { readonly candidates: string }
  | {
      /** Lines that may hold anything that people wrote into records. */
      readonly text: string;
      readonly notes?: readonly Note[];
    }
  | {
      /** The service's JSON, character by character. */
      readonly json: string;
      /** The text of the file that the record stands for. */
      readonly fileText?: string;
      readonly notes?: readonly Note[];
    };

/** Something that can be read by its address. */
export interface Resource {
  /** In lists of programs. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** `user://{id}`: what stands in braces is whatever follows, percent-encoded; without braces, one address. */
  readonly uri: string;
  readonly mimeType: 'application/json' | 'text/plain' | 'text/markdown';
  /** Read by who knows its address; lists do not name it. */
  readonly isUnlisted?: boolean;
  /** What the place in braces can be completed with. */
  readonly suggests?: Suggested | readonly string[];
  /**
   * @param value of the place in braces, decoded; empty where the address has none
   * @returns undefined where there is nothing
   * @throws the classes of `src/contract/errors.ts`
   */
  read(
    operations: OperationClient,
    value: string,
    workflowContext: WorkflowContext,
  ): Promise<ResourceContent | undefined>;
}

/** A resource as data: where what it holds comes from. */
export interface ResourceDefinition extends Omit<Resource, 'read'> {
  readonly from:
    | { readonly list: OperationFor<Readonly<Record<never, never>>> }
    /** A record by what people call it; what its file says as well, where it has one. */
    | { readonly kind: RecordKind; readonly record: RecordReader; readonly holdsText?: true }
    /** What a record holds to choose from. */
    | { readonly kind: RecordKind; readonly values: RecordReader }
    /** What a workflow says of it. */
    | { readonly workflow: 'case_brief'; readonly argument: 'case' };
}

type RecordReader = OperationFor<{ readonly id: string }>;
