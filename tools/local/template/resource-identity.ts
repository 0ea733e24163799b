/** Where everything pretends to be. The SQS server knows only this account; DynamoDB Local takes any region. */
export const region = 'eu-central-1';
export const accountId = '000000000000';

/** What other resources may ask of a resource: its `Ref` and its attributes. */
export type Identity = { Ref: string; [attribute: string]: string };

/** How a resource's identity follows from the template alone. `property` resolves a property, `undefined` when absent. */
type Identify = (generatedName: string, property: (name: string) => string | undefined) => Identity;

const arn = (service: string, resource: string): string => `arn:aws:${service}:${region}:${accountId}:${resource}`;

const identities: Record<string, Identify> = {
  // The stream's ARN and the queue's URL exist only once the thing is created: they are learned then.
  'AWS::DynamoDB::Table': (generated, property) => {
    const name = property('TableName') ?? generated;
    return { Ref: name, Arn: arn('dynamodb', `table/${name}`) };
  },
  'AWS::SQS::Queue': (generated, property) => {
    const name = property('QueueName') ?? lastCharacters(generated, 80);
    return { Ref: name, QueueName: name, Arn: arn('sqs', name) };
  },
  'AWS::Lambda::Function': (generated, property) => {
    const name = property('FunctionName') ?? lastCharacters(generated, 64);
    return { Ref: name, Arn: functionArn(name) };
  },
  'AWS::Lambda::Version': (_, property) => ({ Ref: `${functionArn(property('FunctionName'))}:1`, Version: '1' }),
  'AWS::Lambda::Alias': (_, property) => ({ Ref: `${functionArn(property('FunctionName'))}:${property('Name')}` }),
  'AWS::ApiGateway::RestApi': (name) => ({ Ref: name, RestApiId: name, RootResourceId: `${name}-root` }),
  'AWS::ApiGateway::Resource': (name) => ({ Ref: name, ResourceId: name }),
  'AWS::ApiGateway::Stage': (name, property) => ({ Ref: property('StageName') ?? name }),
  'AWS::IAM::Role': (name) => ({ Ref: name, Arn: `arn:aws:iam::${accountId}:role/${name}` }),
  'AWS::KMS::Key': (name) => ({ Ref: name, KeyId: name, Arn: arn('kms', `key/${name}`) }),
  'AWS::Logs::LogGroup': (generated, property) => {
    const name = property('LogGroupName') ?? generated;
    return { Ref: name, Arn: arn('logs', `log-group:${name}:*`) };
  },
  'AWS::SecretsManager::Secret': (generated, property) => ({
    Ref: arn('secretsmanager', `secret:${property('Name') ?? generated}`),
  }),
  'AWS::SNS::Topic': (name) => ({ Ref: arn('sns', name), TopicArn: arn('sns', name), TopicName: name }),
};

/** Names a resource as CloudFormation would, but without the random tail, so that a restart finds it again. */
export const identify = (
  type: string,
  stackName: string,
  logicalId: string,
  property: (name: string) => string | undefined,
): Identity | undefined => identities[type]?.(`${stackName}-${logicalId}`, property);

/** Cuts a name that AWS would refuse as too long; what makes it unique is at its end. */
const lastCharacters = (name: string, count: number): string => name.slice(-count).replace(/^-+/, '');

const functionArn = (nameOrArn = ''): string =>
  nameOrArn.startsWith('arn:') ? nameOrArn : arn('lambda', `function:${nameOrArn}`);
