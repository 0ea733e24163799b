import type { Account, Channel } from './accounts.ts';
import type { Webhook } from './webhooks/sign.ts';

/** These are not real credentials: they work only here. */
export const defaultAccounts = [
  {
    channel: 'msgapp',
    id: '106540352242922',
    wabaId: '102290129340398',
    displayPhoneNumber: '15550783881',
    accessToken: 'local-msgapp-access-token',
  },
  { channel: 'social', id: '17841405822304914', accessToken: 'local-social-access-token' },
  { channel: 'web', id: 'local-website', secret: 'local-web-secret' },
] as const satisfies Account[];

export const defaultSecrets: Record<Channel, Omit<Webhook, 'url'>> = {
  msgapp: { appSecret: 'local-msgapp-app-secret', verifyToken: 'local-msgapp-verify-token' },
  social: { appSecret: 'local-social-app-secret', verifyToken: 'local-social-verify-token' },
  web: { appSecret: '', verifyToken: '' },
};

export const defaultReceiptDelays = { sentAfterMs: 200, deliveredAfterMs: 800, readAfterMs: 1500 };

/** About a minute in total; the real channel retries for days. */
export const defaultRetry = { firstDelayMs: 500, attemptsMax: 8 };

export const defaultPort = 4100;
