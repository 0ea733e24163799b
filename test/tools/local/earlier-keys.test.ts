import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { adoptEarlierKeys, hasOneEncryptionSecret } from '../../../tools/local/npm-start/earlier-keys.ts';

const makeFolder = (secrets?: object): string => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-earlier-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  if (secrets) writeFileSync(join(folder, 'secrets.json'), JSON.stringify(secrets));
  return folder;
};

describe('a data folder from before channels had keys of their own', () => {
  it.each([
    ['a folder with one encryption secret', { 'arn:data-SealingSecret418D1914': '{}' }, true],
    ['a folder with both', { 'arn:SealingSecret4': '{}', 'arn:ChannelSealingSecret8': '{}' }, false],
    ['a folder without secrets', undefined, false],
  ])('%s is recognized', (_, secrets, expected) => {
    expect(hasOneEncryptionSecret(makeFolder(secrets))).toBe(expected);
  });

  it('memory is not taken for such a folder', () => {
    expect(hasOneEncryptionSecret('memory')).toBe(false);
  });

  it('its keys are added to the secret of the channels, whose own key stays the current one', () => {
    const values = new Map([
      ['arn:encryption', '{"current":"2","1":"one","2":"two"}'],
      ['arn:channels', '{"current":"c1","c1":"new"}'],
    ]);
    adoptEarlierKeys({
      secrets: { find: (arn) => values.get(arn), put: (arn, value) => void values.set(arn, value) },
      readEnvironment: () => ({ ENCRYPTION_SECRET_ID: 'arn:encryption', CHANNEL_ENCRYPTION_SECRET_ID: 'arn:channels' }),
    });
    expect(JSON.parse(values.get('arn:channels') ?? '')).toEqual({ current: 'c1', c1: 'new', 1: 'one', 2: 'two' });
    expect(values.get('arn:encryption')).toBe('{"current":"2","1":"one","2":"two"}');
  });
});
