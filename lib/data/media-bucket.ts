import { Duration } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

/** Copies of the files that customers send. Without versions, so a file that is deleted is gone. */
export const addMediaBucket = (
  scope: Construct,
  key: IKey | undefined,
  { media, removalPolicy }: Pick<Settings, 'media' | 'removalPolicy'>,
): Bucket =>
  new Bucket(scope, 'Media', {
    ...(key === undefined
      ? { encryption: BucketEncryption.S3_MANAGED }
      : // With a key for the bucket, KMS is not called for every file.
        { encryption: BucketEncryption.KMS, encryptionKey: key, bucketKeyEnabled: true }),
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    lifecycleRules: [
      // What a member has uploaded and sent is copied out of it.
      { prefix: 'uploads/', expiration: Duration.days(1) },
      // The recipients of broadcasts. A file is removed once it is read, which may wait as long as its job can.
      { prefix: 'audiences/', expiration: Duration.days(14) },
      { expiration: Duration.days(media.keepDays), abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
    removalPolicy,
  });
