import { describe, expect, it } from 'vitest';
import { secretNames } from '../../../functions/model/secret.ts';
import { environments } from '../../../lib/settings.ts';
import { listFunctions } from '../fixture/functions.ts';
import { synthesizeDeployedStacks } from '../fixture/stacks.ts';
import { findResources, resolveReferences } from '../fixture/template.ts';

describe.each(Object.entries(environments))('the secrets of %s', (environment, settings) => {
  const stacks = synthesizeDeployedStacks(environment);
  const { data, service } = stacks;
  const secrets = findResources(data, 'AWS::SecretsManager::Secret');

  it('are generated where they lie, under our key, and written nowhere', () => {
    expect(secrets).toHaveLength(secretNames.length);
    for (const { Properties, DeletionPolicy } of secrets) {
      expect(resolveReferences(Properties['KmsKeyId'], data)).toBe('<TableKeyF581D96F.Arn>');
      expect(DeletionPolicy).toBe(settings.removalPolicy === 'retain' ? 'Retain' : 'Delete');
      expect(Properties).toHaveProperty('GenerateSecretString');
      expect(Properties).not.toHaveProperty('SecretString');
    }
  });

  it('are in no template, not even as a reference that CloudFormation would fill in', () => {
    expect(JSON.stringify([data, service])).not.toMatch(/\{\{resolve:|-----BEGIN|"NoEcho"|(sk|legacy)_live_|AKIA/);
  });

  it('are told to a function by where they lie; a literal in its environment is none of them', () => {
    const literals = [settings.logLevel, `Switchboard/${environment}`];
    const values = listFunctions(stacks).flatMap(({ Environment }) => Object.entries(Environment.Variables));
    for (const [name, value] of values) {
      if (literals.includes(value)) continue;
      expect({ name, value }).toEqual({ name, value: expect.stringMatching(/^<\w+>$/) });
      if (/secret/i.test(name)) expect(secrets.map(({ id }) => `<${id}>`)).toContain(value);
    }
  });

  it('are told to operators by where they lie', () => {
    const told = [data, service].flatMap(({ Outputs }) => Object.entries(Outputs));
    for (const [name, { Value }] of told.filter(([name]) => /secret/i.test(name)))
      expect({ name, value: resolveReferences(Value, data) }).toEqual({
        name,
        value: expect.stringMatching(new RegExp(`^<(${secrets.map(({ id }) => id).join('|')})>$`)),
      });
  });
});
