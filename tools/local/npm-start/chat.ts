import { readChatManifest } from '../../../lib/chat/build.ts';
import type { DistributionOptions } from '../distribution/distribution.ts';

interface ChatOptions {
  port: number;
  buildFiles: () => Promise<string>;
}

/** The web chat on an origin of its own. Its page names the files that were built here. */
export const hostChat = ({ port, buildFiles }: ChatOptions): DistributionOptions => ({
  port,
  urlVariable: 'CHAT_URL',
  stack: '-chat',
  portSetting: 'CHAT_PORT',
  buildFiles,
  environment: async ({ distributionUrl }) => ({
    CHAT_URL: distributionUrl,
    CHAT_ASSETS: readChatManifest(await buildFiles()),
  }),
});
