import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { compose, type GatewayHandler } from '../../http/compose.ts';
import { requestId } from '../../http/request-id.ts';
import { requestLog } from '../../http/request-log.ts';
import { noStore } from '../middleware/no-store.ts';
import { redirectOnError } from './redirect.ts';

/** For the routes to which the browser navigates. */
export const handleNavigation = (
  operation: string,
  run: (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>,
): GatewayHandler =>
  compose(
    (event, context) => run(event as APIGatewayProxyEvent, context),
    [requestId(), requestLog(operation), noStore(), redirectOnError()],
  );
