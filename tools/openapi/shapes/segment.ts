import * as z from 'zod/mini';
import { segmentFilter } from '../../../functions/model/segments/filter.ts';
import { segmentChanges } from '../../../functions/model/segments/segment.ts';
import { uniqueName } from '../../../functions/model/unique-name.ts';

/** One schema for each kind of segment, where the service validates one flat object. A test compares the two. */
const named = { name: uniqueName, description: segmentChanges.shape.description };

export const newStaticSegment = z.object({ ...named, kind: z.optional(z.nullable(z.literal('static'))) });

export const newDynamicSegment = z.object({ ...named, kind: z.literal('dynamic'), filter: segmentFilter });

export const newSegment = z.union([newStaticSegment, newDynamicSegment]);
