import type { Grant } from './grant.ts';

/** A module that exports `handler` and that no file holds: it joins the parts of an operation. Its imports begin at the root. */
export interface EntryText {
  text: string;
}

export interface DeployedFunction {
  name: string;
  entry: string | EntryText;
  grants: readonly Grant[];
  /** The further rights it has where the settings name a sender of email. */
  mailGrants?: readonly Grant[];
  /** The further rights it has beside a dashboard, whose pages get hints. */
  hintGrants?: readonly Grant[];
}

/** A function's file is named after it: `deliverWebhook` is in deliver-webhook.ts. */
export const toEntry = (folder: string, name: string): string =>
  `${folder}/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
