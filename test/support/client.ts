import { inject } from 'vitest';
import { createApiKey } from '../../functions/domain/access/api-keys.ts';
import { createWorkspace } from '../../functions/domain/workspaces/workspaces.ts';
import { type Scope, scopes } from '../../functions/model/access/scope.ts';

export interface ApiResponse<Body> {
  status: number;
  headers: Headers;
  text: string;
  json: Body;
}

interface CallOptions {
  baseUrl?: string;
  key?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  redirect?: 'manual';
}

/** Calls the running service. A text or Buffer body is sent unchanged. */
export const call = async <Body = unknown>(
  method: string,
  path: string,
  { baseUrl = inject('service').baseUrl, key, body, headers, redirect }: CallOptions = {},
): Promise<ApiResponse<Body>> => {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    ...(redirect === undefined ? {} : { redirect }),
    headers: {
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) as Body };
};

const isRaw = (body: unknown): body is string | Buffer<ArrayBuffer> =>
  typeof body === 'string' || Buffer.isBuffer(body);

interface List<Row> {
  data: Row[];
  meta: { next_cursor: string | null };
}

/** The pages of a list, whose path has a query, to its end. Runs `between` after each. */
export const readPages = async <Row = { id: string }>(
  key: string,
  path: string,
  between = async (): Promise<unknown> => undefined,
): Promise<Row[][]> => {
  const pages: Row[][] = [];
  for (let cursor: string | null = ''; cursor !== null; await between()) {
    const { json }: { json: List<Row> } = await call<List<Row>>('GET', `${path}&cursor=${cursor}`, { key });
    pages.push(json.data);
    cursor = json.meta.next_cursor;
  }
  return pages;
};

/** Tests share the table, never a workspace. */
export const makeWorkspace = async (keyScopes: readonly Scope[] = scopes): Promise<{ id: string; key: string }> => {
  const workspace = await createWorkspace('Test', 'DE');
  return { id: workspace.id, key: await makeKey(workspace.id, keyScopes) };
};

export const makeKey = async (workspaceId: string, keyScopes: readonly Scope[] = scopes): Promise<string> => {
  const { key } = await createApiKey(workspaceId, { name: 'Test key', scopes: [...keyScopes] });
  return key;
};
