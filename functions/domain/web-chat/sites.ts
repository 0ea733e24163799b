import type { Site } from '../../model/web-chat/site.ts';
import { remember } from '../../platform/remember.ts';
import { getRouting } from '../routing/routing.ts';
import { findSite } from './settings.ts';

/** Open pages read every few seconds. A change of the settings holds this much later. */
const kept = { keptMs: 5_000, valuesMax: 1_000 };

/** Undefined for a site that is unknown or switched off. */
export const findKnownSite: (siteId: string) => Promise<Site | undefined> = remember(findSite, kept);

export const findKnownRouting = remember(getRouting, kept);
