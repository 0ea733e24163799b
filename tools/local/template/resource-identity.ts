export const region = 'eu-central-1';
/** The only account fauxqs knows. */
export const accountId = '000000000000';

export interface ResourceIdentity {
  Ref: string;
  [attribute: string]: string;
}

type IdentityBuilder = (generatedName: string, property: (name: string) => string | undefined) => ResourceIdentity;

const buildArn = (service: string, resource: string): string => `arn:aws:${service}:${region}:${accountId}:${resource}`;

export const toTableArn = (name: string): string => buildArn('dynamodb', `table/${name}`);

const toEventApiArn = (apiId: string): string => buildArn('appsync', `apis/${apiId}`);

const identityBuilders: Record<string, IdentityBuilder> = {
  'AWS::DynamoDB::Table': (generatedName, property) => {
    const name = property('TableName') ?? generatedName;
    return { Ref: name, Arn: toTableArn(name) };
  },
  'AWS::SQS::Queue': (generatedName, property) => {
    const name = property('QueueName') ?? lastCharacters(generatedName, 80);
    return { Ref: name, QueueName: name, Arn: buildArn('sqs', name) };
  },
  'AWS::Lambda::Function': (generatedName, property) => {
    const name = property('FunctionName') ?? lastCharacters(generatedName, 64);
    return { Ref: name, Arn: toFunctionArn(name) };
  },
  'AWS::Lambda::Version': (_, property) => ({ Ref: `${toFunctionArn(property('FunctionName'))}:1`, Version: '1' }),
  'AWS::Lambda::Alias': (_, property) => ({ Ref: `${toFunctionArn(property('FunctionName'))}:${property('Name')}` }),
  'AWS::ApiGateway::RestApi': (name) => ({ Ref: name, RestApiId: name }),
  'AWS::ApiGateway::Stage': (name, property) => ({ Ref: property('StageName') ?? name }),
  'AWS::ApiGatewayV2::Api': (name) => ({ Ref: name, ApiId: name, ApiEndpoint: `https://${toApiDomain(name)}` }),
  'AWS::ApiGatewayV2::Integration': (name) => ({ Ref: name }),
  // The domains are known once the port is.
  'AWS::AppSync::Api': (name) => ({ Ref: toEventApiArn(name), ApiArn: toEventApiArn(name), ApiId: name }),
  'AWS::AppSync::ChannelNamespace': (_, property) => {
    const arn = `${toEventApiArn(property('ApiId') ?? '')}/channelNamespace/${property('Name')}`;
    return { Ref: arn, ChannelNamespaceArn: arn };
  },
  'AWS::CloudFront::Distribution': (name) => ({ Ref: name, Id: name }),
  'AWS::CloudFront::Function': (name) => ({ Ref: toFunctionId(name), FunctionARN: toFunctionId(name) }),
  'AWS::CloudFront::OriginAccessControl': (name) => ({ Ref: name, Id: name }),
  'AWS::CloudFront::ResponseHeadersPolicy': (name) => ({ Ref: name, Id: name }),
  'AWS::CloudFront::OriginRequestPolicy': (name) => ({ Ref: name }),
  'AWS::Cognito::UserPool': (name) => {
    const provider = `cognito-idp.${region}.amazonaws.com/${name}`;
    const url = `https://${provider}`;
    return {
      Ref: name,
      UserPoolId: name,
      Arn: buildArn('cognito-idp', `userpool/${name}`),
      ProviderName: provider,
      ProviderURL: url,
    };
  },
  // The local issuer has a client and a secret of its own.
  'AWS::Cognito::UserPoolClient': (name) => ({ Ref: name, ClientId: name, ClientSecret: 'unused' }),
  'AWS::Cognito::UserPoolDomain': (name, property) => ({ Ref: property('Domain') ?? name }),
  'AWS::IAM::Role': (name) => ({ Ref: name, Arn: `arn:aws:iam::${accountId}:role/${name}` }),
  'AWS::KMS::Key': (name) => ({ Ref: name, KeyId: name, Arn: buildArn('kms', `key/${name}`) }),
  'AWS::Logs::LogGroup': (generatedName, property) => {
    const name = property('LogGroupName') ?? generatedName;
    return { Ref: name, Arn: buildArn('logs', `log-group:${name}:*`) };
  },
  'AWS::SecretsManager::Secret': (generatedName, property) => ({
    Ref: buildArn('secretsmanager', `secret:${property('Name') ?? generatedName}`),
  }),
  'AWS::S3::Bucket': (generatedName, property) => {
    const name = property('BucketName') ?? lastCharacters(generatedName, 63).toLowerCase();
    return {
      Ref: name,
      Arn: `arn:aws:s3:::${name}`,
      DomainName: `${name}.s3.amazonaws.com`,
      RegionalDomainName: `${name}.s3.${region}.amazonaws.com`,
    };
  },
  'AWS::SNS::Topic': (name) => ({ Ref: buildArn('sns', name), TopicArn: buildArn('sns', name), TopicName: name }),
};

export const toApiDomain = (apiId: string): string => `${apiId}.execute-api.${region}.amazonaws.com`;

const toFunctionId = (name: string): string => `arn:aws:cloudfront::${accountId}:function/${name}`;

/** Like CloudFormation's names, but without the random suffix, so a restart finds the resource again. */
export const identifyResource = (
  type: string,
  stackName: string,
  logicalId: string,
  property: (name: string) => string | undefined,
): ResourceIdentity | undefined => identityBuilders[type]?.(`${stackName}-${logicalId}`, property);

/** Shortens to AWS's length limit; the unique part of a name is its end. */
const lastCharacters = (name: string, count: number): string => name.slice(-count).replace(/^-+/, '');

const toFunctionArn = (nameOrArn = ''): string =>
  nameOrArn.startsWith('arn:') ? nameOrArn : buildArn('lambda', `function:${nameOrArn}`);
