import { Stack } from 'aws-cdk-lib';
import { FederatedPrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { PipelineSettings } from './settings.ts';

export const issuerHost = 'token.actions.githubusercontent.com';
export const audience = 'sts.amazonaws.com';

/** The ends of the subjects that a role trusts, and the branch where the subject does not name it. */
export interface TrustedJobs {
  subjects: readonly string[];
  branch?: string;
}

/** Jobs of the one repository. The issuer has the same ARN in every account. */
export const trustJobs = (
  scope: Construct,
  { repository }: PipelineSettings,
  { subjects, branch }: TrustedJobs,
): FederatedPrincipal =>
  new FederatedPrincipal(
    Stack.of(scope).formatArn({ service: 'iam', region: '', resource: 'oidc-provider', resourceName: issuerHost }),
    {
      StringEquals: {
        [`${issuerHost}:aud`]: audience,
        [`${issuerHost}:sub`]: subjects.flatMap((subject) => toSubjects(repository, subject)),
        [`${issuerHost}:repository_id`]: String(repository.id),
        ...(branch === undefined ? {} : { [`${issuerHost}:ref`]: `refs/heads/${branch}` }),
      },
    },
    'sts:AssumeRoleWithWebIdentity',
  );

/** GitHub sends the form with the ids or the one without, depending on the age and settings of the repository. */
const toSubjects = ({ owner, ownerId, name, id }: PipelineSettings['repository'], subject: string): string[] => [
  `repo:${owner}/${name}:${subject}`,
  `repo:${owner}@${ownerId}/${name}@${id}:${subject}`,
];
