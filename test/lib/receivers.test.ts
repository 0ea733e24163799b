import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { consumers } from '../../functions/consumers/consumers.ts';
import { receivers } from '../../functions/receivers/receivers.ts';
import { environments } from '../../lib/settings.ts';
import { listStatements } from './fixture/functions.ts';
import { listRoutes } from './fixture/routes.ts';
import { synthesizeStacks } from './fixture/stacks.ts';
import { findResources, resolveReferences } from './fixture/template.ts';

describe.each(Object.entries(environments))('in %s', (environment, settings) => {
  const stacks = synthesizeStacks(environment, receivers, consumers);
  const routes = listRoutes(stacks);
  const functionOf = (operationId: string) => {
    const receiver = receivers.find((each) => each.name === operationId);
    const route = routes.find(({ method, path }) => method === receiver?.method && path === receiver.path);
    if (!route) throw new Error(`There is no route for ${operationId}.`);
    return route.function;
  };
  const rightsTo = (operationId: string, service: string) =>
    listStatements(stacks, functionOf(operationId)).filter(({ Action }) =>
      Action.some((each) => each.startsWith(service)),
    );

  it('each channel has a route for what it sends, and a hub one for its handshake', () => {
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'GET /channels/msgapp',
      'GET /channels/social',
      'POST /channels/msgapp',
      'POST /channels/social',
      'POST /channels/web',
    ]);
  });

  it.each(['msgapp', 'social'])('a receiver of %s reads its own secret and no other', (channel) => {
    const name = `${channel.charAt(0).toUpperCase()}${channel.slice(1)}`;
    const [secret] = findResources(stacks.data, 'AWS::SecretsManager::Secret').filter(({ id }) => id.startsWith(name));
    for (const operationId of [`verify${name}`, `receive${name}`]) {
      expect(rightsTo(operationId, 'secretsmanager:')).toEqual([
        { Effect: 'Allow', Action: ['secretsmanager:GetSecretValue'], Resource: [`<${secret?.id}>`] },
      ]);
      expect(rightsTo(operationId, 'kms:')).toContainEqual({
        Effect: 'Allow',
        Action: ['kms:Decrypt'],
        Resource: ['<TableKeyF581D96F.Arn>'],
        Condition: { StringEquals: { 'kms:ViaService': ['secretsmanager.<AWS::Region>.<AWS::URLSuffix>'] } },
      });
      expect(rightsTo(operationId, 'dynamodb:')).toEqual([]);
      const { TABLE_NAME, ...variables } = functionOf(operationId).Environment.Variables;
      expect(TABLE_NAME).toBeUndefined();
      expect(variables[`${channel.toUpperCase()}_SECRET_ID`]).toBe(`<${secret?.id}>`);
    }
    expect(rightsTo(`verify${name}`, 'sqs:')).toEqual([]);
  });

  it('whoever takes something over may send to the queue of the background', () => {
    for (const operationId of ['receiveMsgapp', 'receiveSocial', 'receiveWeb']) {
      expect(rightsTo(operationId, 'sqs:')).toMatchObject([{ Action: ['sqs:SendMessage'] }]);
      expect(functionOf(operationId).Environment.Variables['PROCESS_INBOUND_QUEUE_URL']).toMatch(
        /^<processInboundQueue/,
      );
    }
  });

  it('the gateway hands bodies on as text, so that nothing is decoded twice', () => {
    const [api] = findResources(stacks.service, 'AWS::ApiGateway::RestApi');
    expect(api?.Properties['BinaryMediaTypes']).toBeUndefined();
  });

  it('the secrets are encrypted with our key, outlast the stack as the table does, and hold nothing that is known', () => {
    const secrets = findResources(stacks.data, 'AWS::SecretsManager::Secret').filter(
      ({ id }) => !id.startsWith('Sealing'),
    );
    expect(secrets.map(({ id }) => id)).toEqual(['MsgappSecret3D6C1BB5', 'SocialSecretCF497348']);
    for (const { Properties, DeletionPolicy } of secrets) {
      expect(resolveReferences(Properties, stacks.data)).toMatchObject({
        KmsKeyId: '<TableKeyF581D96F.Arn>',
        GenerateSecretString: { SecretStringTemplate: '{"app_secrets":[]}', GenerateStringKey: 'verify_token' },
      });
      expect(DeletionPolicy).toBe(settings.removalPolicy === 'retain' ? 'Retain' : 'Delete');
    }
  });
});

it('every receiver has a file', () => {
  for (const { entry } of receivers) expect({ entry, exists: existsSync(entry) }).toEqual({ entry, exists: true });
});
