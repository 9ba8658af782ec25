import type { z } from 'zod';
import type { Losses, Removal, ReplacedList, Stores, TargetRead } from './changed-record.ts';
import type { RowChecks } from './row-check.ts';

/** Effect of an operation on the service's data. It determines the MCP hints, read-only mode and retries. */
export type Access = 'read' | 'create' | 'update' | 'delete' | 'action';

/** Danger of an operation beyond its access: it reaches people or other systems, or it changes permissions. */
export type Risk = 'outbound' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Executor of an operation: the service by an HTTP request, or casebridge itself for operations that return tokens. It
 * then uses the configured credentials and does not return the tokens. No data of the service changes.
 */
export type Handler = 'http' | 'tokens';

/** Arguments in one part of a request (path, query or body) by the API's own names. */
export type Fields = Readonly<Record<string, z.ZodType>>;

/** `'/api/v2/objects/{id}/notes/{noteId}'` → `'id' | 'noteId'`. */
type PathParam<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParam<Rest>
  : never;

type PathShape<Path extends string> = [PathParam<Path>] extends [never]
  ? { readonly params?: never }
  : { readonly params: Readonly<Record<PathParam<Path>, z.ZodType>> };

/** Words by which people look for a tool, in any inflection and language, beside those of its name and title. */
export interface ToolSearchWords {
  /** Words between commas. */
  readonly words?: string;
  /** Record that the tool is about. Default: the rest of its name after the verb. */
  readonly subject?: string;
  /** Verbs. Default: those of the first word of its name. */
  readonly act?: string;
}

interface Definition {
  /** Name of the tool: `verb_noun`, at most 40 characters. */
  readonly name: string;
  readonly title: string;
  /** The title for people who read Russian. */
  readonly titleRu: string;
  readonly search?: ToolSearchWords;
  readonly access: Access;
  readonly risk?: Risk;
  /** Further `METHOD /path` spellings of the operation, tried in order if the first is not deployed. */
  readonly aliases?: readonly `${Method} /${string}`[];
  /** Operations that serve where this one is not deployed, with their routes: earlier versions, or a wider list. */
  readonly instead?: Readonly<Record<string, `${Method} /${string}`>>;
  readonly query?: Fields;
  readonly body?: Fields;
  /** File parts (`fileContent`) of the body, which is then sent as `multipart/form-data`. */
  readonly fileParts?: readonly string[];
  /** `file`: the answer is a file, or JSON if the service chooses so. Default: JSON. */
  readonly answers?: 'file';
  /** Presumed arguments that the API description mentions without a name, so that the service certainly has them. */
  readonly certain?: readonly string[];
  /** A word of the path, if the API description states no path. */
  readonly pathWord?: string;
  /** For a list: how its rows show that the service applied a filter. */
  readonly rows?: RowChecks;
  /** For a frequently used list: its description tells assistants that they can choose columns, order and count. */
  readonly columns?: true;
  /** True if the service requires no token. */
  readonly anonymous?: true;
  /** Default: `http`. */
  readonly handler?: Exclude<Handler, 'http'>;
  /** Read of the record that the operation will change, with the mapping of its arguments. */
  readonly target?: TargetRead;
  /**
   * Arguments that the service may empty if they are omitted, with their names in the record of `target`. casebridge
   * sends the current values along.
   */
  readonly keeps?: Readonly<Record<string, string>>;
  /**
   * Arguments whose omission has another meaning for the service, with their names in the record of `target`. Their
   * current values are sent along, and the call is refused if the record does not show them.
   */
  readonly fills?: Readonly<Record<string, string>>;
  /** Lists that are replaced as a whole: entries of `target` that a call omits would be lost. */
  readonly replaces?: Readonly<Record<string, ReplacedList>>;
  /** Data that the call removes. A call that removes data also counts as a deletion. */
  readonly loses?: Losses;
  /** Default: the result does not show in one record. */
  readonly stores?: Stores;
  /** Data that is gone afterwards. One read checks this. */
  readonly removes?: Removal;
  /** Operation that takes a change back. Each of its arguments is an argument of the change, or the created id. */
  readonly undoneBy?: { readonly tool: string; readonly args: Readonly<Record<string, string>> };
  /** Read tool that shows whether a change was made after its response was lost. */
  readonly verifiedBy?: string;
  /**
   * The call also counts as outbound if the argument at a path has one of these values (`Attendees.Type`: of any
   * attendee), or if that list or other fields contain an e-mail address.
   */
  readonly outboundIf?: { readonly path: string; readonly values: readonly string[] };
  /**
   * Arguments with markup that people will see. All other texts must be plain. With `outboundIf`, this applies only to
   * outbound calls and to texts that the record does not contain yet.
   */
  readonly html?: readonly string[];
  /**
   * Arguments with addresses that people can open; `Buttons.Link`: of each button. Their schema must be a plain text,
   * because a URL schema removes spaces before they can be refused.
   */
  readonly links?: readonly string[];
  /** Arguments with addresses that the service will fetch: only from hosts that the operator allows. */
  readonly fetches?: readonly string[];
  /** Purpose, when to use it and when not, for the assistant. At most 1,000 characters. */
  readonly description: string;
  /** Next step for the assistant, by status of the service. */
  readonly errors?: Readonly<Record<number, string>>;
}

/** One operation of the API, as data. */
export interface Operation extends Definition {
  /** Method and path as in the API description; only the method if it states no path. */
  readonly route: string;
  readonly method: Method;
  /** Undefined if the API description states no path. A deployment must then state it. */
  readonly path: string | undefined;
  readonly params?: Fields;
}

/** Value in `undoneBy` that stands for the id of the created record. */
export const createdArgument = '(created)';

/** Checks whether the service may empty fields that a change of a record omits. */
export const writesWhole = ({
  method,
  access,
  target,
  stores,
  removes,
  keeps,
  replaces,
}: Operation): boolean =>
  access === 'update' &&
  target !== undefined &&
  removes === undefined &&
  stores !== undefined &&
  stores.entryOf === undefined &&
  stores.becomes === undefined &&
  (method === 'PUT' || keeps !== undefined || replaces !== undefined);

/** Common parts of a tool for one operation or several: its effect and texts. */
export type ToolDefinition = Pick<
  Operation,
  | 'name'
  | 'title'
  | 'titleRu'
  | 'search'
  | 'description'
  | 'access'
  | 'risk'
  | 'outboundIf'
  | 'loses'
  | 'fetches'
  | 'handler'
  | 'target'
  | 'verifiedBy'
  | 'errors'
> &
  Pick<Operation, 'params' | 'query' | 'body' | 'columns'> & {
    /** Whether what it does decides about a question, and not its class. Default: false. */
    readonly asksItself?: true;
  };

/** Operations of one part of the API. */
export interface Area {
  readonly id: string;
  readonly title: string;
  /** Words by which people look for its tools. */
  readonly search: string;
  readonly operations: readonly Operation[];
}

/** Empty arguments of a part of a request. */
type None = Readonly<Record<never, never>>;

/** An operation with its name and arguments in the type. */
export interface TypedOperation<
  Name extends string,
  Params extends Fields,
  Query extends Fields,
  Body extends Fields,
> extends Operation {
  readonly name: Name;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
}

/** Arguments of operations by name. */
export type ArgumentsByName<Some extends Operation> = {
  [One in Some as One['name']]: One extends TypedOperation<string, infer Params, infer Query, infer Body>
    ? Unchanged<z.input<z.ZodObject<Params & Query & Body, z.core.$strict>>>
    : never;
};

/** Arguments that are only read. */
type Unchanged<Value> = Value extends readonly unknown[] | object
  ? { readonly [Key in keyof Value]: Unchanged<Value[Key]> }
  : Value;

/**
 * Defines an operation. The compiler requires exactly the path parameters of the literal `route`, and reports a
 * missing, misspelt or extra one at its own line.
 */
export function operation<
  const Name extends string,
  const Route extends Method | `${Method} /${string}`,
  Params extends Fields = None,
  Query extends Fields = None,
  Body extends Fields = None,
>(
  definition: Definition &
    PathShape<Route> & {
      readonly name: Name;
      readonly route: Route;
      readonly params?: Params & Readonly<Record<Exclude<keyof Params, PathParam<Route>>, never>>;
      readonly query?: Query;
      readonly body?: Body;
    },
): TypedOperation<Name, NoInfer<Params>, NoInfer<Query>, NoInfer<Body>> {
  const [method, path] = definition.route.split(' ');
  return Object.freeze({ ...definition, method: method as Method, path });
}
