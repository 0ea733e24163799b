import { compose } from '../http/compose.ts';
import { errorResponse } from '../http/error-response.ts';
import { requestId } from '../http/request-id.ts';
import { requestLog } from '../http/request-log.ts';
import { ApiError } from '../model/api-error.ts';
import { noStore } from './middleware/no-store.ts';

export const unknownRoute = (functionName: string) =>
  compose(async () => {
    throw new ApiError('not_found', 'Unknown path or method.');
  }, [requestId(), requestLog(functionName), noStore(), errorResponse()]);
