import type { Command } from 'commander';
import * as z from 'zod';
import { AdminError, usageError } from '../admin-error.ts';
import { exampleHelp } from '../command-text.ts';
import type { Finding } from '../doctor/stacks.ts';
import { print, toJson } from '../print.ts';
import type { Io, Run } from '../run.ts';

const options = z.object({
  env: z.string().optional(),
  region: z.string().optional(),
  profile: z.string().optional(),
  json: z.boolean().default(false),
});

/** They do not connect like other commands: before the first deployment there is no stack to read. */
export const addDeploymentCommands = (program: Command, _: Run, io: Io): void => {
  addDoctor(program, io);
  addPlan(program, io);
  addService(program, io);
};

const addService = (program: Command, io: Io): void => {
  const service = program.command('service').description('Stop and start a whole environment, for a restore.');
  const add = (verb: 'block' | 'unblock', description: string, done: string): void => {
    service
      .command(verb)
      .description(description)
      .addHelpText('after', exampleHelp(`service ${verb} --env production`))
      .action(async function (this: Command) {
        const { env, json } = await readEnvironment(
          this,
          `service ${verb} needs --env: stop the local service instead.`,
        );
        const block = await import('../service-block.ts');
        const act = verb === 'block' ? block.blockService : block.unblockService;
        const { sources, dashboardFunctions } = await act(block.toStacks(env));
        const result = { env, queues: sources.length - 1, dashboard_functions: dashboardFunctions.length };
        await print(io.stdout, json ? toJson(result) : done);
      });
  };
  add(
    'block',
    'Refuse every request of API, channels and dashboard, and pause every queue. Nothing is lost.',
    'Blocked. Requests are refused, and jobs wait in their queues. End it with service unblock; doctor reminds you.',
  );
  add(
    'unblock',
    'Let requests and jobs through again, with the limits of the deployed templates.',
    'Unblocked. Run npm run -s smoke -- --env <name>, then send yourself a message.',
  );
};

const addPlan = (program: Command, io: Io): void => {
  program
    .command('plan')
    .description('Say what deploying this checkout would change, and in which order of the stacks. Changes nothing.')
    .addHelpText('after', exampleHelp('plan --env production'))
    .action(async function (this: Command) {
      const { env, settings, json } = await readEnvironment(
        this,
        'plan needs --env: the local service is not deployed.',
      );
      const { planDeployment, showPlan } = await import('../plan/plan.ts');
      const plan = await planDeployment(env, settings);
      await print(io.stdout, json ? toJson(plan) : showPlan(plan));
    });
};

const addDoctor = (program: Command, io: Io): void => {
  program
    .command('doctor')
    .description('Check what an environment needs from its AWS account, and say what to do. Changes nothing.')
    .addHelpText('after', exampleHelp('doctor --env production'))
    .action(async function (this: Command) {
      const withoutEnv = 'doctor needs --env: the local service has nothing to check.';
      const { env, settings, json } = await readEnvironment(this, withoutEnv);
      const { examineEnvironment } = await import('../doctor/examine.ts');
      const findings = await examineEnvironment(env, settings);
      await print(io.stdout, json ? toJson(findings) : showFindings(findings));
      const count = findings.filter(({ status }) => status === 'problem').length;
      if (count > 0)
        throw new AdminError('problems_found', `${count} of ${findings.length} checks found a problem: see the list.`);
    });
};

const readEnvironment = async (command: Command, withoutEnv: string) => {
  const { env, json, ...aws } = options.parse(command.optsWithGlobals());
  if (env === undefined) throw usageError(withoutEnv);
  const { getSettings } = await import('../../../lib/settings.ts');
  const { useAwsOptions } = await import('../connect-deployed.ts');
  const settings = readSettings(() => getSettings(env));
  useAwsOptions({ ...aws, region: aws.region ?? settings.region });
  return { env, settings, json };
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
