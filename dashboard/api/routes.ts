import type { OperationId, Operations } from '../../functions/dashboard/operations.ts';

type Routes = { [Id in OperationId]: `${Operations[Id]['method']} ${Operations[Id]['path']}` };

/** Vite fills in the method and path of each contract, and nothing else of it, so no schema reaches the browser. */
declare const operationRoutes: Routes;

const routeOf = (id: OperationId): string => operationRoutes[id];

type ParameterNames<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParameterNames<Rest> : never;

export type Params<Id extends OperationId> = Record<ParameterNames<Routes[Id]>, string>;

/** The workspace may be left out where the current one is filled in. */
export type GivenParams<Id extends OperationId> = Routes[Id] extends `${string} /w/{workspace_id}${string}`
  ? Record<Exclude<keyof Params<Id>, 'workspace_id'>, string> & { workspace_id?: string }
  : Params<Id>;

export const isInWorkspace = (id: OperationId): boolean => routeOf(id).includes(' /w/{workspace_id}/');

export const methodOf = (id: OperationId): string => splitRoute(id).method;

/** `input` becomes the query of a GET; undefined values are left out. */
export const urlOf = (id: OperationId, params: Record<string, string>, input?: Record<string, unknown>): string => {
  const path = splitRoute(id).path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(required(params, name)),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input ?? {})) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  return `/api${path}${query.size > 0 ? `?${query}` : ''}`;
};

const splitRoute = (id: OperationId) => {
  const [method = '', path = ''] = routeOf(id).split(' ');
  return { method, path };
};

const required = (params: Record<string, string>, name: string): string => {
  const value = params[name];
  if (!value) throw new Error(`The path parameter "${name}" is missing.`);
  return value;
};
