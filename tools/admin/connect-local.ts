import { readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { notRunning, Problem } from './problem.ts';

/**
 * Points the AWS SDK at the running local service. All AWS settings of the caller are put aside first: one of them may
 * switch the endpoint off that is set here, and then a local command would act on a real account.
 */
export const connectLocal = (): void => {
  const runtime = readRuntime(join(process.env['LOCAL_DIR'] || '.local', 'runtime.json'));
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('AWS_')) delete process.env[name];
  }
  Object.assign(process.env, {
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_REGION: runtime.region,
    AWS_ENDPOINT_URL_DYNAMODB: runtime.dynamodbEndpoint,
    AWS_ENDPOINT_URL_SQS: runtime.sqsEndpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: runtime.secretsManagerEndpoint,
    TABLE_NAME: runtime.tableName,
    ENCRYPTION_SECRET_ID: runtime.encryptionSecretId,
    QUEUE_URLS: runtime.queueUrls,
  });
};

interface Runtime {
  region: string;
  dynamodbEndpoint: string;
  sqsEndpoint: string;
  secretsManagerEndpoint: string;
  tableName: string;
  encryptionSecretId: string;
  /** By logical id, as JSON. */
  queueUrls: string;
}

/** The local service writes this file when it is ready and removes it at its end. */
const readRuntime = (path: string): Runtime => {
  try {
    const runtime: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return {
      region: readText(runtime, 'region'),
      dynamodbEndpoint: new URL(readText(runtime, 'dynamodb_endpoint')).href,
      sqsEndpoint: new URL(readText(runtime, 'sqs_endpoint')).href,
      secretsManagerEndpoint: new URL(readText(runtime, 'secrets_manager_endpoint')).href,
      tableName: readText(runtime, 'table_name'),
      encryptionSecretId: readText(runtime, 'encryption_secret_id'),
      queueUrls: JSON.stringify(readField(runtime, 'queues') ?? {}),
    };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw notRunning(error);
    throw new Problem('bad_runtime_file', `${path} cannot be used; stop the local service and start it again.`, {
      cause: error,
    });
  }
};

const readText = (runtime: unknown, name: string): string => {
  const value = readField(runtime, name);
  if (typeof value !== 'string' || value === '') throw new Error(`${name} is missing.`);
  return value;
};

const readField = (runtime: unknown, name: string): unknown =>
  Object.entries(Object(runtime)).find(([key]) => key === name)?.[1];
