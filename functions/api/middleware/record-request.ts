import type { APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod/mini';
import type { KeyRefusal } from '../../domain/access/authenticate.ts';
import { recordRefusal, recordRequest } from '../../domain/access/record-request.ts';
import { recordForeignAddress } from '../../domain/audit/refused-calls.ts';
import { toErrorResponse } from '../../http/error-response.ts';
import { isDryRun, isReplay } from '../../http/request.ts';
import { type RecordedCall, redactReason } from '../../model/access/request-record.ts';
import { id as idSchema } from '../../model/id.ts';
import type { Endpoint } from '../../operations/operation.ts';
import { env } from '../../platform/env.ts';
import { newId } from '../../platform/ids.ts';
import { costFields } from '../../platform/log/invocation-trace.ts';
import { errorFields, log } from '../../platform/log/log.ts';
import { parseJson } from '../../platform/parse-json.ts';
import type { ApiMiddleware, ApiRequest } from './request.ts';

/** Inside of `idempotency`, so the record is written while the response is stored: one wait for both. */
export const beginRecord = (endpoint: Endpoint): ApiMiddleware => ({
  after: (request) => begin(endpoint, request, request.response),
  onError: (request) => begin(endpoint, request, toErrorResponse(request.error)),
});

/** Outermost but for the log line, which thus has the cost of the record. It sees the response that the caller gets. */
export const completeRecord = (endpoint: Endpoint): ApiMiddleware => {
  const complete = async (request: ApiRequest): Promise<void> => {
    const { response, internal } = request;
    begin(endpoint, request, response);
    await internal.record?.written;
    const { refusal } = internal;
    if (refusal && response) await noteRefusal(refusal, request, toCall(endpoint, request, response));
  };
  return { after: complete, onError: complete };
};

const noteRefusal = async ({ reason, apiKey }: KeyRefusal, request: ApiRequest, call: RecordedCall): Promise<void> => {
  if (reason === 'address') return write(request, () => recordForeignAddress(apiKey, call));
  if (env.recordsRequests()) await write(request, () => recordRefusal(apiKey.id, call, apiKey));
};

const begin = (endpoint: Endpoint, request: ApiRequest, response: APIGatewayProxyResult | null | undefined): void => {
  const { caller, record } = request.internal;
  if (!caller || !response || record?.status === response.statusCode || !env.recordsRequests()) return;
  if (!record && !isWorthRecording(endpoint, request, response)) return;
  const recordId = record?.id ?? newId();
  const call = toCall(endpoint, request, response);
  const written = Promise.resolve(record?.written).then(() =>
    write(request, () => recordRequest(caller.keyId, recordId, { ...call, workspace_id: caller.workspaceId })),
  );
  request.internal.record = { id: recordId, status: response.statusCode, written };
};

/** A key that exceeds its rate limit must not write. A replay and a dry run change nothing. */
const isWorthRecording = (
  { method }: Endpoint,
  { event }: ApiRequest,
  { statusCode }: APIGatewayProxyResult,
): boolean => (statusCode >= 400 ? statusCode !== 429 : method !== 'GET' && !isReplay(event) && !isDryRun(event));

const writeMsMax = 1_000;
const marginMs = 50;

/** A record that fails, or is slow, changes nothing for the caller. */
const write = async ({ context }: ApiRequest, record: () => Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const limitMs = Math.min(writeMsMax, context.getRemainingTimeInMillis() - marginMs);
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The request was not recorded within ${limitMs} ms.`)), limitMs);
  });
  await Promise.race([record(), timeout])
    .catch((error: unknown) => log('warn', 'request record', { error: errorFields(error) }))
    .finally(() => clearTimeout(timer));
};

const addressCharactersMax = 45;
const codeCharactersMax = 60;

const toCall = (
  endpoint: Endpoint,
  { internal: { event }, context }: ApiRequest,
  response: APIGatewayProxyResult,
): RecordedCall => ({
  method: endpoint.method,
  path: fillPath(endpoint.path, event.pathParameters ?? {}),
  status: response.statusCode,
  ...readFailure(response),
  duration_ms: costFields()['duration_ms'] ?? 0,
  request_id: context.awsRequestId,
  address: event.requestContext.identity.sourceIp.slice(0, addressCharactersMax),
});

/** Fills in ids alone: anything else that a caller sends in the path may be a phone number. */
const fillPath = (path: string, params: Record<string, string | undefined>): string =>
  path.replace(/\{(\w+)\}/g, (placeholder, name: string) => z.safeParse(idSchema, params[name]).data ?? placeholder);

/** The sentence of a channel may quote anything, so its code stands for it. */
const readFailure = ({
  statusCode,
  headers,
  body,
}: APIGatewayProxyResult): Pick<RecordedCall, 'code' | 'channel_code' | 'reason'> => {
  const parsed = statusCode < 400 ? {} : ((parseJson(body) ?? {}) as { error?: Record<string, unknown> });
  const { code, message } = parsed.error ?? {};
  const channelCode = headers?.['X-Channel-Error-Code'];
  return {
    code: typeof code === 'string' ? code.slice(0, codeCharactersMax) : null,
    channel_code: channelCode === undefined ? null : String(channelCode),
    reason: typeof message === 'string' && code !== 'platform_error' ? redactReason(message) : null,
  };
};
