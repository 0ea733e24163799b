import * as z from 'zod';
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
