import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { folderProblem } from '../npm-start/folder-lock.ts';
import { writeState } from '../npm-start/state-file.ts';
import { type Deployment, identityOf, readProperties, resourcesOf } from '../template/deployment.ts';

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

export type Secrets = {
  find: (arn: string) => string | undefined;
  put: (arn: string, text: string) => void;
};

/** The deployment's secrets. A new one gets the value that its template asks for; the data folder keeps them all. */
export const provideSecrets = (deployment: Deployment, dataDir: string): Secrets => {
  const path = dataDir === 'memory' ? undefined : join(dataDir, 'secrets.json');
  const texts = new Map(Object.entries(path === undefined ? {} : readTexts(dataDir, path)));
  for (const resource of resourcesOf(deployment, 'AWS::SecretsManager::Secret')) {
    const { Ref: arn } = identityOf(deployment, resource);
    if (!texts.has(arn)) texts.set(arn, firstText(readProperties(deployment, resource, secretSchema)));
  }
  const save = (): void => {
    if (path !== undefined) writeState(path, Object.fromEntries(texts));
  };
  if (texts.size > 0) save();
  return {
    find: (arn) => texts.get(arn),
    put: (arn, text) => {
      texts.set(arn, text);
      save();
    },
  };
};

/** Missing at the first start. With new values in place of damaged ones, nothing in the table could be unsealed. */
const readTexts = (dataDir: string, path: string): Record<string, string> => {
  if (!existsSync(path)) return {};
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // The parser's own words would quote a secret.
    throw folderProblem(dataDir, 'DATA_DIR', new Error('its secrets.json is damaged'));
  }
};

const firstText = ({ SecretString, GenerateSecretString: wish }: SecretProperties): string => {
  if (SecretString !== undefined) return SecretString;
  const password = randomBytes(wish?.PasswordLength ?? 32)
    .toString('hex')
    .slice(0, wish?.PasswordLength);
  if (wish?.GenerateStringKey === undefined) return password;
  return JSON.stringify({ ...JSON.parse(wish.SecretStringTemplate), [wish.GenerateStringKey]: password });
};
