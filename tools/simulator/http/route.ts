import type { IncomingHttpHeaders } from 'node:http';
import type { Simulation } from '../simulation.ts';

export interface Request {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** What stands in the path for `:id`, `:file` and the like; empty when the path has no such part. */
  id: string;
  body: Buffer;
}

export type Reply =
  | { kind: 'json'; status: number; body: unknown; headers?: Record<string, string> }
  | { kind: 'file'; mimeType: string; bytes: Buffer }
  /** Answers nothing and keeps the connection. */
  | { kind: 'hang' }
  /** Answers nothing and closes the connection. */
  | { kind: 'drop' };

export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** `:version` stands for a version such as v25.0, `:id` for one part that the handler reads. */
  path: string;
  about: string;
  handle: (request: Request, simulation: Simulation) => Reply | Promise<Reply>;
}

export const json = (body: unknown, status = 200): Reply => ({ kind: 'json', status, body });

/** Finds routes by method and path; the patterns are made once. */
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
