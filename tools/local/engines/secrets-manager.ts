import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import * as z from 'zod';
import { explainForeignRequest } from '../../loopback/foreign-request.ts';
import { listen, stopServer } from '../listen.ts';
import { toFolderError } from '../local-error.ts';
import { writeStateFile } from '../private-files.ts';
import { type Deployment, findResources, readProperties, resolveIdentity } from '../template/deployment.ts';

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
    stop: () => stopServer(server),
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

const secretSchema = z.object({
  SecretString: z.string().optional(),
  GenerateSecretString: z
    .object({
      SecretStringTemplate: z.string().default('{}'),
      GenerateStringKey: z.string().optional(),
      PasswordLength: z.number().default(32),
    })
    .optional(),
});

type SecretProperties = z.infer<typeof secretSchema>;

export interface Secrets {
  find: (arn: string) => string | undefined;
  put: (arn: string, value: string) => void;
}

export const ensureSecrets = (deployment: Deployment, dataDir: string): Secrets => {
  const path = dataDir === 'memory' ? undefined : join(dataDir, 'secrets.json');
  const values = new Map(Object.entries(path === undefined ? {} : readStoredSecrets(dataDir, path)));
  for (const resource of findResources(deployment, 'AWS::SecretsManager::Secret')) {
    const { Ref: arn } = resolveIdentity(deployment, resource);
    if (!values.has(arn)) values.set(arn, createInitialValue(readProperties(deployment, resource, secretSchema)));
  }
  const save = (): void => {
    if (path !== undefined) writeStateFile(path, Object.fromEntries(values));
  };
  if (values.size > 0) save();
  return {
    find: (arn) => values.get(arn),
    put: (arn, value) => {
      values.set(arn, value);
      save();
    },
  };
};

/** A damaged file is an error: with new values, nothing in the table could be decrypted. */
const readStoredSecrets = (dataDir: string, path: string): Record<string, string> => {
  if (!existsSync(path)) return {};
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // The parser's message would quote a secret.
    throw toFolderError(dataDir, 'DATA_DIR', new Error('its secrets.json is damaged'));
  }
};

const createInitialValue = ({ SecretString, GenerateSecretString: options }: SecretProperties): string => {
  if (SecretString !== undefined) return SecretString;
  const password = randomBytes(options?.PasswordLength ?? 32)
    .toString('hex')
    .slice(0, options?.PasswordLength);
  if (options?.GenerateStringKey === undefined) return password;
  return JSON.stringify({ ...JSON.parse(options.SecretStringTemplate), [options.GenerateStringKey]: password });
};
