/** The limit holds for one instance of a dashboard function. */
export interface Limit {
  max: number;
  windowMs: number;
}

/** A person needs three requests to sign in, and many people may share the address of an office. */
export const signInLimit: Limit = { max: 200, windowMs: 300_000 };

/** The limit holds for all sessions of a person together. A page makes a dozen requests when it opens, and then some every half minute. */
export const personLimit: Limit = { max: 300, windowMs: 60_000 };

/** Counts webhooks whose deliveries are read: each takes 16 queries. */
export const eventsLimit: Limit = { max: 1_500, windowMs: 60_000 };
