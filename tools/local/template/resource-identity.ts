/** Where everything pretends to be. The SQS server knows only this account; DynamoDB Local takes any region. */
export const region = 'eu-central-1';
export const accountId = '000000000000';

/** What other resources may ask of a resource: its `Ref` and its attributes. */
export interface ResourceIdentity {
  Ref: string;
  [attribute: string]: string;
}

/** How a resource's identity follows from the template alone. `property` resolves a property, `undefined` when absent. */
type IdentityBuilder = (generatedName: string, property: (name: string) => string | undefined) => ResourceIdentity;

const buildArn = (service: string, resource: string): string => `arn:aws:${service}:${region}:${accountId}:${resource}`;

const identityBuilders: Record<string, IdentityBuilder> = {
  // The stream's ARN and the queue's URL exist only once the thing is created: they are learned then.
  'AWS::DynamoDB::Table': (generatedName, property) => {
    const name = property('TableName') ?? generatedName;
    return { Ref: name, Arn: buildArn('dynamodb', `table/${name}`) };
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
  'AWS::ApiGateway::RestApi': (name) => ({ Ref: name, RestApiId: name, RootResourceId: `${name}-root` }),
  'AWS::ApiGateway::Resource': (name) => ({ Ref: name, ResourceId: name }),
  'AWS::ApiGateway::Stage': (name, property) => ({ Ref: property('StageName') ?? name }),
  'AWS::IAM::Role': (name) => ({ Ref: name, Arn: `arn:aws:iam::${accountId}:role/${name}` }),
  'AWS::KMS::Key': (name) => ({ Ref: name, KeyId: name, Arn: buildArn('kms', `key/${name}`) }),
  'AWS::Logs::LogGroup': (generatedName, property) => {
    const name = property('LogGroupName') ?? generatedName;
    return { Ref: name, Arn: buildArn('logs', `log-group:${name}:*`) };
  },
  'AWS::SecretsManager::Secret': (generatedName, property) => ({
    Ref: buildArn('secretsmanager', `secret:${property('Name') ?? generatedName}`),
  }),
  'AWS::SNS::Topic': (name) => ({ Ref: buildArn('sns', name), TopicArn: buildArn('sns', name), TopicName: name }),
};

/** Names a resource as CloudFormation would, but without the random tail, so that a restart finds it again. */
export const identifyResource = (
  type: string,
  stackName: string,
  logicalId: string,
  property: (name: string) => string | undefined,
): ResourceIdentity | undefined => identityBuilders[type]?.(`${stackName}-${logicalId}`, property);

/** Cuts a name that AWS would refuse as too long; what makes it unique is at its end. */
const lastCharacters = (name: string, count: number): string => name.slice(-count).replace(/^-+/, '');

const toFunctionArn = (nameOrArn = ''): string =>
  nameOrArn.startsWith('arn:') ? nameOrArn : buildArn('lambda', `function:${nameOrArn}`);
