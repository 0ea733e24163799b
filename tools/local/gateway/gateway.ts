import { startHttpServer } from '../http-server.ts';
import { getFunctionByReference } from '../lambda/find-function.ts';
import type { HostedFunction } from '../lambda/function-host.ts';
import { answerRequest } from './answer-request.ts';
import { newRequestIds } from './gateway-request.ts';
import { buildErrorResponse } from './gateway-response.ts';
import type { RestApi } from './rest-api.ts';
import { createThrottle } from './throttle.ts';

export interface Gateway {
  baseUrl: string;
  stop: () => Promise<void>;
}

export const startGateway = async (api: RestApi, functions: HostedFunction[], port: number): Promise<Gateway> => {
  // A route to a missing function fails at startup, not on its first request.
  for (const { functionArn } of api.routes) getFunctionByReference(functions, functionArn);
  const admitsRequest = api.throttle ? createThrottle(api.throttle) : () => true;
  const server = await startHttpServer({
    port,
    portSetting: 'PORT',
    answer: (message) => {
      const ids = newRequestIds(message.headersDistinct['x-amzn-requestid']?.[0]);
      return answerRequest(message, ids, { api, functions, admitsRequest });
    },
    answerMalformed: () => buildErrorResponse('DEFAULT_4XX', api.responses, newRequestIds()),
  });
  return { baseUrl: `http://127.0.0.1:${server.port}/${api.stage}`, stop: server.stop };
};
