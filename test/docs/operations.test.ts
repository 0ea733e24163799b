import { describe, expect, it } from 'vitest';
import { synthesizeDeployedStacks } from '../lib/fixture/stacks.ts';
import { findResources } from '../lib/fixture/template.ts';
import { readPage } from './pages.ts';

const { text } = readPage('docs/operations.md');

describe('the operations page', () => {
  it('docs/operations.md has a section for every alarm, and none for an alarm that does not exist', () => {
    const { service } = synthesizeDeployedStacks('production');
    const named = findResources(service, 'AWS::CloudWatch::Alarm').map(({ Properties }) => {
      const [, section] =
        /"Alarms", "([^"]+)"/.exec(JSON.stringify(Properties['AlarmDescription']).replaceAll('\\"', '"')) ?? [];
      return section;
    });
    const alarms = text.slice(text.indexOf('\n## Alarms'), text.indexOf('\n## Dead letters and redrive'));
    const sections = [...alarms.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading);
    expect(sections.length).toBeGreaterThan(0);
    expect([...new Set(named)].sort()).toEqual(sections.sort());
  });
});
