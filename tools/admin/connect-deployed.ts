import { AdminError, usageError } from './admin-error.ts';
import { isMissingRegion } from './explain-error.ts';
import { findOutput, findStack } from './stacks.ts';

interface AwsOptions {
  region?: string | undefined;
  profile?: string | undefined;
}

/** Points the AWS SDK at a deployed environment. Its stack names the table, the encryption secret and the queues. */
export const connectDeployed = async (env: string, { region, profile }: AwsOptions): Promise<void> => {
  if (!/^[A-Za-z][A-Za-z0-9-]{0,99}$/.test(env)) throw usageError(`--env must be an environment's name, not "${env}".`);
  useAwsOptions({ region, profile });
  Object.assign(process.env, await readStackEnvironment(env));
};

export const useAwsOptions = ({ region, profile }: AwsOptions): void => {
  if (profile !== undefined) useProfile(profile);
  // The SDK does not read AWS_DEFAULT_REGION, the AWS CLI does.
  const chosenRegion = region ?? process.env['AWS_REGION'] ?? process.env['AWS_DEFAULT_REGION'];
  if (chosenRegion !== undefined) process.env['AWS_REGION'] = chosenRegion;
};

/** Keys in the environment would take precedence over the profile. */
const useProfile = (profile: string): void => {
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']) delete process.env[name];
  process.env['AWS_PROFILE'] = profile;
};

const readStackEnvironment = async (env: string): Promise<Record<string, string>> => {
  const stackName = `Switchboard-${env}-service`;
  const stack = await findStack(stackName).catch(async (error: unknown) => {
    if (isMissingRegion(error)) await assertInSettings(env);
    throw error;
  });
  if (!stack) throw unknownEnvironment(env, stackName);
  const readOutput = (name: string): string => {
    const value = findOutput(stack, name);
    if (value) return value;
    throw new AdminError('no_table', `The stack ${stackName} has no output ${name}; deploy the environment again.`);
  };
  return {
    TABLE_NAME: readOutput('TableName'),
    ENCRYPTION_SECRET_ID: readOutput('EncryptionSecretArn'),
    CHANNEL_ENCRYPTION_SECRET_ID: readOutput('ChannelEncryptionSecretArn'),
    QUEUE_STACK: stackName,
    DASHBOARD_STACK: `Switchboard-${env}-dashboard`,
    QUEUE_URLS: '',
  };
};

const unknownEnvironment = (env: string, stack: string): AdminError =>
  new AdminError(
    'unknown_environment',
    `There is no environment "${env}" in this account and region: the stack ${stack} does not exist.`,
  );

/** Runs before the region is asked for: a misspelled name would not be found anywhere. */
const assertInSettings = async (env: string): Promise<void> => {
  const { environments } = await import('../../lib/settings.ts');
  if (Object.hasOwn(environments, env)) return;
  const names = new Intl.ListFormat('en', { type: 'disjunction' }).format(Object.keys(environments));
  throw new AdminError(
    'unknown_environment',
    `There is no environment "${env}" in lib/settings.ts; use ${names}. ` +
      'If another checkout deployed it, add --region or set AWS_REGION.',
  );
};
