import type { z } from 'zod';
import type { Losses, Removal, ReplacedList, Stores, TargetRead } from './changed-record.ts';
import type { RowChecks } from './row-check.ts';

/** Effect of an operation on the service's data. It determines MCP hints, read-only mode and retries. */
export type Access = 'read' | 'create' | 'update' | 'delete' | 'action';

/**
 * Additional danger. `outbound`: notifies people or makes the service contact another server. `admin`: changes
 * permissions and the like.
 */
export type Risk = 'outbound' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Executor of an operation. `http`: the service, by an HTTP request. `tokens`: casebridge itself, for operations that
 * return tokens in the API. It uses the configured credentials and does not return the tokens. No service data changes.
 */
export type Handler = 'http' | 'tokens';

/** Arguments in one part of a request (path, query or body), under the API's names. */
export type Fields = Readonly<Record<string, z.ZodType>>;

/** `'/api/v2/objects/{id}/notes/{noteId}'` → `'id' | 'noteId'`. */
type PathParam<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParam<Rest>
  : never;

type PathShape<Path extends string> = [PathParam<Path>] extends [never]
  ? { readonly params?: never }
  : { readonly params: Readonly<Record<PathParam<Path>, z.ZodType>> };

/** Search words besides name and title, in either language and any inflection. */
export interface ToolSearchWords {
  /** Words, separated by commas. */
  readonly words?: string;
  /** Record that the tool is about. Default: the part of the tool's name after the verb. */
  readonly subject?: string;
  /** Verbs that describe the tool's action. Default: those for the first word of its name. */
  readonly act?: string;
}

/** An argument that records of one type have under another path, such as `CompanyInfo.IdNumber`. */
export interface MovedArgument {
  readonly from: string;
  readonly to: string;
  /**
   * Name of the argument that contains the type of the record, and the value of that type. The record of `target` has a
   * field with the same name.
   */
  readonly type: readonly [name: string, value: string];
}

interface Definition {
  /** Name of the tool: `verb_noun`, at most 40 characters. */
  readonly name: string;
  readonly title: string;
  readonly titleRu: string;
  readonly search?: ToolSearchWords;
  readonly access: Access;
  readonly risk?: Risk;
  /**
   * Other `METHOD /path` combinations for the operation. They are tried in order if the deployment lacks the first one.
   */
  readonly aliases?: readonly `${Method} /${string}`[];
  /** Operations to use if the deployment lacks this one, with their routes: earlier versions, or a similar list. */
  readonly instead?: Readonly<Record<string, `${Method} /${string}`>>;
  readonly query?: Fields;
  readonly body?: Fields;
  /** File parts (`fileContent`) of the body, which is then sent as `multipart/form-data`. */
  readonly fileParts?: readonly string[];
  /** `file`: the response is a file, or JSON if the service chooses so. Default: JSON. */
  readonly answers?: 'file';
  /**
   * Arguments with a guessed name (`presumed`) that the service certainly accepts, because the API description mentions
   * them without a name.
   */
  readonly certain?: readonly string[];
  /**
   * Word in the path or `operationId`, by which casebridge finds an operation whose path the API description does not
   * state.
   */
  readonly pathWord?: string;
  /** For a list: how a returned row shows that the service applied a filter. */
  readonly rows?: RowChecks;
  /** True for a frequent list. Its description says that columns, order and count can be chosen. */
  readonly columns?: true;
  readonly anonymous?: true;
  /** Default: `http`. */
  readonly handler?: Exclude<Handler, 'http'>;
  /** How to read the record that the operation changes. */
  readonly target?: TargetRead;
  /**
   * Arguments whose values the service may clear if a call omits them, with their field names in the record of
   * `target`. casebridge adds the current values to the request.
   */
  readonly keeps?: Readonly<Record<string, string>>;
  /**
   * Arguments whose omission would change the effect of the call, with their field names in the record of `target`.
   * casebridge adds the current values to the request. If the record lacks such a value, casebridge refuses the call.
   */
  readonly fills?: Readonly<Record<string, string>>;
  /** Lists that a call replaces completely. The service would delete the current entries that the call omits. */
  readonly replaces?: Readonly<Record<string, ReplacedList>>;
  /** Arguments whose value another argument takes for some types of record. casebridge moves the value there. */
  readonly moves?: readonly MovedArgument[];
  /**
   * Argument with the full name of a person, which the service splits, and the argument with the parts of the name. If
   * the record of `target` shows that the service would swap parts, casebridge refuses the call.
   */
  readonly splits?: Readonly<Record<string, string>>;
  /** Data that the call removes from a record. A call that removes data also counts as a deletion. */
  readonly loses?: Losses;
  /** Expected state of the record after the change. Default: no single record contains the result. */
  readonly stores?: Stores;
  /** Data that no longer exists after the call. One read verifies this. */
  readonly removes?: Removal;
  /**
   * Set if the service fills the placeholders of a template. Names the argument with the template's id, and the
   * operation that changes the new document, with its arguments. After the change, casebridge compares both documents
   * and reports empty placeholders.
   */
  readonly fillsTemplate?: {
    readonly template: string;
    readonly next: { readonly tool: string; readonly id: string; readonly fields: readonly string[] };
  };
  /** Operation that undoes the change, with the original arguments or the created id. */
  readonly undoneBy?: { readonly tool: string; readonly args: Readonly<Record<string, string>> };
  /** Read tool that shows whether the change was executed, for a change whose response was lost. */
  readonly verifiedBy?: string;
  /**
   * Condition under which a call also counts as outbound. It is met if the arguments or the record have one of these
   * values at `path`. It is also met if the list at `path`, or the argument `more`, contains an e-mail address.
   * `Attendees.Type` means the type of any attendee.
   */
  readonly outboundIf?: { readonly path: string; readonly values: readonly string[] };
  /**
   * Arguments with HTML that people will see. All other string arguments must be plain text. If `outboundIf` is set,
   * this rule applies only to outbound calls and to text that the record does not contain yet.
   */
  readonly html?: readonly string[];
  /**
   * Arguments with addresses that people can open. `Buttons.Link` means the link of every button. Their schema must be
   * a plain string, because a URL schema removes spaces before casebridge can refuse them.
   */
  readonly links?: readonly string[];
  /** Arguments with addresses that the service will fetch. Only hosts that the operator allowed are accepted. */
  readonly fetches?: readonly string[];
  /** Description for assistants: purpose, when to use the tool, and when not. At most 1,000 characters. */
  readonly description: string;
  /** Sentence that tells the assistant what to do next, by the HTTP status of the service's response. */
  readonly errors?: Readonly<Record<number, string>>;
}

/** One operation of the API, as data. */
export interface Operation extends Definition {
  /** Method and path from the API description. Only the method if the description contains no path. */
  readonly route: string;
  readonly method: Method;
  /** Undefined if the API description contains no path. The operator must then configure it. */
  readonly path: string | undefined;
  readonly params?: Fields;
}

/** Value in `undoneBy` that stands for the id of the created record. */
export const createdArgument = '(created)';

/** Checks whether the service may clear record fields that a call omits. */
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

/** Properties that every tool has, whether it runs one operation or several: effects and wording. */
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
    /**
     * True if the planned changes decide whether a person must confirm the call. Default: the tool's access class
     * decides.
     */
    readonly asksItself?: true;
  };

/** Operations of one part of the API. */
export interface Area {
  readonly id: string;
  readonly title: string;
  readonly search: string;
  readonly operations: readonly Operation[];
}

type None = Readonly<Record<never, never>>;

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

export type ArgumentsByName<Some extends Operation> = {
  [One in Some as One['name']]: One extends TypedOperation<string, infer Params, infer Query, infer Body>
    ? Unchanged<z.input<z.ZodObject<Params & Query & Body, z.core.$strict>>>
    : never;
};

type Unchanged<Value> = Value extends readonly unknown[] | object
  ? { readonly [Key in keyof Value]: Unchanged<Value[Key]> }
  : Value;

/** Defines an operation. The compiler requires exactly the path parameters of `route`. */
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
