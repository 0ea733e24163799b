import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { explainForeignHost } from '../../loopback/foreign-request.ts';
import type { Secrets } from '../engines/secrets-manager.ts';
import { readHttpApi } from '../http-api/http-api.ts';
import { type HttpResponse, startHttpServer } from '../http-server.ts';
import type { FunctionDefinition } from '../lambda/function-definition.ts';
import { getFunctionByReference, type HostedFunction } from '../lambda/function-host.ts';
import {
  addAttributes,
  type Deployment,
  findResources,
  getSingleResource,
  type Resource,
  readProperties,
} from '../template/deployment.ts';
import { answerViewer, buildError, type Distribution } from './answer-viewer.ts';
import { readEdgeFunction } from './edge-function.ts';
import { type BucketFiles, readBucketFiles } from './files.ts';
import { readResponseHeaders } from './response-headers.ts';

export interface DistributionOptions {
  port: number;
  /** The variable with its address, in whichever function has it. */
  urlVariable: 'DASHBOARD_URL' | 'CHAT_URL';
  /** The end of the name of its stack. */
  stack: '-dashboard' | '-chat';
  /** The environment variable that chooses the port. */
  portSetting: string;
  /** Builds the files, if the assembly does not have them, and returns their folder. Called for the first of them. */
  buildFiles?: () => Promise<string>;
  /** Variables of the functions behind the distribution, in place of the template's. Called before the first request. */
  environment?: (context: DistributionContext) => Promise<Record<string, string>>;
}

export interface DistributionContext {
  distributionUrl: string;
  baseUrl: string;
  secrets: Secrets;
  readEnvironment: (functionIdOrPrefix: string) => Record<string, string>;
}

export interface HostedDistribution {
  url: string;
  /** Gives a function behind the distribution its variables. */
  adapt: (definition: FunctionDefinition) => FunctionDefinition;
  open: (functions: HostedFunction[], context: Omit<DistributionContext, 'distributionUrl'>) => Promise<void>;
  stop: () => Promise<void>;
}

type Answer = (message: IncomingMessage) => Promise<HttpResponse>;

/**
 * Takes the port first, because the domain of the distribution is part of other resources. Requests wait for `open`.
 * Returns `undefined` for an assembly without a distribution.
 */
export const bindDistribution = async (
  deployment: Deployment,
  { port, urlVariable, stack, portSetting, environment, buildFiles }: DistributionOptions,
  bucketEndpoint = '',
): Promise<HostedDistribution | undefined> => {
  const resource = findResources(deployment, 'AWS::CloudFront::Distribution').find((found) =>
    found.stack.name.endsWith(stack),
  );
  if (resource === undefined) return undefined;
  const { promise: answer, resolve: open } = Promise.withResolvers<Answer>();
  const server = await startHttpServer({
    port,
    portSetting,
    answer: async (message) => {
      const fault = explainForeignHost(message);
      return fault === undefined ? (await answer)(message) : buildError(403, fault);
    },
    answerMalformed: () => buildError(400, 'This is not an HTTP request.'),
  });
  const url = `http://127.0.0.1:${server.port}`;
  addAttributes(deployment, resource, { DomainName: new URL(url).host });
  let variables: Record<string, string> = {};
  const arns = new Set<string>();
  return {
    url,
    adapt: (definition) => ({
      ...definition,
      environment: () => {
        const own = definition.environment();
        // A function elsewhere, such as the one that writes mails, may link to it.
        return {
          ...own,
          ...(own[urlVariable] !== undefined && { [urlVariable]: url }),
          ...(arns.has(definition.arn) ? variables : {}),
        };
      },
    }),
    open: async (functions, context) => {
      const distribution = readDistribution(deployment, resource, { bucketEndpoint, buildFiles });
      for (const { functionArn } of distribution.api.routes)
        arns.add(getFunctionByReference(functions, functionArn).definition.arn);
      variables = (await environment?.({ distributionUrl: url, ...context })) ?? {};
      open((message) => answerViewer(message, distribution, functions));
    },
    stop: server.stop,
  };
};

const distributionSchema = z.object({
  DistributionConfig: z.object({
    Origins: z.array(
      z.object({
        Id: z.string(),
        DomainName: z.string(),
        OriginCustomHeaders: z.array(z.object({ HeaderName: z.string(), HeaderValue: z.string() })).default([]),
      }),
    ),
    CacheBehaviors: z.array(z.object({ PathPattern: z.string().regex(/^\/[\w/-]+\/\*$/), TargetOriginId: z.string() })),
  }),
});

/**
 * Takes from the template what a browser notices: which paths are the functions', the headers, the viewer function and
 * the files. How CloudFront caches and connects is left to the tests of the stack.
 */
const readDistribution = (
  deployment: Deployment,
  resource: Resource,
  { bucketEndpoint, buildFiles }: Pick<DistributionOptions, 'buildFiles'> & { bucketEndpoint: string },
): Distribution => {
  const ofStack = { ...deployment, stacks: [resource.stack] };
  let files: Promise<BucketFiles> | undefined;
  const readFiles = async (): Promise<BucketFiles> => readBucketFiles(ofStack, await buildFiles?.());
  const { Origins, CacheBehaviors } = readProperties(deployment, resource, distributionSchema).DistributionConfig;
  const getResource = (type: string): Resource => getSingleResource(ofStack, type);
  const bucketOrigins = Origins.filter(({ DomainName }) => /\.s3\./.test(DomainName)).map(({ Id }) => Id);
  const listPaths = (isBucket: boolean): string[] =>
    CacheBehaviors.filter(({ TargetOriginId }) => bucketOrigins.includes(TargetOriginId) === isBucket).map(
      ({ PathPattern }) => PathPattern.slice(0, -1),
    );
  return {
    api: readHttpApi(deployment, getResource('AWS::ApiGatewayV2::Api')),
    apiPaths: listPaths(false),
    bucketPaths: listPaths(true),
    bucketEndpoint,
    originHeaders: Origins.flatMap(({ OriginCustomHeaders }) =>
      OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [HeaderName, HeaderValue] as const),
    ),
    files: () => (files ??= readFiles()),
    viewerFunction: readEdgeFunction(deployment, getResource('AWS::CloudFront::Function')),
    responseHeaders: readResponseHeaders(deployment, getResource('AWS::CloudFront::ResponseHeadersPolicy')),
  };
};
