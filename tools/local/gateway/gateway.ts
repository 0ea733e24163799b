import { startHttpServer } from '../http-server.ts';
import { getFunctionByReference } from '../lambda/find-function.ts';
import type { HostedFunction } from '../lambda/function-host.ts';
import { answerRequest } from './answer-request.ts';
import { compressResponse } from './compress-response.ts';
import { newRequestIds } from './gateway-request.ts';
import { buildErrorResponse } from './gateway-response.ts';
import type { RestApi } from './rest-api.ts';
import { createThrottles } from './throttle.ts';

export interface Gateway {
  baseUrl: string;
  stop: () => Promise<void>;
}

export const startGateway = async (api: RestApi, functions: HostedFunction[], port: number): Promise<Gateway> => {
  // A route to a missing function fails at startup, not on its first request.
  for (const route of api.routes) if ('functionArn' in route) getFunctionByReference(functions, route.functionArn);
  const admitsRequest = createThrottles(api.throttles);
  const server = await startHttpServer({
    port,
    portSetting: 'PORT',
    isOnIpv6: true,
    answer: async (message) => {
      const ids = newRequestIds(message.headersDistinct['x-amzn-requestid']?.[0]);
      const response = await answerRequest(message, ids, { api, functions, admitsRequest });
      return compressResponse(response, message.headers['accept-encoding']?.toString(), api.compressionBytesMin);
    },
    answerMalformed: () => buildErrorResponse('DEFAULT_4XX', api.responses, newRequestIds()),
  });
  return { baseUrl: `http://127.0.0.1:${server.port}/${api.stage}`, stop: server.stop };
};
