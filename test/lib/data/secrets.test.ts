import { describe, expect, it } from 'vitest';
import { environments } from '../../../lib/settings.ts';
import { listIds, listResources, readStacks } from '../fixture/stacks.ts';

const secretIds = ['ChannelSealingSecret', 'MsgappSecret', 'SealingSecret', 'SocialSecret'];
const secretReferences = secretIds.map((id) => `<${id}>`);

describe.each(Object.entries(environments))('secrets of %s', (environment, settings) => {
  const { data, service } = readStacks(environment);

  it("every secret is generated, encrypted with our key or AWS's, and removed by the table's policy", () => {
    expect(listIds(data, 'AWS::SecretsManager::Secret').sort()).toEqual(secretIds);
    for (const { Properties, DeletionPolicy } of listResources(data, 'AWS::SecretsManager::Secret')) {
      expect(Properties.KmsKeyId).toBe(settings.customerManagedKeys ? '<TableKey.Arn>' : undefined);
      expect(Properties).toMatchObject({ GenerateSecretString: expect.any(Object) });
      expect(Properties).not.toHaveProperty('SecretString');
      expect(DeletionPolicy).toBe(settings.removalPolicy === 'retain' ? 'Retain' : 'Delete');
    }
  });

  it('the generator of a secret never changes, because CloudFormation would overwrite its value', () => {
    const generators = listResources(data, 'AWS::SecretsManager::Secret').map(({ id, Properties }) => [
      id,
      Properties.GenerateSecretString,
    ]);
    const channelGenerator = {
      SecretStringTemplate: '{"app_secrets":[]}',
      GenerateStringKey: 'verify_token',
      ExcludePunctuation: true,
      PasswordLength: 40,
    };
    expect(Object.fromEntries(generators)).toEqual({
      SealingSecret: {
        SecretStringTemplate: '{"current":"1"}',
        GenerateStringKey: '1',
        ExcludePunctuation: true,
        PasswordLength: 64,
      },
      ChannelSealingSecret: {
        SecretStringTemplate: '{"current":"c1"}',
        GenerateStringKey: 'c1',
        ExcludePunctuation: true,
        PasswordLength: 64,
      },
      MsgappSecret: channelGenerator,
      SocialSecret: channelGenerator,
    });
  });

  it('no template contains a secret value or a dynamic reference to one', () => {
    const text = JSON.stringify([data.toJSON(), service.toJSON()]);
    expect(text).not.toMatch(/\{\{resolve:|-----BEGIN|"NoEcho"|(sk|legacy)_live_|AKIA/);
  });

  it('the stack outputs name every secret by its ARN', () => {
    const outputs = [data, service].flatMap((template) => Object.entries(template.findOutputs('*', {})));
    const ofSecrets = outputs.filter(([name]) => /secret/i.test(name)).map(([, { Value }]) => Value);
    expect([...new Set(ofSecrets)].sort()).toEqual(secretReferences);
  });
});
