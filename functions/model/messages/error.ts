import * as z from 'zod/mini';

export interface ChannelError {
  code: number | null;
  message: string;
  details: string | null;
}

/** Why a message failed: the channel's code and words, or ours where the channel said nothing or was not called. */
export const messageError = z.object({
  code: z.nullable(z.union([z.number(), z.string()])),
  message: z.string(),
  details: z.nullable(z.string()),
  retry_after_seconds: z.optional(z.number()),
});

export type MessageError = z.output<typeof messageError>;

/** Recorded after the check. A later receipt still proves that the message was sent. */
export const outcomeUnknown = {
  code: 'outcome_unknown',
  message: 'The outcome is unknown: no response and no receipt arrived. The message may have been delivered.',
  details: null,
} as const satisfies MessageError;

export const publicMessageError = z.object({ code: z.string(), message: z.string() });

export const toPublicMessageError = (error: MessageError): z.output<typeof publicMessageError> => ({
  code: toPublicErrorCode(error),
  message: formatChannelError(error),
});

/** The channel's number as text, or a word of ours; `unspecified` if the channel gave none. */
export const toPublicErrorCode = ({ code }: Pick<MessageError, 'code'>): string =>
  code === null ? 'unspecified' : String(code);

/** Writes `(#132012) Parameter format … - header: Format mismatch …`, for example, then what to do about it. */
export const formatChannelError = (error: MessageError): string => {
  const { code } = error;
  const text = quoteChannelError(error);
  const advice = typeof code === 'number' ? adviceByCode[code] : undefined;
  return advice === undefined ? text : `${text.replace(/\.?$/, '.')} ${advice}`;
};

/** The channel's own words. */
export const quoteChannelError = ({ code, message, details }: MessageError): string => {
  const withCode = typeof code !== 'number' || message.includes(`#${code}`) ? message : `(#${code}) ${message}`;
  return details === null || saysTheSame(message, details) ? withCode : `${withCode} - ${details}`;
};

const saysTheSame = (message: string, details: string): boolean => toWords(message) === toWords(details);

const toWords = (text: string): string =>
  text
    .replace(/^\(#\d+\) /, '')
    .replace(/\.$/, '')
    .toLowerCase();

export const adviceByCode: Record<number, string> = {
  190: "The access token of the workspace's account is not valid. Connect the account again in the dashboard, under Channels.",
  131026:
    'The number may not be on the channel, or may have blocked or never accepted this business: check the number.',
  131047: 'Send an approved template (type: template) instead.',
  132001: 'No approved template has this name in this language. Check both: en is not en_US.',
  132015: 'Improve it at the channel, or send another template.',
  132016: 'Create a new template, or send another one.',
  2534022: 'Wait until the customer writes again. Members can answer in the dashboard for 7 days.',
};

/** The errors of its own that sending has. */
export const sendErrorCodes = [
  'msgapp_not_configured',
  'template_malformed',
  'plan_limit_reached',
  'subscription_lapsed',
  'platform_error',
] as const;
