import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { bucketActions, type Grant } from '../../functions/model/grant.ts';
import { mediaBucketVariable, mediaBytesMaxVariable, mediaDaysVariable } from '../../functions/platform/env.ts';
import type { Settings } from '../settings.ts';
import { kmsStatements } from './kms-statements.ts';

type BucketAction = (typeof bucketActions)[number];

/** S3 does this with the key on the function's behalf. A file of several parts is decrypted when they are joined. */
const keyActions: Partial<Record<BucketAction, string[]>> = {
  PutObject: ['kms:Decrypt', 'kms:GenerateDataKey'],
  GetObject: ['kms:Decrypt'],
};

export const bucketStatements = (
  grants: readonly Grant[],
  bucket: IBucket,
  key: IKey | undefined,
): PolicyStatement[] => {
  const actions = grantedActions(grants);
  if (actions.length === 0) return [];
  const granted = [...new Set(actions.flatMap((action) => keyActions[action] ?? []))];
  return [
    new PolicyStatement({
      actions: actions.filter((action) => action !== 'ListBucket').map((action) => `s3:${action}`),
      resources: (grants.includes('bucket:audiences') ? ['audiences/*', 'uploads/*/audiences/*'] : ['*']).map((keys) =>
        bucket.arnForObjects(keys),
      ),
    }),
    ...(actions.includes('ListBucket') ? [listStatement(bucket)] : []),
    ...(granted.length === 0 ? [] : kmsStatements(key, 's3', granted)),
  ];
};

/** Files whose keys the table does not know. */
const listStatement = (bucket: IBucket): PolicyStatement =>
  new PolicyStatement({
    actions: ['s3:ListBucket'],
    resources: [bucket.bucketArn],
    conditions: { StringLike: { 's3:prefix': ['audiences/*', 'uploads/*'] } },
  });

export const bucketEnvironment = (
  grants: readonly Grant[],
  bucket: IBucket,
  { media }: Pick<Settings, 'media'>,
): Record<string, string> => {
  const actions = grantedActions(grants);
  if (actions.length === 0) return {};
  return {
    [mediaBucketVariable]: bucket.bucketName,
    ...(actions.includes('PutObject')
      ? { [mediaBytesMaxVariable]: String(media.bytesMax), [mediaDaysVariable]: String(media.keepDays) }
      : {}),
  };
};

const grantedActions = (grants: readonly Grant[]): BucketAction[] =>
  bucketActions.filter((action) => grants.includes(`bucket:${action}`));
