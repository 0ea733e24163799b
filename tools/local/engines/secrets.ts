import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { toFolderError } from '../local-error.ts';
import { writeStateFile } from '../private-files.ts';
import { type Deployment, findResources, readProperties, resolveIdentity } from '../template/deployment.ts';

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
