import type { z } from 'zod';
import type { Losses, Removal, ReplacedList, Stores, TargetRead } from './changed-record.ts';
import type { RowChecks } from './row-check.ts';

/** Effect of an operation on the service's data. It determines the MCP hints, read-only mode and retries. */
export type Access = 'read' | 'create' | 'update' | 'delete' | 'action';

/** Additional danger of an operation: it reaches people or other systems, or it changes permissions. */
export type Risk = 'outbound' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Executor of an operation. `http`: an HTTP request to the service. `tokens`: casebridge itself, for operations that
 * return tokens; it uses the configured credentials and does not return the tokens. No data of the service changes.
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

/**
 * Additional search words for a tool, in any inflection and language. The words of its name and title are always
 * included.
 */
export interface ToolSearchWords {
  /** Words, separated by commas. */
  readonly words?: string;
  /** Record that the tool is about. Default: the part of its name after the verb. */
  readonly subject?: string;
  /** Verbs for the action of the tool. Default: those of the first word of its name. */
  readonly act?: string;
}

/** An argument that records of one type have under another path, such as `CompanyInfo.IdNumber`. */
export interface MovedArgument {
  readonly from: string;
  readonly to: string;
  /** Argument with the type of the record, and the type. The argument has the same name in the record of `target`. */
  readonly type: readonly [name: string, value: string];
}

interface Definition {
  /** Name of the tool: `verb_noun`, at most 40 characters. */
  readonly name: string;
  readonly title: string;
  /** Title in Russian. */
  readonly titleRu: string;
  readonly search?: ToolSearchWords;
  readonly access: Access;
  readonly risk?: Risk;
  /** Alternative `METHOD /path` values of the operation, tried in order if the first one is not deployed. */
  readonly aliases?: readonly `${Method} /${string}`[];
  /** Operations to use if this one is not deployed, with their routes: earlier versions, or a similar list. */
  readonly instead?: Readonly<Record<string, `${Method} /${string}`>>;
  readonly query?: Fields;
  readonly body?: Fields;
  /** File parts (`fileContent`) of the body, which is then sent as `multipart/form-data`. */
  readonly fileParts?: readonly string[];
  /** `file`: the response is a file, or JSON if the service prefers. Default: JSON. */
  readonly answers?: 'file';
  /** Presumed arguments that the service certainly has: the API description mentions them, but without a name. */
  readonly certain?: readonly string[];
  /** A word that the path contains, if the API description does not state the path. */
  readonly pathWord?: string;
  /** For a list: how to tell from its rows that the service applied a filter. */
  readonly rows?: RowChecks;
  /**
   * True for a frequently used list. Its description then tells assistants that they can choose columns, order and
   * count.
   */
  readonly columns?: true;
  /** True if the service requires no token. */
  readonly anonymous?: true;
  /** Default: `http`. */
  readonly handler?: Exclude<Handler, 'http'>;
  /** Read of the record that the operation changes, with a mapping of its arguments. */
  readonly target?: TargetRead;
  /**
   * Arguments that the service may clear if a call omits them, with their names in the record of `target`. casebridge
   * sends their current values along.
   */
  readonly keeps?: Readonly<Record<string, string>>;
  /**
   * Arguments whose omission changes the effect of the call, with their names in the record of `target`. casebridge
   * sends their current values along, and refuses the call if the record lacks them.
   */
  readonly fills?: Readonly<Record<string, string>>;
  /** Lists that a call replaces completely. Current entries that the call omits would be deleted. */
  readonly replaces?: Readonly<Record<string, ReplacedList>>;
  /** Arguments whose value another argument takes for some types of record. casebridge moves the value there. */
  readonly moves?: readonly MovedArgument[];
  /** Data that the call removes. A call that removes data also counts as a deletion. */
  readonly loses?: Losses;
  /** Expected state of the record after the change. Default: no single record shows the result. */
  readonly stores?: Stores;
  /** Data that no longer exists after the call. casebridge verifies this with one read. */
  readonly removes?: Removal;
  /** Operation that undoes the change. Its arguments come from the change, or from the id of the created record. */
  readonly undoneBy?: { readonly tool: string; readonly args: Readonly<Record<string, string>> };
  /** Read tool that shows whether a change was executed if its response was lost. */
  readonly verifiedBy?: string;
  /**
   * Condition under which a call also counts as outbound: the argument at `path` has one of these values, or an e-mail
   * address appears in that list or in other fields. `Attendees.Type` means the type of any attendee.
   */
  readonly outboundIf?: { readonly path: string; readonly values: readonly string[] };
  /**
   * Arguments with HTML that people will see. All other texts must be plain. With `outboundIf`, this rule applies only
   * to outbound calls and to texts that the record does not contain yet.
   */
  readonly html?: readonly string[];
  /**
   * Arguments with addresses that people can open. `Buttons.Link` means the link of each button. Their schema must be a
   * plain string, because a URL schema removes spaces before casebridge can refuse them.
   */
  readonly links?: readonly string[];
  /** Arguments with addresses that the service will fetch. Only hosts that the operator allows are accepted. */
  readonly fetches?: readonly string[];
  /** Purpose, when to use it and when not, for the assistant. At most 1,000 characters. */
  readonly description: string;
  /** Next step for the assistant, by HTTP status of the service. */
  readonly errors?: Readonly<Record<number, string>>;
}

/** One operation of the API, as data. */
export interface Operation extends Definition {
  /** Method and path from the API description. Only the method if the description states no path. */
  readonly route: string;
  readonly method: Method;
  /** Undefined if the API description states no path. The operator must then configure it. */
  readonly path: string | undefined;
  readonly params?: Fields;
}

/** Value in `undoneBy` that stands for the id of the created record. */
export const createdArgument = '(created)';

/** Checks whether the service may clear record fields that a change omits. */
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

/** Common properties of tools, whether they call one operation or several: effect and texts. */
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
    /** Whether the actual changes decide if a person must confirm, instead of the class of the tool. Default: false. */
    readonly asksItself?: true;
  };

/** Operations of one part of the API. */
export interface Area {
  readonly id: string;
  readonly title: string;
  /** Search words that apply to all its tools. */
  readonly search: string;
  readonly operations: readonly Operation[];
}

/** Arguments of a request part that has none. */
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

/** Makes arguments read-only at all levels. */
type Unchanged<Value> = Value extends readonly unknown[] | object
  ? { readonly [Key in keyof Value]: Unchanged<Value[Key]> }
  : Value;

/**
 * Defines an operation. The type requires exactly the path parameters of the literal `route`. The compiler reports a
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
