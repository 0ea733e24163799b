import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import type { PublicErrorCode } from '../../functions/model/api-error.ts';

export interface Failure {
  status?: number;
  code: string;
  message: string;
  what_to_do: string;
  [detail: string]: unknown;
}

const advice: Record<PublicErrorCode, string> = {
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

const errorBody = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

export const readFailure = ({ status, headers }: Response, text: string): Failure => {
  const { code, message } = readError(text, status);
  const channelCode = headers.get('x-channel-error-code');
  return {
    status,
    code,
    message,
    what_to_do: channelCode === 'outcome_unknown' ? unknownOutcomeAdvice : (findAdvice(code) ?? advice.internal),
    ...readDetail('channel_error_code', channelCode),
    ...readDetail('message_id', headers.get('x-message-id')),
    ...readDetail('retry_after_seconds', headers.get('retry-after')),
    ...readDetail('request_id', headers.get('x-request-id')),
  };
};

const findAdvice = (code: string): string | undefined => Object.entries(advice).find(([name]) => name === code)?.[1];

const readDetail = (name: string, value: string | null) => (value === null ? {} : { [name]: value });

/** A proxy in between may answer with something else than JSON. */
const readError = (text: string, status: number): { code: string; message: string } => {
  try {
    return errorBody.parse(JSON.parse(text)).error;
  } catch {
    return { code: 'unreadable_response', message: `The response with status ${status} is not one of the API.` };
  }
};

export const failed = (failure: Failure): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: JSON.stringify(failure) }],
});
