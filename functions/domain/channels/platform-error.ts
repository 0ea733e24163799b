import { ApiError } from '../../model/api-error.ts';
import { formatChannelError, type MessageError, toPublicErrorCode } from '../../model/messages/error.ts';

/** The 502 of a send. Its headers tell programs what the text tells people; nothing is stored without a message id. */
export const platformError = (error: MessageError, messageId?: string): ApiError => {
  const { retry_after_seconds: retryAfterSeconds } = error;
  return new ApiError('platform_error', formatChannelError(error), {
    headers: {
      'X-Channel-Error-Code': toPublicErrorCode(error),
      ...(messageId === undefined ? {} : { 'X-Message-Id': messageId }),
      ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
    },
  });
};
