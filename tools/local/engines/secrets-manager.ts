import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod';
import { explainForeignRequest } from '../../loopback/foreign-request.ts';
import { listen } from '../listen.ts';
import type { Secrets } from './secrets.ts';

export interface SecretsManager {
  endpoint: string;
  stop: () => Promise<void>;
}

export const startSecretsManager = async (secrets: Secrets, accessKeyId: string): Promise<SecretsManager> => {
  // The time of each change in seconds, by ARN. No function can hold a value from before this process.
  const changes = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const input = await json(request).catch(() => undefined);
    const { status, body } = refuseCaller(request, accessKeyId) ?? runOperation(request, secrets, changes, input);
    response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
  });
  const port = await listen(server, 0);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

interface OperationResponse {
  status: number;
  body: Record<string, unknown>;
}

const refuseCaller = (request: IncomingMessage, accessKeyId: string): OperationResponse | undefined => {
  const fault = explainForeignRequest(request);
  if (fault !== undefined) return { ...errorResponse('AccessDeniedException', fault), status: 403 };
  if (request.headers.authorization?.includes(` Credential=${accessKeyId}/`)) return undefined;
  const advice = 'Use the access_key_id in runtime.json.';
  return errorResponse(
    'UnrecognizedClientException',
    `The local Secrets Manager does not know this access key. ${advice}`,
  );
};

const getSchema = z.object({ SecretId: z.string() });
const putSchema = z.object({ SecretId: z.string(), SecretString: z.string() });

const runOperation = (
  { headers }: IncomingMessage,
  secrets: Secrets,
  changes: Map<string, number>,
  input: unknown,
): OperationResponse => {
  const operation = String(headers['x-amz-target']).replace('secretsmanager.', '');
  if (operation === 'PutSecretValue') {
    const { success, data } = putSchema.safeParse(input);
    if (!success)
      return errorResponse('InvalidParameterException', 'The local Secrets Manager stores only a SecretString.');
    if (secrets.find(data.SecretId) === undefined) return secretNotFound;
    secrets.put(data.SecretId, data.SecretString);
    changes.set(data.SecretId, Math.floor(Date.now() / 1000));
    return { status: 200, body: buildVersion(data.SecretId) };
  }
  if (operation !== 'GetSecretValue')
    return errorResponse('UnknownOperationException', `The local Secrets Manager does not support ${operation}.`);
  const id = getSchema.safeParse(input).data?.SecretId ?? '';
  const text = secrets.find(id);
  if (text === undefined) return secretNotFound;
  return { status: 200, body: { ...buildVersion(id), SecretString: text, CreatedDate: changes.get(id) ?? 0 } };
};

const buildVersion = (arn: string) => ({
  ARN: arn,
  Name: arn.split(':').at(-1),
  VersionId: randomUUID(),
  VersionStages: ['AWSCURRENT'],
});

const errorResponse = (type: string, message: string): OperationResponse => ({
  status: 400,
  body: { __type: type, message },
});

const secretNotFound = errorResponse('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
