import { inject } from 'vitest';
import { createApiKey } from '../../functions/domain/access/api-keys.ts';
import { createWorkspace } from '../../functions/domain/workspaces/workspaces.ts';
import { type Scope, scopes } from '../../functions/model/scope.ts';

/** An answer of the service, as a caller sees it. */
export interface ApiResponse<Body> {
  status: number;
  headers: Headers;
  /** The body as it came, and as JSON: a test that reads on says what it takes it for. */
  text: string;
  json: Body;
}

interface CallOptions {
  key?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Calls the running service. A body that is text or bytes is sent as it is. */
export const call = async <Body = unknown>(
  method: string,
  path: string,
  { key, body, headers }: CallOptions = {},
): Promise<ApiResponse<Body>> => {
  const response = await fetch(`${inject('service').baseUrl}${path}`, {
    method,
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

/** A new workspace with a key of its own: tests share the table, never a workspace. */
export const makeWorkspace = async (keyScopes: readonly Scope[] = scopes): Promise<{ id: string; key: string }> => {
  const workspace = await createWorkspace('Test', 'DE');
  return { id: workspace.id, key: await makeKey(workspace.id, keyScopes) };
};

export const makeKey = async (workspaceId: string, keyScopes: readonly Scope[] = scopes): Promise<string> => {
  const { key } = await createApiKey(workspaceId, { name: 'Test key', scopes: [...keyScopes] });
  return key;
};
