interface ProtocolSettings {
  serviceTarget: string;
  errorTypeRegistries: { exceptions: Map<readonly [kind: number, namespace: string, name: string], ErrorClass> }[];
}

type ErrorClass = new (options: { name: string; $fault: 'client' | 'server'; $metadata: Metadata }) => Error;

interface Metadata {
  httpStatusCode: number;
  requestId: string | undefined;
}

interface Endpoint {
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
}

interface Response {
  statusCode: number;
  headers: Record<string, string>;
  body: unknown;
}

interface CallContext {
  endpoint: () => Promise<Endpoint>;
  streamCollector: (body: unknown) => Promise<Uint8Array>;
}

/**
 * This replaces the SDK's serializers, which walk through a schema of each operation: DynamoDB, SQS and Secrets Manager
 * take and return the JSON of the values themselves. Only bytes and times would differ: whoever stores bytes makes them
 * base64 (functions/table/reports/packed.ts), and a time stays a number.
 */
const jsonProtocol = (contentType: string) =>
  function JsonProtocol({ serviceTarget, errorTypeRegistries }: ProtocolSettings) {
    return {
      setSerdeContext: (): void => undefined,

      serializeRequest: async ({ name }: { name: string }, input: object, { endpoint }: CallContext) => {
        const { protocol, hostname, port, path } = await endpoint();
        return {
          method: 'POST',
          protocol,
          hostname,
          port,
          path: path.endsWith('/') ? path : `${path}/`,
          query: {},
          headers: { 'content-type': contentType, 'x-amz-target': `${serviceTarget}.${name}` },
          body: JSON.stringify(input),
        };
      },

      deserializeResponse: async (_operation: unknown, { streamCollector }: CallContext, response: Response) => {
        const $metadata = {
          httpStatusCode: response.statusCode,
          requestId: response.headers['x-amzn-requestid'] ?? response.headers['x-amz-request-id'],
        };
        const fields = parseBody(await streamCollector(response.body));
        if (response.statusCode < 300) return { ...fields, $metadata };
        throw toError(errorTypeRegistries, response, fields, $metadata);
      },
    };
  };

const parseBody = (bytes: Uint8Array): Record<string, unknown> => {
  if (bytes.byteLength === 0) return {};
  const parsed = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()) as object;
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== null));
};

const toError = (
  registries: ProtocolSettings['errorTypeRegistries'],
  { statusCode, headers }: Response,
  { message, Message, ...fields }: Record<string, unknown>,
  $metadata: Metadata,
): Error => {
  const type = String(fields['__type'] ?? fields['code'] ?? headers['x-amzn-errortype'] ?? 'Unknown');
  const name = type.replace(/^.*#/, '').replace(/[:,].*/, '');
  const classes = registries.flatMap(({ exceptions }) => [...exceptions]);
  // The class of every error of the service is first.
  const [, ErrorOfName] = classes.find(([[, , className]]) => className === name) ?? classes[0] ?? [];
  if (!ErrorOfName) return new Error(`AWS refused the call: ${name}`);
  const error = new ErrorOfName({ name, $fault: statusCode < 500 ? 'client' : 'server', $metadata });
  return Object.assign(error, fields, { message: message ?? Message ?? 'UnknownError' });
};

export const AwsJson1_0Protocol = jsonProtocol('application/x-amz-json-1.0');
export const AwsJson1_1Protocol = jsonProtocol('application/x-amz-json-1.1');

/** The client of DynamoDB makes a codec for the SDK's protocol. */
export function DynamoDBJsonCodec2() {
  return {};
}
