import { type Deployment, findResources, resolveIdentity } from '../template/deployment.ts';
import type { Sqs } from './sqs.ts';

/** Those of the dashboard's pages stay empty: see tools/local/distribution. */
export const ensureBuckets = (deployment: Deployment, { bucketStore }: Sqs): void => {
  for (const resource of findResources(deployment, 'AWS::S3::Bucket')) {
    const { Ref: name } = resolveIdentity(deployment, resource);
    if (!bucketStore.hasBucket(name)) bucketStore.createBucket(name);
  }
};
