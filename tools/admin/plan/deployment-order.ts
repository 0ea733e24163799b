/** A template as CloudFormation has it, or as it was synthesized. */
export interface StackTemplate {
  Resources?: Readonly<Record<string, { Type: string }>>;
  Outputs?: Readonly<Record<string, { Value: unknown; Export?: { Name: unknown } }>>;
}

export type Templates = ReadonlyMap<string, StackTemplate>;

export interface Step {
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

export interface StackChange {
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
