import type { AttributeChanges } from '../contacts/attributes.ts';
import type { Site } from './site.ts';

/** What the signature of the site's server says about a visitor. */
export interface SignedCustomer {
  external_id: string;
  name: string | null;
  email: string | null;
  attributes?: AttributeChanges;
}

/** One device of a visitor: the item of its token. */
export interface StoredVisitor {
  /** Tokens that continue the same conversation share it. */
  visitor_id: string;
  workspace_id: string;
  site_id: string;
  created_at: string;
  /** When the visitor last wrote. */
  seen_at: string;
  /** A year after that, in seconds. */
  expires: number;
  customer?: SignedCustomer;
  /** The contact of the customer is the visitor's. */
  is_linked?: boolean;
  /** What the visitor typed. */
  email?: string;
  /** The page and language of the last message, and when members were last told. */
  page_url?: string;
  language?: string;
  noted_at?: string;
  /** The count of the present minute and day. */
  minute?: string;
  minute_used?: number;
  day_used?: number;
  /** When the last messages were taken, by their ids: a repeat gets the same answer. */
  sent?: Record<string, number>;
}

/** Whoever calls with a token, known or new. */
export interface VisitorCaller {
  site: Site;
  /** The hash of the token. */
  sha256: string;
  address: string;
  visitor: StoredVisitor | undefined;
}

export type KnownVisitor = VisitorCaller & { visitor: StoredVisitor };

export const visitorLimits = {
  perMinute: 20,
  perDay: 200,
  newPerAddress: 30,
  newPerWorkspace: 600,
} as const;

export const visitorDays = 365;
