import * as z from 'zod/mini';
import { errorMessages, type PublicErrorCode, publicStatusByCode } from '../../functions/model/api-error.ts';
import type { ComponentDoc, JsonObject } from '../../functions/operations/texts.ts';

const [firstCode, ...otherCodes] = Object.keys(publicStatusByCode);

const detail = z.object({ code: z.enum([firstCode ?? '', ...otherCodes]), message: z.string() });

export const errorComponents: Record<string, ComponentDoc> = {
  ApiError: {
    schema: z.object({ error: detail }),
    description: 'The body of every failure.',
    fields: { error: 'What went wrong.' },
  },
  ApiErrorDetail: {
    schema: detail,
    description: 'What went wrong.',
    fields: { code: 'Stable code of the error. Branch on it.', message: 'Explanation for people. It may change.' },
  },
  ApiErrorCode: { schema: detail.shape.code, description: 'Stable code of an error.' },
};

/** The meaning of each code, and a message that comes with it. */
export const errorTexts: Record<PublicErrorCode, { meaning: string; message: string }> = {
  bad_request: {
    meaning: 'the request is malformed, a field is missing or a value is not valid; the message names the field',
    message: '"name" must not be empty.',
  },
  invalid_request: {
    meaning: '`channel` is not a known channel',
    message: '"channel" must be one of msgapp, social, web.',
  },
  msgapp_not_configured: {
    meaning: 'the workspace has no `msgapp` account',
    message:
      'This workspace has no msgapp number. Connect one in the dashboard, under Channels, or ask the operator to do it.',
  },
  template_malformed: {
    meaning: 'the template is malformed at the channel, or a value that it needs is missing',
    message:
      '"template.params.body.1" is required: the template order_update (en_US) has 2 placeholders. Add the value and send again.',
  },
  unauthorized: {
    meaning: 'the key is missing, malformed, unknown, revoked or expired',
    message: errorMessages.unauthorized,
  },
  plan_limit_reached: {
    meaning: 'the workspace has used up its messages for this month (UTC)',
    message: "The plan's 1000 messages for this month (UTC) are used up. Upgrade the plan, or send again next month.",
  },
  subscription_lapsed: {
    meaning: 'the subscription has lapsed: reads work, sends do not',
    message: "The workspace's subscription has lapsed, so it can read but not send. Renew the subscription.",
  },
  forbidden: {
    meaning: 'the key lacks the scope',
    message: 'This key lacks the scope contacts:write. Use a key that has it.',
  },
  not_found: { meaning: 'there is no such resource in this workspace', message: errorMessages.unknownId },
  rate_limited: {
    meaning: 'the key made more than 120 requests in a minute; wait for the seconds in `Retry-After`',
    message: 'This key may make 120 requests a minute. Try again in 17 s.',
  },
  internal: {
    meaning: 'our fault; try again, and report the `X-Request-Id` if it persists',
    message: errorMessages.internal,
  },
  platform_error: {
    meaning: 'the channel refused the message, or its response was lost; the message quotes the channel',
    message: '(#131026) Message undeliverable. The number may not be on the channel: check the number.',
  },
};

export const errorExample = (code: string): string => `#/components/examples/${code}`;

export const buildErrorExamples = (): JsonObject =>
  Object.fromEntries(
    Object.entries(errorTexts).map(([code, { message }]) => [
      code,
      { summary: code, value: { error: { code, message } } },
    ]),
  );
