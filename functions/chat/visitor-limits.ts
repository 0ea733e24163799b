import type { Limit } from '../model/members/request-limit.ts';

/** For one instance of a function, like those of the dashboard. Many people may share the address of an office. */
export const addressLimit: Limit = { max: 1_200, windowMs: 60_000 };

/** What the visitors of one website may take of an instance, so that those of the others find it free. */
export const siteLimit: Limit = { max: 1_200, windowMs: 60_000 };

/** An open panel without a socket reads twenty times a minute. */
export const visitorLimit: Limit = { max: 240, windowMs: 60_000 };
