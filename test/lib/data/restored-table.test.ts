import { expect, it } from 'vitest';
import { environments, getSettings } from '../../../lib/settings.ts';
import { synthesizeDeployedStacks } from '../fixture/stacks.ts';
import { findResources, type Template } from '../fixture/template.ts';

const tableArn = 'arn:aws:dynamodb:eu-central-1:123456789012:table/switchboard-restored';
const streamArn = `${tableArn}/stream/2026-11-15T03:00:00.000`;

const refersToOwnTable = (service: Template): boolean => /Exports\w+Table[0-9A-F]{8}/.test(JSON.stringify(service));

it('takes the place of the own table in the service, which the data stack keeps as it was', () => {
  environments['restored'] = { ...getSettings('production'), restoredTable: { tableArn, streamArn } };
  const { data, service } = synthesizeDeployedStacks('restored');
  delete environments['restored'];
  expect(findResources(data, 'AWS::DynamoDB::Table')).toHaveLength(1);
  const tableNames = findResources(service, 'AWS::Lambda::Function').flatMap(({ Properties }) =>
    Object.entries(Object(Properties['Environment']).Variables).filter(([name]) => name === 'TABLE_NAME'),
  );
  expect(new Set(tableNames.map(([, value]) => value))).toEqual(new Set(['switchboard-restored']));
  const rights = JSON.stringify(findResources(service, 'AWS::IAM::Role'));
  expect(rights.includes(`"${tableArn}"`)).toBe(true);
  expect(rights.includes(`${tableArn}/index/conversation-status`)).toBe(true);
  const sources = findResources(service, 'AWS::Lambda::EventSourceMapping').map(
    ({ Properties }) => Properties['EventSourceArn'],
  );
  expect(sources).toContain(streamArn);
  // Nothing refers to the own table any more, so that the service can be deployed before the data stack.
  expect(refersToOwnTable(service)).toBe(false);
  expect(refersToOwnTable(synthesizeDeployedStacks('production').service)).toBe(true);
});
