import type { AreaDoc, OperationDoc } from '../area.ts';
import { broadcasts } from './broadcasts.ts';
import { contacts } from './contacts.ts';
import { conversations } from './conversations.ts';
import { deliveries } from './deliveries.ts';
import { feeds } from './feeds.ts';
import { me } from './me.ts';
import { media } from './media.ts';
import { members } from './members.ts';
import { messages } from './messages.ts';
import { openapi } from './openapi.ts';
import { segments } from './segments.ts';
import { templates } from './templates.ts';
import { webhooks } from './webhooks.ts';

/** The keys are the names of the areas in functions/api/endpoints.ts. */
export const areas: Record<string, AreaDoc> = {
  me,
  contacts,
  segments,
  messages,
  templates,
  conversations,
  members,
  media,
  broadcasts,
  webhooks,
  deliveries,
  feeds,
  openapi,
};

export const getOperationDoc = ({ area, operationId }: { area: string; operationId: string }): OperationDoc => {
  const doc = areas[area]?.operations[operationId];
  if (!doc) throw new Error(`${operationId} has no texts. Add them to tools/openapi/areas/${area}.ts.`);
  return doc;
};
