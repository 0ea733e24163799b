import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Settings } from '../../../lib/settings.ts';
import { AdminError } from '../admin-error.ts';
import { findStackTemplate } from '../stacks.ts';

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

export const toPlan = (env: string, before: Templates, after: Templates): Plan => {
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
  if (act === 'destroy') return destroyCommand(stack);
  return canDeployAtOnce ? `npx cdk deploy 'Switchboard-${env}-*'` : `npx cdk deploy ${stack} --exclusively`;
};

/** The settings no longer have the stack, so `cdk destroy` does not know it. Production's are protected. */
const destroyCommand = (stack: string): string => {
  const target = `--stack-name ${stack}${stack.endsWith('-edge') ? ' --region us-east-1' : ''}`;
  return [
    `aws cloudformation update-termination-protection --no-enable-termination-protection ${target}`,
    `aws cloudformation delete-stack ${target}`,
  ].join('\n  ');
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
      return [stack, await findStackTemplate(stack, regions[name])] as const;
    }),
  );
  return new Map(found.flatMap(([stack, template]) => (template ? [[stack, template as StackTemplate] as const] : [])));
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

/** A template as CloudFormation has it, or as it was synthesized. */
export interface StackTemplate {
  Resources?: Readonly<Record<string, { Type: string }>>;
  Outputs?: Readonly<Record<string, { Value: unknown; Export?: { Name: unknown } }>>;
}

export type Templates = ReadonlyMap<string, StackTemplate>;

interface Step {
  stack: string;
  act: 'create' | 'update' | 'destroy';
}

/**
 * CloudFormation refuses to take back or change an export that another stack imports. Returns an order of the stacks in
 * which it refuses none, preferably that of `cdk deploy`, which is the order of `after`; undefined if there is none.
 */
export const findDeploymentOrder = (before: Templates, after: Templates): Step[] | undefined => {
  const names = [...after.keys(), ...[...before.keys()].filter((name) => !after.has(name)).toReversed()];
  const search = (current: Templates, remaining: readonly string[]): Step[] | undefined => {
    if (remaining.length === 0) return [];
    for (const stack of remaining) {
      const next = new Map(current);
      const template = after.get(stack);
      if (template) next.set(stack, template);
      else next.delete(stack);
      if (!isAccepted(current, next, stack)) continue;
      const rest = search(
        next,
        remaining.filter((name) => name !== stack),
      );
      if (rest) return [{ stack, act: !template ? 'destroy' : before.has(stack) ? 'update' : 'create' }, ...rest];
    }
    return undefined;
  };
  return search(before, names);
};

const isAccepted = (current: Templates, next: Templates, stack: string): boolean => {
  const others = [...next].filter(([name]) => name !== stack).map(([, template]) => template);
  const imported = new Set(others.flatMap(listImports));
  const [exportsBefore, exportsAfter] = [listExports(current.get(stack)), listExports(next.get(stack))];
  const offered = new Set(others.flatMap((template) => [...listExports(template).keys()]));
  return (
    [...exportsBefore].every(([name, value]) => exportsAfter.get(name) === value || !imported.has(name)) &&
    listImports(next.get(stack)).every((name) => offered.has(name))
  );
};

const listExports = ({ Outputs = {} }: StackTemplate = {}): Map<string, string> =>
  new Map(
    Object.values(Outputs).flatMap(({ Value, Export }) =>
      Export === undefined ? [] : [[String(Export.Name), JSON.stringify(Value)] as const],
    ),
  );

const listImports = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === 'Fn::ImportValue' ? [String(part)] : listImports(part),
  );
};

export const isDefaultOrder = (steps: readonly Step[], after: Templates): boolean =>
  steps.every(({ stack, act }, index) => act !== 'destroy' && [...after.keys()][index] === stack);

/** A new logical id is a new and empty resource: what it held stays behind, or is deleted with the old one. */
const statefulTypes = new Set([
  'AWS::ApiGateway::RestApi',
  'AWS::Backup::BackupVault',
  'AWS::CloudFront::Distribution',
  'AWS::Cognito::UserPool',
  'AWS::DynamoDB::Table',
  'AWS::KMS::Key',
  'AWS::S3::Bucket',
  'AWS::SQS::Queue',
  'AWS::SecretsManager::Secret',
]);

interface StackChange {
  added: number;
  changed: number;
  removed: number;
  /** Resources with data or an address of their own that the stack no longer has, as `Type LogicalId`. */
  lost: string[];
}

export const compareStack = (before: StackTemplate = {}, after: StackTemplate = {}): StackChange => {
  const [old, now] = [before.Resources ?? {}, after.Resources ?? {}];
  const removed = Object.keys(old).filter((id) => !(id in now));
  return {
    added: Object.keys(now).filter((id) => !(id in old)).length,
    changed: Object.keys(now).filter((id) => id in old && JSON.stringify(old[id]) !== JSON.stringify(now[id])).length,
    removed: removed.length,
    lost: removed.flatMap((id) => (statefulTypes.has(old[id]?.Type ?? '') ? [`${old[id]?.Type} ${id}`] : [])),
  };
};
