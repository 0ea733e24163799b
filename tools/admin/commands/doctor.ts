import type { Command } from 'commander';
import * as z from 'zod';
import { AdminError, usageError } from '../admin-error.ts';
import { exampleHelp } from '../command-text.ts';
import type { Finding } from '../doctor/finding.ts';
import { print, toJson } from '../print.ts';
import type { Io } from '../run.ts';

const options = z.object({
  env: z.string().optional(),
  region: z.string().optional(),
  profile: z.string().optional(),
  json: z.boolean().default(false),
});

/** Does not connect like other commands: before the first deployment there is no stack to read. */
export const addDoctorCommand = (program: Command, io: Io): void => {
  program
    .command('doctor')
    .description('Check what an environment needs from its AWS account, and say what to do. Changes nothing.')
    .addHelpText('after', exampleHelp('doctor --env production'))
    .action(async function (this: Command) {
      const { env, json, ...aws } = options.parse(this.optsWithGlobals());
      if (env === undefined) throw usageError('doctor needs --env: the local service has nothing to check.');
      const { getSettings } = await import('../../../lib/settings.ts');
      const { useAwsOptions } = await import('../connect-deployed.ts');
      const settings = readSettings(() => getSettings(env));
      useAwsOptions({ ...aws, region: aws.region ?? settings.region });
      const { examineEnvironment } = await import('../doctor/examine.ts');
      const findings = await examineEnvironment(env, settings);
      await print(io.stdout, json ? toJson(findings) : showFindings(findings));
      const count = findings.filter(({ status }) => status === 'problem').length;
      if (count > 0)
        throw new AdminError('problems_found', `${count} of ${findings.length} checks found a problem: see the list.`);
    });
};

const readSettings = <Settings>(read: () => Settings): Settings => {
  try {
    return read();
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error));
  }
};

const marks: Record<Finding['status'], string> = { ok: 'ok       ', attention: 'attention', problem: 'PROBLEM  ' };

export const showFindings = (findings: readonly Finding[]): string =>
  findings
    .map(({ check, status, detail, remedy }) =>
      [`${marks[status]}  ${check}: ${detail}.`, ...(remedy === undefined ? [] : [`           → ${remedy}`])].join(
        '\n',
      ),
    )
    .join('\n');
