import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { synthesizeDeployedStacks } from '../lib/fixture/stacks.ts';
import { findResources } from '../lib/fixture/template.ts';

const path = 'docs/operations.md';
const text = readFileSync(path, 'utf8');
const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => String(heading));

/** The anchor that a heading gets. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

describe('the operations manual', () => {
  it('has a section for every alarm, and none for an alarm that is not there', () => {
    const { service } = synthesizeDeployedStacks('production');
    const named = findResources(service, 'AWS::CloudWatch::Alarm').map(({ Properties }) => {
      const [, section] =
        /"Alarms", "([^"]+)"/.exec(JSON.stringify(Properties['AlarmDescription']).replaceAll('\\"', '"')) ?? [];
      return section;
    });
    const alarms = text.slice(text.indexOf('\n## Alarms'), text.indexOf('\n## Dead letters and redrive'));
    const sections = [...alarms.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading);
    expect([...new Set(named)].sort()).toEqual(sections.sort());
  });

  it('points only at places that there are', () => {
    for (const [, link] of text.matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
      const [file, anchor] = String(link).split('#');
      if (file) expect(existsSync(join(dirname(path), file)), `${file} is missing`).toBe(true);
      else expect(headings.map(anchorOf)).toContain(anchor);
    }
  });

  it('names only files that there are', () => {
    for (const [, file] of text.matchAll(/`((?:bin|lib|functions|test|docs)\/[\w./-]+\.\w+)`/g)) {
      expect(existsSync(String(file)), `${file} is missing`).toBe(true);
    }
  });
});
