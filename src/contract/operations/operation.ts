import type { z } from 'zod';
import type { RowChecks } from './row-check.ts';

/** What an operation does to the service's data. It decides the MCP hints, read-only mode and what may be repeated. */
export type Access = 'read' | 'create' | 'update' | 'delete' | 'action';

/** What makes an operation dangerous beyond its access: it reaches people or other systems, or it changes who may do what. */
export type Risk = 'outbound' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who carries an operation out: the service, by what is sent to it, or where it hands out tokens the bridge itself.
 * Credentials come from the configuration then, and the tokens are not answered; nothing of the service's data changes.
 */
export type Handler = 'http' | 'tokens';

/** Arguments of one place (path, query or body) by the API's own names. */
export type Fields = Readonly<Record<string, z.ZodType>>;

/** `'/api/v2/objects/{id}/notes/{noteId}'` → `'id' | 'noteId'`. */
type PathParam<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParam<Rest>
  : never;

type PathShape<Path extends string> = [PathParam<Path>] extends [never]
  ? { readonly params?: never }
  : { readonly params: Readonly<Record<PathParam<Path>, z.ZodType>> };

/** A read, and which argument here gives which one there. */
export interface ReadOf {
  readonly tool: string;
  /** The read of a newer version, which shows more fields. It is used if the service has it. */
  readonly newest?: string;
  readonly args: Readonly<Record<string, string>>;
}

/** The record that an operation acts on. */
interface Target extends ReadOf {
  /**
   * Values of the record's fields with which the service refuses the operation with 409, as the API description says:
   * then nobody is asked.
   */
  readonly hinderedBy?: Readonly<Record<string, string>>;
  /** Whether the arguments are likely to lead there, and no more: what they do not find is no reason to refuse a call. */
  readonly isPresumed?: true;
}

/** A list that a change writes whole. */
export interface ReplacedList {
  /** Fields that tell its entries apart; none where an entry is a plain value. */
  readonly by: readonly string[];
  /**
   * What happens to entries that a call leaves out: it is refused unless it names them in `drop`; they are sent along;
   * or they go, and the answer tells which.
   */
  readonly missing: 'refused' | 'kept' | 'told';
  /** The service leaves the list out of what it answers where it is empty. */
  readonly isSparse?: true;
}

/**
 * What a call takes away from the record that `target` shows, without deleting it. Whatever of the record a call gives
 * empty, or as a shorter list, is lost too, and so are entries of `replaces`.
 */
export interface Losses {
  /** Fields whose present values go with every call. */
  readonly always?: readonly string[];
  /** Arguments that are written whole: what they, or a call without them, leave out is emptied, or may be. */
  readonly whole?: readonly string[];
  /** The argument without which all entries of a list go that agree with the call: its field, and which argument it is. */
  readonly without?: {
    readonly argument: string;
    readonly list: string;
    readonly where: Readonly<Record<string, string>>;
  };
  /** The argument that holds rows to delete, each by `Tag` and `Ordinal`. */
  readonly rows?: string;
  /** The argument that holds a card's fields, and the read that tells them by the type of the record. */
  readonly card?: { readonly argument: string; readonly tool: string; readonly type: string };
}

/** What a change writes: the record shows its body afterwards, by the same names or as references. */
export interface Stores {
  /** Arguments of the body that only say how the record is changed, or that it does not show. */
  readonly without?: readonly string[];
  /** What an argument is called in the record, where that is neither its own name nor the same without `Id`. */
  readonly names?: Readonly<Record<string, string>>;
  /** The list of the record that gets one more entry, where that is what is written. */
  readonly entryOf?: string;
  /** Arguments that are ids of words, and the field that shows these words. */
  readonly named?: Readonly<Record<string, string>>;
  /** The state in which the record is afterwards, whatever the body says. */
  readonly becomes?: 'archived' | 'in work';
  /** File parts, and the fields that show name and size of each. */
  readonly file?: Readonly<Record<string, { readonly name: string; readonly size: string }>>;
  /** The read of the new record by its id. */
  readonly shownBy?: string;
  /** The read of what was changed; left out: `target`. */
  readonly shownAt?: ReadOf;
}

/** What a call takes away: the record that `target` shows, or entries of one of its lists. */
export interface Removal {
  /** The list; empty: the read shows nothing else. Left out: the whole record. */
  readonly list?: string;
  /** Fields of its entries, and the arguments that tell which: what comes first stays in others where more are given. */
  readonly where?: Readonly<Record<string, string>>;
  /** The read that shows it; left out: `target`. */
  readonly shownAt?: ReadOf;
}

interface Definition {
  /** Name of the tool: `verb_noun`, at most 40 characters. */
  readonly name: string;
  readonly title: string;
  readonly access: Access;
  readonly risk?: Risk;
  /** Further `METHOD /path` spellings of the same operation, tried when the first is not deployed. */
  readonly aliases?: readonly `${Method} /${string}`[];
  readonly query?: Fields;
  readonly body?: Fields;
  /** The body goes as `multipart/form-data`; these of its fields are file parts (`fileContent`). */
  readonly fileParts?: readonly string[];
  /** `file`: the answer is a file, or JSON where the service chooses so. Left out: always JSON. */
  readonly answers?: 'file';
  /** Presumed arguments that the API's description speaks of without their names: the service surely takes them. */
  readonly certain?: readonly string[];
  /** Where the description states no path: a word of it. */
  readonly pathWord?: string;
  /** Of a list: how its rows show that the service heeded what was asked. */
  readonly rows?: RowChecks;
  /** Of a list with which many questions begin: assistants are told that they can ask for columns, order and number. */
  readonly columns?: true;
  /** The service asks for no token. */
  readonly anonymous?: true;
  /** Left out: `http`. */
  readonly handler?: Exclude<Handler, 'http'>;
  /** The read that shows what the operation is about to act on: its tool, and which argument here gives which one there. */
  readonly target?: Target;
  /**
   * Arguments that the service may empty where they are left out, and the name that each has in what `target` reads:
   * the bridge sends along what is there.
   */
  readonly keeps?: Readonly<Record<string, string>>;
  /**
   * Arguments that the service, left without them, takes for something else than what is meant, and the name that each
   * has in what `target` reads: sent along too, and the call is refused where that does not show them.
   */
  readonly fills?: Readonly<Record<string, string>>;
  /** Lists that are written whole: an entry that `target` shows and a call leaves out would be lost. */
  readonly replaces?: Readonly<Record<string, ReplacedList>>;
  /** A call that loses what the service holds counts as one that deletes, too. */
  readonly loses?: Losses;
  /** Left out: what became of it does not show in one record. */
  readonly stores?: Stores;
  /** What is gone afterwards: one read shows whether it is. */
  readonly removes?: Removal;
  /** The read tool that shows whether a change was made whose answer was lost. */
  readonly verifiedBy?: string;
  /**
   * A call is outbound too if the argument at a path (`Attendees.Type`: that of each) has one of these values, or if an
   * e-mail address stands anywhere in that list or among other fields.
   */
  readonly outboundIf?: { readonly path: string; readonly values: readonly string[] };
  /**
   * People will see the arguments: these hold markup, all other texts must be plain. With `outboundIf`, this holds for
   * calls that are outbound, and for texts that the record does not hold already.
   */
  readonly html?: readonly string[];
  /**
   * Arguments that hold addresses which people will be offered to open; `Buttons.Link`: that of each button. Their
   * schemas are of texts: that of an address takes blanks away before anybody could refuse them.
   */
  readonly links?: readonly string[];
  /** Arguments that hold addresses which the service is made to fetch: only from hosts that the operator named. */
  readonly fetches?: readonly string[];
  /** What it does, when to use it and when not: for the assistant, at most 1,000 characters. */
  readonly description: string;
  /** The assistant's next step for a status of the service. */
  readonly errors?: Readonly<Record<number, string>>;
}

/** One operation of the API, as data. */
export interface Operation extends Definition {
  /** Method and path exactly as the API's description states them; only the method where it states no path. */
  readonly route: string;
  readonly method: Method;
  /** Undefined where the description states none: then a deployment has to say it. */
  readonly path: string | undefined;
  readonly params?: Fields;
}

/** Whether a service may empty what a change of a record leaves out. */
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

/** What is known of a tool, whether it is one operation or does more: what it does, and the words for it. */
export type ToolDefinition = Pick<
  Operation,
  | 'name'
  | 'title'
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
  Pick<Operation, 'params' | 'query' | 'body' | 'columns'>;

/** The operations of one part of the API. */
export interface Area {
  readonly id: string;
  readonly title: string;
  readonly operations: readonly Operation[];
}

/** No arguments of a place. */
type None = Readonly<Record<never, never>>;

/** An operation whose name, and whose arguments, the compiler knows. */
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

/** What each of some operations takes, by its name. */
export type ArgumentsByName<Some extends Operation> = {
  [One in Some as One['name']]: One extends TypedOperation<string, infer Params, infer Query, infer Body>
    ? Unchanged<z.input<z.ZodObject<Params & Query & Body, z.core.$strict>>>
    : never;
};

/** Arguments that are read alone. */
type Unchanged<Value> = Value extends readonly unknown[] | object
  ? { readonly [Key in keyof Value]: Unchanged<Value[Key]> }
  : Value;

/**
 * Defines an operation. The compiler demands exactly the path parameters that the literal `route` names; a missing,
 * misspelt or extra one is refused at its own line.
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
