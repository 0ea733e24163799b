export type * from './api-types.ts';
export { Switchboard } from './client.ts';
export { SwitchboardConnectionError, SwitchboardError, WebhookVerificationError } from './errors.ts';
export type { ImportOptions, ImportProgress, ImportSums, RejectedEntry } from './import-all.ts';
export type { List, Page } from './list.ts';
export type { FollowOptions } from './resources/feeds.ts';
export type { CallOptions, SwitchboardOptions } from './transport.ts';
export { type VerifyOptions, verifyWebhook, type WebhookHeaders } from './verify-webhook.ts';
