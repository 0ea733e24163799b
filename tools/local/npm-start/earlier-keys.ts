import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalRuntime } from '../start.ts';

/** In a data folder from before channels had keys of their own, one secret encrypts everything. */
export const hasOneEncryptionSecret = (dataDir: string): boolean => {
  const path = join(dataDir, 'secrets.json');
  return existsSync(path) && !readFileSync(path, 'utf8').includes('ChannelSealingSecret');
};

/** Lets the channels' secret decrypt what the other one encrypted, until `admin secrets rotate` has run. */
export const adoptEarlierKeys = ({
  secrets,
  readEnvironment,
}: Pick<LocalRuntime, 'secrets' | 'readEnvironment'>): void => {
  const earlierId = readEnvironment('deliverWebhook')['ENCRYPTION_SECRET_ID'] ?? '';
  const channelsId = readEnvironment('sendMessage')['CHANNEL_ENCRYPTION_SECRET_ID'] ?? '';
  const earlier: unknown = JSON.parse(secrets.find(earlierId) ?? '{}');
  const channels: unknown = JSON.parse(secrets.find(channelsId) ?? '{}');
  secrets.put(channelsId, JSON.stringify({ ...Object(earlier), ...Object(channels) }));
};
