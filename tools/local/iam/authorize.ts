import * as z from 'zod';
import { LocalError } from '../local-error.ts';
import { type Deployment, findResources, readProperties, resolveIdentity } from '../template/deployment.ts';

const oneOrMore = z.union([z.string().transform((value) => [value]), z.array(z.string())]);

/** Strict: what is not understood here must not pass as allowed. */
const statementSchema = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.literal('Allow'),
  Action: oneOrMore,
  Resource: oneOrMore,
  Condition: z.record(z.string(), z.record(z.string(), oneOrMore)).default({}),
});

export type Statement = z.infer<typeof statementSchema>;

const documentSchema = z.object({ Statement: z.array(statementSchema) });
const roleSchema = z.object({ Policies: z.array(z.object({ PolicyDocument: documentSchema })).default([]) });
const policySchema = z.object({ PolicyDocument: documentSchema });
const policyRolesSchema = z.object({ Roles: z.array(z.string()).default([]) });

/** The statements of a role, inline or attached. Managed policies say nothing about tables. */
export const readStatements = (deployment: Deployment, roleArn: string): Statement[] => {
  const role = findResources(deployment, 'AWS::IAM::Role').find(
    (resource) => resolveIdentity(deployment, resource)['Arn'] === roleArn,
  );
  if (role === undefined) return [];
  const { Ref: roleName } = resolveIdentity(deployment, role);
  const attached = findResources(deployment, 'AWS::IAM::Policy')
    .filter((resource) => readProperties(deployment, resource, policyRolesSchema).Roles.includes(roleName))
    .map((resource) => readProperties(deployment, resource, policySchema));
  return [...readProperties(deployment, role, roleSchema).Policies, ...attached].flatMap(
    ({ PolicyDocument }) => PolicyDocument.Statement,
  );
};

/** One right that a request needs, with the values of IAM's condition keys. */
export interface Demand {
  action: string;
  resource: string;
  context: Readonly<Record<string, readonly string[]>>;
}

export const isAllowed = (statements: readonly Statement[], { action, resource, context }: Demand): boolean =>
  statements.some(
    ({ Action, Resource, Condition }) =>
      Action.some((pattern) => isLike(pattern, action)) &&
      Resource.some((pattern) => isLike(pattern, resource)) &&
      Object.entries(Condition).every(([operator, keys]) =>
        Object.entries(keys).every(([key, expected]) => holds(operator, context[key], expected)),
      ),
  );

const holds = (operator: string, actual: readonly string[] | undefined, expected: readonly string[]): boolean => {
  switch (operator) {
    case 'Null':
      return expected.includes(String(actual === undefined || actual.length === 0));
    case 'ForAllValues:StringEquals':
      return (actual ?? []).every((value) => expected.includes(value));
    case 'ForAllValues:StringLike':
      return (actual ?? []).every((value) => expected.some((pattern) => isLike(pattern, value)));
    case 'StringEquals':
      return actual?.length === 1 && expected.includes(String(actual[0]));
    default:
      throw new LocalError(`The condition operator ${operator} is not supported locally.`);
  }
};

const compiled = new Map<string, RegExp>();

/** `*` stands for any characters, `?` for one. */
const isLike = (pattern: string, value: string): boolean => {
  const known = compiled.get(pattern);
  if (known) return known.test(value);
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const expression = new RegExp(`^${source}$`, 's');
  compiled.set(pattern, expression);
  return expression.test(value);
};
