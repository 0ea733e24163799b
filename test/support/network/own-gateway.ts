import { inject, onTestFinished } from 'vitest';
import { startGateway } from '../../../tools/local/gateway/gateway.ts';
import { type RestApi, readRestApi } from '../../../tools/local/gateway/rest-api.ts';
import { readFunctions } from '../../../tools/local/lambda/function-definition.ts';
import { hostFunction } from '../../../tools/local/lambda/function-host.ts';
import { readAssembly } from '../../../tools/local/template/assembly.ts';

interface OwnGateway {
  /** Changes what the template says. */
  adapt?: (api: RestApi) => RestApi;
  environment?: Record<string, string>;
}

/** The gateway and functions of the template for one test alone, on the table and queues of the running service. */
export const startOwnGateway = async ({ adapt = (api) => api, environment = {} }: OwnGateway): Promise<string> => {
  const { assemblyDir, environment: shared } = inject('service');
  const deployment = { stacks: readAssembly(assemblyDir), createdAttributes: new Map() };
  const host = {
    accessKeyId: shared['AWS_ACCESS_KEY_ID'] ?? '',
    dynamodbEndpoint: shared['AWS_ENDPOINT_URL_DYNAMODB'] ?? '',
    sqsEndpoint: shared['AWS_ENDPOINT_URL_SQS'] ?? '',
    secretsManagerEndpoint: shared['AWS_ENDPOINT_URL_SECRETS_MANAGER'] ?? '',
    extraEnvironment: { LOG_LEVEL: 'silent', ...environment },
  };
  const functions = readFunctions(deployment).map((definition) =>
    hostFunction({ ...definition, environment: () => shared }, host, () => undefined),
  );
  const gateway = await startGateway(adapt(readRestApi(deployment)), functions, 0);
  onTestFinished(async () => {
    await Promise.all(functions.map(({ stop }) => stop()));
    await gateway.stop();
  });
  return gateway.baseUrl;
};
