import { compose } from '../http/compose.ts';
import { errorResponse } from '../http/error-response.ts';
import { requestId } from '../http/request-id.ts';
import { requestLog } from '../http/request-log.ts';
import { ApiError, errorMessages } from '../model/api-error.ts';

export const handler = compose(async () => {
  throw new ApiError('not_found', errorMessages.unknownRoute);
}, [requestId(), requestLog('signIn'), errorResponse()]);
