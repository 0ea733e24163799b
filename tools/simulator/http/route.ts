import type { IncomingHttpHeaders } from 'node:http';
import type { Simulation } from '../simulation.ts';

export interface Request {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  id: string;
  body: Buffer;
}

export type Reply =
  | { kind: 'json'; status: number; body: unknown; headers?: Record<string, string> }
  | { kind: 'file'; mimeType: string; bytes: Buffer }
  /** Never responds and keeps the connection open. */
  | { kind: 'hang' }
  /** Closes the connection without a response. */
  | { kind: 'drop' };

export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** `:version` matches for example v25.0, `:id` one segment. */
  path: string;
  about: string;
  handle: (request: Request, simulation: Simulation) => Reply | Promise<Reply>;
}

export const json = (body: unknown, status = 200): Reply => ({ kind: 'json', status, body });

export const createRouter = (routes: readonly Route[]) => {
  const compiled = routes.map((route) => ({ route, pattern: toPattern(route.path) }));
  return (method: string, path: string): { route: Route; id: string } | undefined => {
    for (const { route, pattern } of compiled) {
      const match = route.method === method ? pattern.exec(path) : null;
      if (match) return { route, id: match[1] ?? '' };
    }
    return undefined;
  };
};

const toPattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(':version', 'v\\d+\\.\\d+').replace(':id', '([^/]+)')}$`);
