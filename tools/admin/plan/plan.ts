import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import type { Settings } from '../../../lib/settings.ts';
import { AdminError } from '../admin-error.ts';
import {
  compareStack,
  findDeploymentOrder,
  isDefaultOrder,
  type StackChange,
  type StackTemplate,
  type Step,
  type Templates,
} from './deployment-order.ts';

export interface Plan {
  steps: (Step & StackChange & { command: string })[];
  /** `cdk deploy` of all stacks at once takes the same order. */
  canDeployAtOnce: boolean;
}

const stackNames = ['copies', 'data', 'service', 'edge', 'dashboard'];

/** Compares this checkout with what is deployed. Changes nothing. */
export const planDeployment = async (env: string, settings: Settings): Promise<Plan> => {
  const [before, after] = await Promise.all([readDeployed(env, settings), synthesizeTemplates(env)]);
  return toPlan(env, before, after);
};

const toPlan = (env: string, before: Templates, after: Templates): Plan => {
  const order = findDeploymentOrder(before, after);
  if (!order)
    throw new AdminError(
      'no_order',
      'No order of the stacks works: one takes away what another still needs, and the other needs something new of it. ' +
        'Change the settings in two deployments, first what is added and then what is taken away.',
    );
  const steps = order
    .map((step) => ({ ...step, ...compareStack(before.get(step.stack), after.get(step.stack)) }))
    .filter(({ added, changed, removed }) => added + changed + removed > 0);
  const canDeployAtOnce = isDefaultOrder(order, after);
  return { canDeployAtOnce, steps: steps.map((step) => ({ ...step, command: toCommand(env, step, canDeployAtOnce) })) };
};

const toCommand = (env: string, { act, stack }: Step, canDeployAtOnce: boolean): string => {
  if (act === 'destroy') return `npx cdk destroy ${stack}`;
  return canDeployAtOnce ? `npx cdk deploy 'Switchboard-${env}-*'` : `npx cdk deploy ${stack} --exclusively`;
};

const synthesizeTemplates = async (env: string): Promise<Templates> => {
  const { synthesize } = await import('../../../lib/app.ts');
  const { readAssembly } = await import('../../local/template/assembly.ts');
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-plan-'));
  try {
    const dir = await synthesize(env, folder);
    return new Map(
      readAssembly(dir).map(({ name }) => [name, JSON.parse(readFileSync(join(dir, `${name}.template.json`), 'utf8'))]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const readDeployed = async (env: string, { secondRegion }: Settings): Promise<Templates> => {
  const regions: Record<string, string | undefined> = { copies: secondRegion, edge: 'us-east-1' };
  const found = await Promise.all(
    stackNames.map(async (name) => {
      const stack = `Switchboard-${env}-${name}`;
      return [stack, await readTemplate(stack, regions[name])] as const;
    }),
  );
  return new Map(found.flatMap(([stack, template]) => (template ? [[stack, template] as const] : [])));
};

const readTemplate = async (StackName: string, region: string | undefined): Promise<StackTemplate | undefined> => {
  try {
    const client = new CloudFormationClient(region === undefined ? {} : { region });
    const { TemplateBody = '{}' } = await client.send(new GetTemplateCommand({ StackName }));
    return JSON.parse(TemplateBody);
  } catch (error) {
    if (error instanceof Error && error.message.includes('does not exist')) return undefined;
    throw error;
  }
};

export const showPlan = ({ steps, canDeployAtOnce }: Plan): string => {
  if (steps.length === 0) return 'This checkout is what is deployed: nothing would change.';
  const commands = [...new Set(steps.map(({ command }) => command))];
  const lines = steps.flatMap(({ stack, act, added, changed, removed, lost }, index) => [
    `${index + 1}. ${act} ${stack}: ${added} added, ${changed} changed, ${removed} removed`,
    ...lost.map((resource) => `   GOES: ${resource}. What it holds is lost, or stays behind if it is retained.`),
  ]);
  return [
    ...lines,
    '',
    canDeployAtOnce
      ? 'One deployment does it:'
      : 'In this order, one by one: an earlier stack takes away what a later one still uses.',
    ...commands.map((command) => `  ${command}`),
    '',
    'npx cdk diff shows every property.',
  ].join('\n');
};
