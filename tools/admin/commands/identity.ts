import type { Command } from 'commander';
import * as z from 'zod';
import { AdminError } from '../admin-error.ts';
import { exampleHelp } from '../command-text.ts';
import type { Run } from '../run.ts';

export const addIdentityCommands = (program: Command, run: Run): void => {
  const identity = program.command('identity').description('The issuer at which people sign in to the dashboard.');
  addCheck(identity, run);
};

const addCheck = (identity: Command, run: Run): void => {
  identity
    .command('check')
    .description('Walk through discovery, keys, client secret and redirect URI, and say what is wrong.')
    .addHelpText('after', exampleHelp('identity check --env production'))
    .action(
      run(
        z.object({}),
        async () => {
          const { readSignInSettings } = await import('../identity/sign-in-settings.ts');
          const { checkIdentity } = await import('../identity/check-identity.ts');
          const settings = await readSignInSettings();
          const steps = await checkIdentity(settings);
          const faults = steps.flatMap(({ step, fault }) => (fault === null ? [] : `${step}: ${fault}`));
          if (faults.length > 0) throw new AdminError('identity_fault', faults.join('\n'));
          return {
            issuer: settings.issuer,
            dashboard_url: settings.dashboardUrl,
            steps: steps.map(({ step }) => step),
          };
        },
        ({ issuer, dashboard_url, steps }) =>
          `People can sign in to ${dashboard_url} at ${issuer}: ${steps.join(', ')}.`,
      ),
    );
};
