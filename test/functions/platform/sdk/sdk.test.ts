import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { calculateBodyLength } from '../../../../functions/platform/sdk/body-length.ts';
import {
  resolveDynamodbEndpoint,
  resolveS3Endpoint,
  resolveSecretsManagerEndpoint,
  resolveSqsEndpoint,
} from '../../../../functions/platform/sdk/endpoints.ts';
import { AwsJson1_0Protocol, AwsJson1_1Protocol } from '../../../../functions/platform/sdk/json-protocol.ts';
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

interface ServiceOptions {
  region: string;
  endpoint: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  maxAttempts: number;
  protocol?: never;
}

const queryTable = (options: ServiceOptions) =>
  new DynamoDBClient(options).send(
    new QueryCommand({
      TableName: 'things',
      KeyConditionExpression: 'pk = :pk',
      FilterExpression: undefined,
      ExpressionAttributeValues: {
        ':pk': { S: 'größer "quoted" \u2028 \ud83d\ude00' },
        ':all': { M: { list: { L: [{ N: '-0.5' }, { BOOL: false }, { NULL: true }] }, set: { SS: ['a', 'b'] } } },
      },
      ScanIndexForward: false,
      Limit: 0,
    }),
  );

const sendBatch = (options: ServiceOptions) =>
  new SQSClient(options).send(
    new SendMessageBatchCommand({
      QueueUrl: `${options.endpoint}/things`,
      Entries: [
        {
          Id: '0',
          MessageBody: 'größer',
          DelaySeconds: 5,
          MessageAttributes: { request_id: { DataType: 'String', StringValue: 'r1' } },
        },
      ],
    }),
  );

const readSecret = (options: ServiceOptions) =>
  new SecretsManagerClient(options).send(new GetSecretValueCommand({ SecretId: 'signing' }));

type Respond = (response: ServerResponse) => void;

/** What AWS is asked, and what the caller gets. */
const callService = async (
  send: (options: ServiceOptions) => Promise<object>,
  respond: Respond,
  protocol: object = {},
) => {
  const requests: { headers: IncomingHttpHeaders; url?: string | undefined; body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    const { 'content-type': contentType, 'x-amz-target': target } = request.headers;
    requests.push({ headers: { contentType, target }, url: request.url, body: JSON.parse(await text(request)) });
    respond(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const credentials = { accessKeyId: 'AKID', secretAccessKey: 'secret' };
  const options = { region: 'eu-central-1', endpoint: `http://127.0.0.1:${port}`, credentials, maxAttempts: 1 };
  const outcome = await send({ ...options, ...protocol }).catch((error: Error) => describeError(error));
  return { requests: JSON.parse(JSON.stringify(requests).replaceAll(String(port), 'port')), outcome };
};

const describeError = (error: Error) => ({
  ...error,
  class: error.constructor.name,
  name: error.name,
  message: error.message,
});

const withRequestId = { 'x-amzn-requestid': 'R1' };

describe('the JSON that bundles exchange with AWS', () => {
  const queryResult = {
    Items: [
      { pk: { S: 'größer' }, count: { N: '12345678901234567890' }, list: { L: [{ M: { none: { NULL: true } } }] } },
    ],
    Count: 1,
    ScannedCount: 2,
    LastEvaluatedKey: null,
    ConsumedCapacity: { TableName: 'things', CapacityUnits: 0.5 },
  };
  const batchResult = {
    Successful: [{ Id: '0', MessageId: 'm1', MD5OfMessageBody: '3b1f5bccdd98086ae8f1852fd2aabe54' }],
    Failed: [{ Id: '1', SenderFault: true, Code: 'InvalidMessageContents', Message: 'No.' }],
  };

  it.each([
    ['DynamoDB', queryTable, AwsJson1_0Protocol, queryResult],
    ['SQS', sendBatch, AwsJson1_0Protocol, batchResult],
    ['Secrets Manager', readSecret, AwsJson1_1Protocol, { Name: 'signing', SecretString: '{"key":"größer"}' }],
    ['a service that returns nothing', queryTable, AwsJson1_0Protocol, undefined],
  ])('%s gets the same request as from the SDK, with its answer read the same', async (_, send, protocol, result) => {
    const respond: Respond = (response) => {
      response.writeHead(200, withRequestId).end(result && JSON.stringify(result));
    };
    const expected = await callService(send, respond);
    expect(expected.requests).toHaveLength(1);
    expect(await callService(send, respond, { protocol })).toEqual(expected);
  });

  it.each([
    [
      'of an item',
      400,
      {
        __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException',
        message: 'No.',
        Item: { pk: { S: 'a' } },
      },
    ],
    [
      'of a transaction',
      400,
      {
        __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
        Message: 'No.',
        CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict', Message: 'No.' }],
      },
    ],
    [
      'that the service caused',
      500,
      { __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError', message: 'No.' },
    ],
    ['without a class', 400, { __type: 'com.amazon.coral.validate#ValidationException', message: 'No.' }],
    ['without a message', 400, { __type: 'com.amazonaws.dynamodb.v20120810#ThrottlingException' }],
    ['without a body', 503, undefined],
  ])('an error %s is the same as from the SDK', async (_, status, body) => {
    const respond: Respond = (response) => {
      response.writeHead(status, withRequestId).end(body && JSON.stringify(body));
    };
    const expected = await callService(queryTable, respond);
    expect(expected.outcome).toMatchObject({ $metadata: { httpStatusCode: status, requestId: 'R1' } });
    expect(await callService(queryTable, respond, { protocol: AwsJson1_0Protocol })).toEqual(expected);
  });

  it.each([
    [
      'an error whose name is in a header',
      queryTable,
      AwsJson1_0Protocol,
      { 'x-amzn-errortype': 'ThrottlingException:' },
      '{}',
    ],
    ['a page of a proxy', queryTable, AwsJson1_0Protocol, {}, '<html>Bad Gateway</html>'],
  ])('%s is the same as from the SDK', async (_, send, protocol, headers, body) => {
    const respond: Respond = (response) => {
      response.writeHead(502, { ...withRequestId, ...headers }).end(body);
    };
    expect(await callService(send, respond, { protocol })).toEqual(await callService(send, respond));
  });

  it('an error of SQS has the name that the SDK gives it', async () => {
    const respond: Respond = (response) => {
      response
        .writeHead(400, { ...withRequestId, 'x-amzn-query-error': 'AWS.SimpleQueueService.NonExistentQueue;Sender' })
        .end(JSON.stringify({ __type: 'com.amazonaws.sqs#QueueDoesNotExist', message: 'No.' }));
    };
    const { outcome: expected } = await callService(sendBatch, respond);
    const { outcome } = await callService(sendBatch, respond, { protocol: AwsJson1_0Protocol });
    const pick = ({ name, message }: object & Partial<Error>) => ({ name, message });
    expect(pick(outcome)).toEqual(pick(expected));
  });
});
