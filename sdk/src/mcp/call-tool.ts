import type { ApiErrorCode } from '../api-types.ts';
import { SwitchboardConnectionError, SwitchboardError } from '../errors.ts';
import { toSegment } from '../resource.ts';
import type { Call, Send } from '../transport.ts';

/** One operation of the API as a tool, and how to call it. */
export interface ApiTool {
  area: string;
  method: Call['method'];
  path: string;
  query: string[];
  hasBody: boolean;
  /** The description that an assistant is shown. */
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

const advice: Record<ApiErrorCode, string> = {
  bad_request: 'Fix the field that the message names. Do not repeat the call unchanged.',
  invalid_request: 'Use msgapp, social or web as channel.',
  msgapp_not_configured: 'Tell the user to connect a msgapp account in the dashboard, under Channels.',
  template_malformed: 'Add the template value that the message names.',
  unauthorized: 'Tell the user to set SWITCHBOARD_API_KEY to a valid API key.',
  plan_limit_reached: 'Tell the user. No message can be sent until next month or a higher limit.',
  subscription_lapsed: 'Tell the user to renew the subscription. Reading still works.',
  forbidden: 'Tell the user that the API key lacks the scope that the message names.',
  not_found: 'Check the id with the tool that lists these resources.',
  rate_limited: 'Wait for retry_after_seconds, then call the tool again.',
  internal: 'Call the tool again, with the same idempotency_key. If it persists, report request_id.',
  platform_error: 'Read the message. Send again only if it says that nothing was sent and the cause is fixed.',
};

const unknownOutcomeAdvice =
  'Do not send the message again. Look up its status with listMessages: it may have been delivered.';

/** For a response that is not from the API: a page of a proxy in between, or of another address. */
const adviseOnPage = ({ status }: SwitchboardError): string =>
  status === 429 || status >= 500
    ? 'Call the tool again later, a POST only with the idempotency_key of this call: it may have taken effect. ' +
      'If it persists, tell the user that the service, or a proxy in front of it, is down.'
    : 'Do not repeat the call. Tell the user to check SWITCHBOARD_URL, and any proxy or firewall in front of it: ' +
      'what answers there is not the API.';

const toAdvice = (error: SwitchboardError): string => {
  if (error.isOutcomeUnknown) return unknownOutcomeAdvice;
  return error.code === undefined ? adviseOnPage(error) : (advice[error.code] ?? advice.internal);
};

/** Says what an assistant needs to act on an error. Fields without a value are left out of the JSON. */
const describeFailure = (error: unknown): Record<string, unknown> => {
  if (error instanceof SwitchboardError) {
    const { status, code, message, channelCode, messageId, retryAfterSeconds, requestId } = error;
    return {
      status,
      code: code ?? 'unreadable_response',
      message,
      what_to_do: toAdvice(error),
      channel_error_code: channelCode,
      message_id: messageId,
      retry_after_seconds: retryAfterSeconds,
      request_id: requestId,
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof SwitchboardConnectionError)
    return {
      code: 'no_response',
      message,
      what_to_do: 'Check that the service runs. Repeat a POST only with the idempotency_key of this call.',
    };
  return { code: 'bad_request', message, what_to_do: advice.bad_request };
};
