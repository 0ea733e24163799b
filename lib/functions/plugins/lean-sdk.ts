import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { droppableSchemas, leanSchemas } from './sdk-schemas.ts';

const root = join(import.meta.dirname, '../../..');

const replacement = (file: string, exported = '*'): string =>
  `export ${exported} from ${JSON.stringify(join(root, 'functions/platform/sdk', file))};`;

const leftOut = replacement('left-out.ts');

/**
 * Files of the AWS SDK, which would be a third of every bundle, and what bundles have instead. A call of a part that is
 * left out throws.
 */
const replacements: Record<string, string> = {
  '@aws-sdk/credential-provider-node/dist-es/index.js': replacement('lambda-credentials.ts'),
  '@aws-sdk/client-dynamodb/dist-es/endpoint/endpointResolver.js': replacement(
    'endpoints.ts',
    '{ resolveDynamodbEndpoint as defaultEndpointResolver }',
  ),
  '@aws-sdk/client-s3/dist-es/endpoint/endpointResolver.js': replacement(
    'endpoints.ts',
    '{ resolveS3Endpoint as defaultEndpointResolver }',
  ),
  '@aws-sdk/client-secrets-manager/dist-es/endpoint/endpointResolver.js': replacement(
    'endpoints.ts',
    '{ resolveSecretsManagerEndpoint as defaultEndpointResolver }',
  ),
  '@aws-sdk/client-sesv2/dist-es/endpoint/endpointResolver.js': replacement(
    'endpoints.ts',
    '{ resolveSesEndpoint as defaultEndpointResolver }',
  ),
  '@aws-sdk/client-sqs/dist-es/endpoint/endpointResolver.js': replacement(
    'endpoints.ts',
    '{ resolveSqsEndpoint as defaultEndpointResolver }',
  ),
  '@aws-sdk/core/dist-es/submodules/client/middleware-logger/loggerMiddleware.js': `
    ${replacement('logger.ts')}
    ${replacement('left-out.ts', '{ loggerMiddleware, loggerMiddlewareOptions }')}`,
  '@aws-sdk/core/dist-es/submodules/client/middleware-user-agent/user-agent-middleware.js':
    replacement('user-agent.ts'),
  '@aws-sdk/core/dist-es/submodules/client/util-user-agent-node/defaultUserAgent.js': `
    ${replacement('user-agent.ts', '{ createDefaultUserAgentProvider }')}
    ${replacement('left-out.ts', '{ crtAvailability, defaultUserAgent }')}`,
  '@aws-sdk/core/dist-es/submodules/client/util-endpoints/aws.js': leftOut,
  '@aws-sdk/core/dist-es/submodules/protocols/json/AwsJson1_0Protocol.js': replacement(
    'json-protocol.ts',
    '{ AwsJson1_0Protocol }',
  ),
  '@aws-sdk/core/dist-es/submodules/protocols/json/AwsJson1_1Protocol.js': replacement(
    'json-protocol.ts',
    '{ AwsJson1_1Protocol }',
  ),
  '@aws-sdk/dynamodb-codec/dist-es/codec-v2/DynamoDBJsonCodec2.js': replacement(
    'json-protocol.ts',
    '{ DynamoDBJsonCodec2 }',
  ),
  '@aws-sdk/lib-dynamodb/dist-es/pagination/index.js': replacement(
    'left-out.ts',
    '{ paginateQuery, paginateScan, paginatedBatchGet }',
  ),
  '@aws-sdk/middleware-endpoint-discovery/dist-es/index.js': replacement('endpoint-discovery.ts'),
  '@smithy/core/dist-es/submodules/checksum/sha256/Sha256Js.js': leftOut,
  '@smithy/core/dist-es/submodules/client/smithy-client/schemaLogFilter.js': leftOut,
  '@smithy/core/dist-es/submodules/config/config-resolver/regionConfig/getInstanceMetadataRegion.js': leftOut,
  '@smithy/core/dist-es/submodules/config/shared-ini-file-loader/loadSharedConfigFiles.js':
    replacement('shared-config.ts'),
  '@smithy/core/dist-es/submodules/event-streams/index.js': `${leftOut}\n${replacement('event-streams.ts')}`,
  '@smithy/core/dist-es/submodules/retry/util-retry/AdaptiveRetryStrategy.js': leftOut,
  '@smithy/core/dist-es/submodules/retry/util-retry/DefaultRateLimiter.js': leftOut,
  '@smithy/core/dist-es/submodules/serde/util-body-length/calculateBodyLength.js': replacement('body-length.ts'),
  '@smithy/core/dist-es/submodules/serde/uuid/v4.js': replacement('uuid.ts'),
  '@smithy/signature-v4/dist-es/HeaderFormatter.js': replacement('event-streams.ts', '{ HeaderFormatter }'),
};

const toPath = (file: string): string => join(root, 'node_modules', file);

export const leanSdk: Plugin = {
  name: 'lean-sdk',
  setup: (build) => {
    const missing = Object.keys(replacements).find((file) => !existsSync(toPath(file)));
    if (missing !== undefined)
      throw new Error(`The AWS SDK has no file ${missing}. Adapt lib/functions/plugins/lean-sdk.ts to it.`);
    // esbuild names files by their real paths.
    const contents = new Map(Object.entries(replacements).map(([file, text]) => [realpathSync(toPath(file)), text]));
    build.onLoad({ filter: toFilter(Object.keys(replacements)) }, ({ path }) => {
      const text = contents.get(path);
      return text === undefined ? undefined : { contents: text, resolveDir: root };
    });
    build.onLoad(
      { filter: /@aws-sdk\/client-(dynamodb|secrets-manager|sqs)\/dist-es\/schemas\/schemas_0\.js$/ },
      ({ path }) => ({ contents: leanSchemas(readFileSync(path, 'utf8')) }),
    );
    build.onLoad({ filter: /@aws-sdk\/client-(s3|sesv2)\/dist-es\/schemas\/schemas_0\.js$/ }, ({ path }) => ({
      contents: droppableSchemas(readFileSync(path, 'utf8')),
    }));
    // Clients read only their version.
    build.onLoad({ filter: /@aws-sdk\/client-[^/]+\/package\.json$/ }, ({ path }) => {
      const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

const toFilter = (files: readonly string[]): RegExp =>
  new RegExp(`node_modules/(${files.map((file) => file.replaceAll('.', '\\.')).join('|')})$`);
