import { createServer } from 'node:http';
import * as z from 'zod';
import type { Statement } from '../iam/authorize.ts';
import { getFunctionByReference, type HostedFunction } from '../lambda/function-host.ts';
import { listen, stopServer } from '../listen.ts';
import { LocalError } from '../local-error.ts';
import {
  addAttributes,
  type Deployment,
  findResources,
  getSingleResource,
  readAllProperties,
  resolveIdentity,
} from '../template/deployment.ts';
import { createAuthorizer } from './authorizer.ts';
import { type EventApiControls, type Faults, noFaults, type PublishedEvents } from './faults.ts';
import { answerPublisher } from './publish.ts';
import { startSockets } from './sockets.ts';

export interface EventApiOptions {
  /** Takes any free port if another program has this one. */
  port?: number;
  keepAliveMs?: number;
  /** What clients are told; this server closes no quiet socket. */
  connectionTimeoutMs?: number;
}

export interface HostedEventApi {
  endpoint: string;
  controls: EventApiControls;
  /** Connects wait for it. */
  open: (functions: HostedFunction[]) => void;
  stop: () => Promise<void>;
}

interface Access {
  accessKeyId: string;
  /** The statements of a role. */
  findStatements: (roleArn: string) => readonly Statement[];
}

const publishedMax = 10_000;

/**
 * AppSync Events, as far as we use it: publishing over HTTP with the rights of a role, and subscribing over a socket with
 * a Lambda authorizer. Takes the port first, because the domain of the API is part of other resources. Returns `undefined`
 * for an assembly without one.
 */
export const bindEventApi = async (
  deployment: Deployment,
  { accessKeyId, findStatements }: Access,
  options: EventApiOptions = {},
): Promise<HostedEventApi | undefined> => {
  if (findResources(deployment, 'AWS::AppSync::Api').length === 0) return undefined;
  const resource = getSingleResource(deployment, 'AWS::AppSync::Api');
  const { ApiArn: apiArn = '', ApiId: apiId = '' } = resolveIdentity(deployment, resource);
  const namespaces = readNamespaces(deployment, apiId);
  const authorizer = Promise.withResolvers<HostedFunction>();
  const published: PublishedEvents[] = [];
  let faults: Faults = noFaults;
  const server = createServer((request, response) => {
    if (faults.isDown) request.socket.destroy();
    else void answerPublisher(request, response, { apiArn, accessKeyId, namespaces, findStatements, publish });
  });
  const port = await listenAnyway(server, options.port ?? 0);
  const host = `127.0.0.1:${port}`;
  addAttributes(deployment, resource, { 'Dns.Http': host, 'Dns.Realtime': host });
  const { uri, tokenPattern } = readAuthorizer(readAllProperties(deployment, resource, apiSchema));
  const authorize = createAuthorizer({
    host,
    apiId,
    tokenPattern,
    invoke: async (event) => (await authorizer.promise).invoke(event),
  });
  const sockets = startSockets(server, { authorize, namespaces, readFaults: () => faults, ...options });
  const publish = (events: PublishedEvents): void => {
    published.push(events);
    published.splice(0, published.length - publishedMax);
    sockets.broadcast(events);
  };
  return {
    endpoint: `http://${host}`,
    controls: {
      setFaults: (changed = {}) => {
        faults = { ...noFaults, ...changed };
        if (faults.isDown) sockets.endAll();
      },
      cutSockets: sockets.cutAll,
      published: () => published,
      listSubscriptions: sockets.listSubscriptions,
    },
    open: (functions) => authorizer.resolve(getFunctionByReference(functions, uri)),
    stop: async () => {
      sockets.stop();
      await stopServer(server);
    },
  };
};

const listenAnyway = (server: ReturnType<typeof createServer>, port: number): Promise<number> =>
  listen(server, port).catch((error: unknown) => {
    if (!(error instanceof LocalError)) throw error;
    return listen(server, 0);
  });

const authModes = <Mode extends string>(mode: Mode) => z.tuple([z.strictObject({ AuthType: z.literal(mode) })]);

/** Strict: another way to connect, publish or subscribe would have to be built here first. */
const apiSchema = z.strictObject({
  Name: z.string(),
  EventConfig: z.strictObject({
    AuthProviders: z.tuple([
      z.strictObject({ AuthType: z.literal('AWS_IAM') }),
      z.strictObject({
        AuthType: z.literal('AWS_LAMBDA'),
        LambdaAuthorizerConfig: z.strictObject({
          AuthorizerUri: z.string(),
          AuthorizerResultTtlInSeconds: z.literal(0),
          IdentityValidationExpression: z.string().default(''),
        }),
      }),
    ]),
    ConnectionAuthModes: authModes('AWS_LAMBDA'),
    DefaultPublishAuthModes: authModes('AWS_IAM'),
    DefaultSubscribeAuthModes: authModes('AWS_LAMBDA'),
  }),
  Tags: z.unknown().optional(),
});

const readAuthorizer = ({ EventConfig }: z.infer<typeof apiSchema>): { uri: string; tokenPattern: RegExp } => {
  const { AuthorizerUri, IdentityValidationExpression } = EventConfig.AuthProviders[1].LambdaAuthorizerConfig;
  return { uri: AuthorizerUri, tokenPattern: new RegExp(IdentityValidationExpression) };
};

const namespaceSchema = z.strictObject({
  ApiId: z.string(),
  Name: z.string(),
  HandlerConfigs: z.strictObject({}).optional(),
  Tags: z.unknown().optional(),
});

const readNamespaces = (deployment: Deployment, apiId: string): ReadonlySet<string> =>
  new Set(
    findResources(deployment, 'AWS::AppSync::ChannelNamespace')
      .map((resource) => readAllProperties(deployment, resource, namespaceSchema))
      .filter(({ ApiId }) => ApiId === apiId)
      .map(({ Name }) => Name),
  );
