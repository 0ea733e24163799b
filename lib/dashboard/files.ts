import { join } from 'node:path';
import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, type BucketDeploymentProps, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { Construct, IConstruct } from 'constructs';
import type { Settings } from '../settings.ts';

/** Has no lifecycle rule: tabs that stay open load the hashed files of earlier deployments. */
export const addFilesBucket = (scope: Construct, { removalPolicy }: Settings): Bucket =>
  new Bucket(scope, 'Files', {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    removalPolicy,
    // Without a lifecycle rule, the files would keep the bucket of a stack that is deleted.
    autoDeleteObjects: removalPolicy === RemovalPolicy.DESTROY,
  });

/** The page comes last, so it names no file that is not there yet and calls no operation that the functions lack. */
export const deployFiles = (
  scope: Construct,
  bucket: Bucket,
  { filesDir, settings, after }: { filesDir: string; settings: Settings; after: readonly IConstruct[] },
): void => {
  const shared: Pick<BucketDeploymentProps, 'destinationBucket' | 'prune' | 'retainOnDelete' | 'logGroup'> = {
    destinationBucket: bucket,
    prune: false,
    retainOnDelete: settings.removalPolicy !== RemovalPolicy.DESTROY,
    logGroup: new LogGroup(scope, 'DeploymentLogs', {
      retention: settings.logRetention,
      removalPolicy: settings.removalPolicy,
    }),
  };
  const assets = new BucketDeployment(scope, 'AssetsDeployment', {
    ...shared,
    sources: [Source.asset(join(filesDir, 'assets'))],
    destinationKeyPrefix: 'assets',
    cacheControl: [CacheControl.fromString('max-age=31536000, immutable')],
  });
  const page = new BucketDeployment(scope, 'PageDeployment', {
    ...shared,
    sources: [Source.asset(filesDir, { exclude: ['assets', '.vite'] })],
    cacheControl: [CacheControl.fromString('no-cache')],
  });
  page.node.addDependency(assets, ...after);
};
