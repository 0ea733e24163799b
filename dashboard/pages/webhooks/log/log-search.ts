import * as z from 'zod/mini';
import { deliveryStatuses } from '../../../../functions/model/deliveries/delivery.ts';
import { sentEventNames } from '../../../../functions/model/deliveries/event.ts';
import { sinceField } from '../../../components/webhooks/since.ts';
import type { SearchValues } from '../../../context/search.ts';

/** The filters of the log, in the address of the page. */
export const logSearch = {
  status: z.optional(z.enum(deliveryStatuses)),
  event: z.optional(z.enum(sentEventNames)),
  since: sinceField,
};

export type LogFilter = SearchValues<typeof logSearch>;
