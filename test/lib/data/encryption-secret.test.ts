import { expect, it } from 'vitest';
import { environments } from '../../../lib/settings.ts';
import { fixtureEndpoints } from '../fixture/endpoints.ts';
import { synthesizeStacks } from '../fixture/stacks.ts';
import { findResources } from '../fixture/template.ts';

it.each(Object.keys(environments))(
  'the encryption secret of %s is generated as ever, because CloudFormation would else forget all keys',
  (environment) => {
    const { data } = synthesizeStacks(environment, fixtureEndpoints);
    const [secret] = findResources(data, 'AWS::SecretsManager::Secret').filter(({ id }) => id.startsWith('Sealing'));
    expect(secret?.id).toBe('SealingSecret418D1914');
    expect(secret?.Properties['GenerateSecretString']).toEqual({
      SecretStringTemplate: '{"current":"1"}',
      GenerateStringKey: '1',
      ExcludePunctuation: true,
      PasswordLength: 64,
    });
  },
);
