import { defaultDashboard } from '../../lib/dashboard/settings.ts';
import { usageError } from './admin-error.ts';

export interface Destination {
  env?: string | undefined;
  region?: string | undefined;
  profile?: string | undefined;
}

/** Sets the environment variables that the domain reads. Imports late: each way to connect loads only its own SDK. */
export const connect = async (destination: Destination): Promise<void> => {
  await connectTo(destination);
  process.env['AUDIT_DAYS'] ??= String(defaultDashboard.auditDays);
  // Log lines would be part of the result on stdout. Errors are explained on stderr.
  process.env['LOG_LEVEL'] ??= 'silent';
};

const connectTo = async ({ env, region, profile }: Destination): Promise<void> => {
  if (env !== undefined) {
    const { connectDeployed } = await import('./connect-deployed.ts');
    return connectDeployed(env, { region, profile });
  }
  if ((region ?? profile) !== undefined) {
    throw usageError('--region and --profile need a deployed environment; name it with --env.');
  }
  const { connectLocal } = await import('./connect-local.ts');
  return connectLocal();
};
