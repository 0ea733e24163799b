import { toSegment } from '../resource.ts';
import type { Call, Send } from '../transport.ts';
import { describeFailure } from './failure.ts';

/** One operation of the API as a tool, and how to call it. */
export interface ApiTool {
  area: string;
  method: Call['method'];
  path: string;
  query: string[];
  hasBody: boolean;
  /** What an assistant is shown. */
  tool: { name: string; [field: string]: unknown };
}

export interface ToolResult {
  isError?: true;
  content: { type: 'text'; text: string }[];
  structuredContent?: object;
}

type Arguments = Readonly<Record<string, unknown>>;

/** Assistants wait for about a minute, so a call with its retries takes less. */
const timeoutMs = 50_000;

/** More would crowd out the rest of a conversation with an assistant. */
const readCharactersMax = 40_000;

export const callTool = async (
  send: Send,
  tool: ApiTool,
  args: Arguments,
  signal: AbortSignal,
): Promise<ToolResult> => {
  try {
    const result = await send<object>(toCall(tool, args, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])));
    const text = JSON.stringify(result);
    if (tool.method === 'GET' && text.length > readCharactersMax)
      throw new TypeError(`The result has ${text.length} characters. Call the tool again with a smaller "limit".`);
    return { content: [{ type: 'text', text }], structuredContent: result };
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(describeFailure(error)) }] };
  }
};

const toCall = ({ method, path, query, hasBody }: ApiTool, args: Arguments, signal: AbortSignal): Call => {
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
  const { idempotency_key: idempotencyKey, body, ...others } = args;
  const [own, stray] = split(others, [...ids, ...query]);
  const [first] = Object.keys(stray);
  if (first !== undefined && (!hasBody || body !== undefined))
    throw new TypeError(`"${first}" is not an argument of this tool${hasBody ? ': put it under "body"' : ''}.`);
  return {
    method,
    path: path.replaceAll(/\{(\w+)\}/g, (_, name) => toId(name, own[name])),
    query: split(own, query)[0],
    ...(hasBody ? { body: readBody(body) ?? stray } : {}),
    options: { signal, ...(idempotencyKey === undefined ? {} : { idempotencyKey: String(idempotencyKey) }) },
  };
};

/** The arguments with these names, and the others. Assistants send null for what they leave out. */
const split = (args: Arguments, names: readonly string[]): [Arguments, Arguments] => {
  const entries = Object.entries(args).filter(([, value]) => value !== null);
  const isNamed = ([name]: [string, unknown]) => names.includes(name);
  return [Object.fromEntries(entries.filter(isNamed)), Object.fromEntries(entries.filter((entry) => !isNamed(entry)))];
};

const toId = (name: string, value: unknown): string => {
  if (typeof value !== 'string' || !/^[\w-]+$/.test(value))
    throw new TypeError(`"${name}" must be the id of a resource. Find it with the tool that lists the resources.`);
  return toSegment(value);
};

/** Some assistants send the body as text. */
const readBody = (body: unknown): unknown => {
  if (typeof body !== 'string') return body;
  try {
    return JSON.parse(body);
  } catch {
    throw new TypeError('"body" must be a JSON object.');
  }
};
