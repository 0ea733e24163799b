import { expect, it } from 'vitest';
import { getSettings } from '../../../lib/settings.ts';
import { listFunctions, listRights } from '../fixture/functions.ts';
import { readStacks, synthesizeVariant } from '../fixture/stacks.ts';

const tableArn = 'arn:aws:dynamodb:eu-central-1:123456789012:table/switchboard-restored';
const streamArn = `${tableArn}/stream/2026-11-15T03:00:00.000`;

it("a restored table replaces the stack's own table in the service, and the data stack keeps its own", () => {
  const settings = { ...getSettings('production'), restoredTable: { tableArn, streamArn } };
  const stacks = synthesizeVariant('restored', settings);
  const { data, service } = stacks;
  data.resourceCountIs('AWS::DynamoDB::Table', 1);

  const environments = [...listFunctions(stacks.service).values()].map(
    ({ Properties }) => Properties.Environment.Variables,
  );
  const tableNames = environments.flatMap(({ TABLE_NAME }) => TABLE_NAME ?? []);
  expect(new Set(tableNames)).toEqual(new Set(['switchboard-restored']));

  const listResources = (name: string): string[] =>
    [...listRights(stacks.service, name)].map((right) => right.replace(/ if .*/, ''));
  expect(listResources('getConversation')).toContain(`dynamodb:GetItem on ${tableArn}`);
  expect(listResources('listConversations')).toContain(`dynamodb:Query on ${tableArn}/index/conversation-status`);
  service.hasResourceProperties('AWS::Lambda::EventSourceMapping', { EventSourceArn: streamArn });

  // Without a reference to the own table, the service can be deployed before the data stack.
  expect(JSON.stringify(service.toJSON())).not.toMatch(/<Table[.>]/);
  expect(JSON.stringify(readStacks('production').service.toJSON())).toMatch(/<Table[.>]/);
});
