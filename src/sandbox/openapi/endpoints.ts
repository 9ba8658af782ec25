import type { Route } from '../http/route.ts';

/** One path of a route, as an operation of an OpenAPI document. */
export interface Endpoint {
  readonly entry: Route;
  readonly method: string;
  readonly path: string;
  /** Version of the document. */
  readonly version: number;
}

export const publicVersions = [1, 2, 3, 4] as const;

/** Returns the endpoints of a version's document. */
export function endpointsOf(routes: readonly Route[], version: number): Endpoint[] {
  return routes
    .filter(({ unlisted }) => !unlisted)
    .flatMap((entry) =>
      entry.paths.map((text) => {
        const space = text.indexOf(' ');
        return { entry, method: text.slice(0, space), path: text.slice(space + 1), version };
      }),
    )
    .filter(({ path }) => versionsOf(path).includes(version));
}

/**
 * Returns the versions whose documents contain a path. Paths of role permissions have no version and are in all
 * documents (VER-2). Other paths without a version are in v1.
 */
function versionsOf(path: string): readonly number[] {
  const stated = /^\/api\/v(\d)\//i.exec(path)?.[1];
  if (stated !== undefined) return [Number(stated)];
  return path.includes('/RolePermissions') ? publicVersions : [1];
}

/** Returns the path below the version: `'documents/{id}'`. */
export const localPath = (path: string) => path.replace(/^(\/api)?(\/v\d+)?\//i, '');

const renamedTags: Readonly<Record<string, string>> = {
  UserManagment: 'RolePermissions',
  UserManagement: 'RolePermissions',
  Upload: 'Files',
  Download: 'Files',
};

/** Returns the tag (area of the API) under which an operation is listed. */
export function tagOf(path: string): string {
  const tag = capital(/^\w+/.exec(localPath(path))?.[0] ?? 'Service');
  return renamedTags[tag] ?? tag;
}

/** Returns the id of an operation: `'GetDocumentsByIdSignByUserId'`. */
export function operationIdOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  const words = localPath(path)
    .replace(/\{(\w+)\}/g, (_, name: string) => `/By${capital(name)}`)
    .split(/\W+/);
  return [method.toLowerCase(), ...words].map(capital).join('');
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
