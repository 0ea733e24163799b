import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { calculateBodyLength } from '../../../../functions/platform/sdk/body-length.ts';
import {
  resolveDynamodbEndpoint,
  resolveS3Endpoint,
  resolveSecretsManagerEndpoint,
  resolveSqsEndpoint,
} from '../../../../functions/platform/sdk/endpoints.ts';
import * as leftOut from '../../../../functions/platform/sdk/left-out.ts';

/** There is at least one of every partition. */
const regions = [
  ...['us-east-1', 'eu-central-1', 'ap-southeast-5', 'us-gov-west-1', 'cn-north-1', 'cn-northwest-1'],
  ...['eusc-de-east-1', 'us-iso-east-1', 'us-isob-east-1', 'eu-isoe-west-1', 'us-isof-south-1'],
];

const services = [
  ['DynamoDB', new DynamoDBClient().config.endpointProvider, resolveDynamodbEndpoint],
  ['Secrets Manager', new SecretsManagerClient().config.endpointProvider, resolveSecretsManagerEndpoint],
  ['SQS', new SQSClient().config.endpointProvider, resolveSqsEndpoint],
  ['a bucket', new S3Client().config.endpointProvider, resolveS3Endpoint],
] as const;

const Bucket = 'switchboard-media';

describe('the endpoints of bundles', () => {
  it.each(services)('bundles find %s where the SDK does, in every partition', (_, provide, resolveEndpoint) => {
    for (const Region of regions) {
      const parameters = { Bucket, Region, UseFIPS: false, UseDualStack: false };
      expect(resolveEndpoint(parameters), Region).toEqual(provide(parameters));
    }
  });

  it.each(services)('an endpoint from the environment replaces that of %s', (_, provide, resolveEndpoint) => {
    const parameters = { Bucket, Region: 'eu-central-1', Endpoint: 'http://127.0.0.1:8000/' };
    expect(resolveEndpoint(parameters)).toEqual(provide(parameters));
  });

  it.each([{ UseFIPS: true }, { UseDualStack: true }])('bundles refuse an endpoint with %o', (parameters) => {
    expect(() => resolveDynamodbEndpoint({ Region: 'eu-central-1', ...parameters })).toThrow(
      'Bundles know no FIPS or dual-stack endpoints.',
    );
  });

  it('bundles refuse to call AWS without a region', () => {
    expect(() => resolveDynamodbEndpoint({})).toThrow('Set AWS_REGION.');
  });
});

describe('parts of the SDK that bundles leave out', () => {
  it.each(Object.entries(leftOut))('%s fails with its name, whether it is called or constructed', (name, part) => {
    const message = `Bundles leave out ${name} of the AWS SDK`;
    expect(() => part()).toThrow(message);
    expect(() => Reflect.construct(part, [])).toThrow(message);
  });

  it('a body has the length of its bytes', () => {
    expect(calculateBodyLength(undefined)).toBe(0);
    expect(calculateBodyLength('größer')).toBe(8);
    expect(calculateBodyLength(new Uint8Array(5))).toBe(5);
  });

  it('a body that is neither text nor bytes is refused', () => {
    expect(() => calculateBodyLength({ size: 5 } as never)).toThrow('Bundles send only strings and bytes to AWS');
  });
});
