import type { ApiErrorCode } from '../api-types.ts';
import { SwitchboardConnectionError, SwitchboardError } from '../errors.ts';

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

/** What an assistant needs to act on an error. Fields without a value are left out of the JSON. */
export const describeFailure = (error: unknown): Record<string, unknown> => {
  if (error instanceof SwitchboardError) {
    const { status, code, message, channelCode, messageId, retryAfterSeconds, requestId } = error;
    return {
      status,
      code: code ?? 'unreadable_response',
      message,
      what_to_do: error.isOutcomeUnknown ? unknownOutcomeAdvice : ((code && advice[code]) ?? advice.internal),
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
