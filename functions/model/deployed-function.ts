import type { Grant } from './grant.ts';

export interface DeployedFunction {
  name: string;
  entry: string;
  grants: readonly Grant[];
  /** What it may do besides where the settings name a sender of email. */
  mailGrants?: readonly Grant[];
}

/** A function's file is named after it: `createWebhook` is in create-webhook.ts. */
export const toEntry = (folder: string, name: string): string =>
  `${folder}/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
