import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Connection } from './connection.ts';
import { type Failure, failed, readFailure } from './failure.ts';
import type { Operation, Parameter } from './operations.ts';
import { toArgumentName } from './tool.ts';

type Arguments = Record<string, unknown>;

const timeoutMs = 30_000;

/** More would crowd out the rest of a conversation with an assistant. */
const resultCharactersMax = 40_000;

export const callOperation = async (
  connection: Connection,
  operation: Operation,
  args: Arguments,
): Promise<CallToolResult> => {
  const invalid = operation.parameters.find(({ name, in: place }) => place === 'path' && !isId(args[name]));
  if (invalid) {
    const message = `"${invalid.name}" must be the id of a resource, a UUID.`;
    return failed({ code: 'bad_request', message, what_to_do: 'Find the id with the tool that lists the resources.' });
  }
  const stray = operation.body && args['body'] === undefined ? findStray(operation, args) : undefined;
  if (stray !== undefined) {
    const message = `"${stray}" is not an argument of this tool. The fields of the request belong under "body".`;
    return failed({ code: 'bad_request', message, what_to_do: 'Call the tool again with { "body": { … } }.' });
  }
  const response = await request(connection, operation, args);
  if ('code' in response) return failed(response);
  const text = await response.text();
  return response.ok || response.status === 302 ? succeeded(text) : failed(readFailure(response, text));
};

/** Anything else, such as "..", could lead to another path. */
const isId = (value: unknown): boolean => typeof value === 'string' && /^[\w-]+$/.test(value);

const findStray = ({ parameters }: Operation, args: Arguments): string | undefined => {
  const names = parameters.map(toArgumentName);
  return Object.keys(args).find((name) => !names.includes(name));
};

const request = async (
  { baseUrl, apiKey }: Connection,
  operation: Operation,
  args: Arguments,
): Promise<Response | Failure> => {
  try {
    return await fetch(`${baseUrl}${buildPath(operation, args)}`, {
      method: operation.method,
      // An assistant is told where a file is, not its bytes.
      redirect: 'manual',
      headers: {
        Authorization: `Bearer ${apiKey}`,
        'Content-Type': 'application/json',
        ...Object.fromEntries(pick(operation, 'header', args)),
      },
      ...(operation.body ? { body: JSON.stringify(args['body'] ?? {}) } : {}),
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    const message = `${baseUrl} gave no response: ${error instanceof Error ? error.message : error}`;
    const what_to_do = 'Check that the service runs. Repeat a POST only with the idempotency_key of this call.';
    return { code: 'no_response', message, what_to_do };
  }
};

const buildPath = (operation: Operation, args: Arguments): string => {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(args[name])));
  const query = new URLSearchParams(pick(operation, 'query', args)).toString();
  return query === '' ? path : `${path}?${query}`;
};

const pick = ({ parameters }: Operation, place: Parameter['in'], args: Arguments): [string, string][] =>
  parameters
    .filter((parameter) => parameter.in === place)
    .flatMap((parameter) => {
      const value = args[toArgumentName(parameter)];
      return value === undefined || value === null ? [] : [[parameter.name, String(value)]];
    });

const succeeded = (text: string): CallToolResult => {
  if (text.length <= resultCharactersMax) return { content: [{ type: 'text', text }] };
  const note = `The result has ${text.length} characters, of which ${resultCharactersMax} are shown. Use a smaller limit.`;
  return {
    content: [
      { type: 'text', text: text.slice(0, resultCharactersMax) },
      { type: 'text', text: note },
    ],
  };
};
