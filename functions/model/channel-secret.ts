import * as z from 'zod/mini';

/** What the channel's app and we know and nobody else does, as the operator writes it into the secret. */
export const channelSecret = z.object({
  /** Any of these may have signed a webhook, so that one takes the other's place without a gap. */
  app_secrets: z.array(z.string()),
  /** What the channel shows to prove that it was us who named it our address. */
  verify_token: z.string(),
});

export type ChannelSecret = z.output<typeof channelSecret>;
