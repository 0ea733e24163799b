import { readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { AdminError, notRunning } from './admin-error.ts';

/**
 * Points the AWS SDK at the running local service. The caller's AWS settings are removed first: one of them could
 * override the local endpoint, and the command would act on a real account.
 */
export const connectLocal = (): void => {
  const runtime = readRuntime(join(process.env['LOCAL_DIR'] || '.local', 'runtime.json'));
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('AWS_')) delete process.env[name];
  }
  Object.assign(process.env, {
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    AWS_ACCESS_KEY_ID: runtime.access_key_id,
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_REGION: runtime.region,
    AWS_ENDPOINT_URL_DYNAMODB: runtime.dynamodb_endpoint,
    AWS_ENDPOINT_URL_SQS: runtime.sqs_endpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: runtime.secrets_manager_endpoint,
    TABLE_NAME: runtime.table_name,
    ENCRYPTION_SECRET_ID: runtime.encryption_secret_id,
    CHANNEL_ENCRYPTION_SECRET_ID: runtime.channel_encryption_secret_id,
    QUEUE_URLS: JSON.stringify(runtime.queues),
    ...runtime.sign_in,
  });
};

const signInVariables = z.object({
  DASHBOARD_URL: z.url(),
  OIDC_ISSUER: z.url(),
  OIDC_CLIENT_ID: z.string().min(1),
  OIDC_SECRET_ID: z.string().min(1),
});

const runtimeFile = z.object({
  region: z.string().min(1),
  access_key_id: z.string().min(1),
  dynamodb_endpoint: z.url(),
  sqs_endpoint: z.url(),
  secrets_manager_endpoint: z.url(),
  table_name: z.string().min(1),
  encryption_secret_id: z.string().min(1),
  channel_encryption_secret_id: z.string().min(1),
  queues: z.record(z.string(), z.string()).default({}),
  /** Absent without the dashboard. */
  sign_in: signInVariables.optional(),
});

/** The local service writes this file when it is ready and removes it when it stops. */
const readRuntime = (path: string): z.output<typeof runtimeFile> => {
  try {
    return runtimeFile.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw notRunning(error);
    throw new AdminError('bad_runtime_file', `${path} cannot be used; stop the local service and start it again.`, {
      cause: error,
    });
  }
};
