import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { synthesize } from '../../lib/app.ts';
import { readPage } from './pages.ts';

const { text } = readPage('docs/operations.md');

/** The sections that the descriptions of the deployed alarms refer to. */
const readAlarmSections = async (): Promise<string[]> => {
  const outDir = mkdtempSync(join(tmpdir(), 'switchboard-alarms-'));
  onTestFinished(() => rmSync(outDir, { recursive: true }));
  const assemblyDir = await synthesize('production', outDir);
  const template = readFileSync(join(assemblyDir, 'Switchboard-production-service.template.json'), 'utf8');
  const references = template.matchAll(/docs\/operations\.md, (?:\\"Alarms\\", )?\\"([^"\\]+)\\"/g);
  return [...new Set([...references].map(([, section]) => String(section)))];
};

describe('the operations page', () => {
  it('docs/operations.md has a section for every alarm, and none for an alarm that does not exist', async () => {
    const alarms = text.slice(text.indexOf('\n## Alarms'), text.indexOf('\n## Dead letters and redrive'));
    const sections = [...alarms.matchAll(/^### (.+)$/gm)].map(([, heading]) => String(heading));
    expect(sections.length).toBeGreaterThan(0);
    expect((await readAlarmSections()).sort()).toEqual(sections.sort());
  });
});
