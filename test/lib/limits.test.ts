import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { endpoints } from '../../functions/api/endpoints.ts';
import { consumers } from '../../functions/consumers/consumers.ts';
import { receivers } from '../../functions/receivers/receivers.ts';
import { environments } from '../../lib/settings.ts';
import { withApp } from './fixture/stacks.ts';
import { findResources, parseTemplate, type Template } from './fixture/template.ts';

/** Of a limit that cannot be raised, a fifth stays free: whoever comes near has time to split the stack. */
const room = 0.8;

interface Stack {
  bytes: number;
  template: Template;
}

const stacks: [string, Stack][] = withApp(
  { environments: Object.keys(environments), endpoints: [...endpoints, ...receivers], consumers },
  (app) =>
    app
      .synth()
      .stacks.map(({ stackName, templateFullPath, template }) => [
        stackName,
        { bytes: readFileSync(templateFullPath).length, template: parseTemplate(template) },
      ]),
);

const mappingShape = z.object({
  BatchSize: z.number(),
  FilterCriteria: z.object({ Filters: z.array(z.unknown()) }).optional(),
  ScalingConfig: z.object({ MaximumConcurrency: z.number() }).optional(),
  MaximumRetryAttempts: z.number().optional(),
  StartingPosition: z.string().optional(),
});
const functionShape = z.object({
  Timeout: z.number(),
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
});

describe.each(stacks)('%s', (_name, { bytes, template }) => {
  const sizeOf = (value: unknown): number => JSON.stringify(value).length;
  const propertiesOf = (type: string) => findResources(template, type).map(({ Properties }) => Properties);

  it('has room in the template: 1 MB, 500 resources and 200 outputs is all that CloudFormation takes', () => {
    expect(bytes).toBeLessThan(room * 1_000_000);
    expect(Object.keys(template.Resources).length).toBeLessThan(room * 500);
    expect(Object.keys(template.Outputs).length).toBeLessThan(room * 200);
  });

  it('has room in the policies of each role: 10,240 characters is all that IAM takes', () => {
    for (const { Policies } of propertiesOf('AWS::IAM::Role'))
      if (Policies !== undefined) expect(sizeOf(Policies)).toBeLessThan(room * 10_240);
  });

  it('has room in the environment of each function: 4 KB is all that Lambda takes', () => {
    for (const properties of propertiesOf('AWS::Lambda::Function'))
      expect(sizeOf(functionShape.parse(properties).Environment.Variables)).toBeLessThan(room * 4_096);
  });

  it('has room in the API: 300 paths is all that the gateway takes', () => {
    expect(propertiesOf('AWS::ApiGateway::Resource').length).toBeLessThan(room * 300);
  });

  it('feeds its functions in ways that Lambda allows', () => {
    for (const properties of propertiesOf('AWS::Lambda::EventSourceMapping')) {
      const mapping = mappingShape.parse(properties);
      // More than five patterns need a word with AWS.
      expect(mapping.FilterCriteria?.Filters.length ?? 0).toBeLessThanOrEqual(5);
      expect(mapping.MaximumRetryAttempts ?? 0).toBeLessThanOrEqual(10_000);
      if (mapping.StartingPosition !== undefined) continue;
      // A larger batch would need a batching window, which makes every message wait.
      expect(mapping.BatchSize).toBeLessThanOrEqual(10);
      expect(mapping.ScalingConfig?.MaximumConcurrency).toBeGreaterThanOrEqual(2);
      expect(mapping.ScalingConfig?.MaximumConcurrency).toBeLessThanOrEqual(1_000);
    }
  });

  it('hides no message for longer than SQS can, twelve hours', () => {
    for (const { VisibilityTimeout = 30 } of propertiesOf('AWS::SQS::Queue'))
      expect(VisibilityTimeout).toBeLessThanOrEqual(12 * 60 * 60);
  });
});
