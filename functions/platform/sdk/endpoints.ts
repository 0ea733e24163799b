interface EndpointParameters {
  /** The endpoint from AWS_ENDPOINT_URL and the like. */
  Endpoint?: string;
  Region?: string;
  UseFIPS?: boolean;
  UseDualStack?: boolean;
}

/** This replaces the SDK's rules for endpoints, of which these services need one. */
const resolveEndpoint = (service: string, parameters: EndpointParameters) => ({
  url: new URL(parameters.Endpoint ?? buildUrl(service, parameters)),
  properties: {},
  headers: {},
});

const buildUrl = (service: string, { Region: region, UseFIPS: usesFips, UseDualStack: isDual }: EndpointParameters) => {
  if (region === undefined) throw new Error('The AWS region is not set. Set AWS_REGION.');
  if (usesFips || isDual)
    throw new Error(
      'Bundles know no FIPS or dual-stack endpoints. Unset AWS_USE_FIPS_ENDPOINT and AWS_USE_DUALSTACK_ENDPOINT, ' +
        'or set AWS_ENDPOINT_URL.',
    );
  return `https://${service}.${region}.${findSuffix(region)}`;
};

const suffixes = {
  'cn-': 'amazonaws.com.cn',
  'us-iso-': 'c2s.ic.gov',
  'us-isob-': 'sc2s.sgov.gov',
  'eu-isoe-': 'cloud.adc-e.uk',
  'us-isof-': 'csp.hci.ic.gov',
  'eusc-': 'amazonaws.eu',
};

const findSuffix = (region: string): string =>
  Object.entries(suffixes).find(([prefix]) => region.startsWith(prefix))?.[1] ?? 'amazonaws.com';

/** The bucket is part of the host, and of the path on a machine that has no name for each bucket. */
export const resolveS3Endpoint = ({ Bucket: bucket, ...parameters }: EndpointParameters & { Bucket?: string }) => ({
  url: new URL(
    parameters.Endpoint === undefined
      ? buildUrl(`${bucket}.s3`, parameters)
      : `${parameters.Endpoint.replace(/\/$/, '')}/${bucket}`,
  ),
  properties: {
    authSchemes: [{ name: 'sigv4', signingName: 's3', signingRegion: parameters.Region, disableDoubleEncoding: true }],
  },
  headers: {},
});

export const resolveDynamodbEndpoint = (parameters: EndpointParameters) => resolveEndpoint('dynamodb', parameters);
export const resolveSecretsManagerEndpoint = (parameters: EndpointParameters) =>
  resolveEndpoint('secretsmanager', parameters);
/** SES calls itself `email` in its addresses. */
export const resolveSesEndpoint = (parameters: EndpointParameters) => resolveEndpoint('email', parameters);
export const resolveSqsEndpoint = (parameters: EndpointParameters) => resolveEndpoint('sqs', parameters);
