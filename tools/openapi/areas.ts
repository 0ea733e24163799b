import { texts as broadcasts } from '../../functions/operations/broadcasts/texts.ts';
import { texts as contacts } from '../../functions/operations/contacts/texts.ts';
import { texts as conversations } from '../../functions/operations/conversations/texts.ts';
import { texts as deliveries } from '../../functions/operations/deliveries/texts.ts';
import { texts as feeds } from '../../functions/operations/feeds/texts.ts';
import { texts as me } from '../../functions/operations/me/texts.ts';
import { texts as media } from '../../functions/operations/media/texts.ts';
import { texts as members } from '../../functions/operations/members/texts.ts';
import { texts as messages } from '../../functions/operations/messages/texts.ts';
import { texts as openapi } from '../../functions/operations/openapi/texts.ts';
import { texts as reports } from '../../functions/operations/reports/texts.ts';
import { texts as routing } from '../../functions/operations/routing/texts.ts';
import { texts as segments } from '../../functions/operations/segments/texts.ts';
import { texts as teams } from '../../functions/operations/teams/texts.ts';
import { texts as templates } from '../../functions/operations/templates/texts.ts';
import type { AreaTexts, OperationDoc } from '../../functions/operations/texts.ts';
import { texts as webhooks } from '../../functions/operations/webhooks/texts.ts';

/** The keys are the names of the folders in functions/operations/. */
export const apiAreas: Record<string, AreaTexts> = {
  me,
  contacts,
  segments,
  messages,
  templates,
  conversations,
  routing,
  reports,
  members,
  teams,
  media,
  broadcasts,
  webhooks,
  deliveries,
  feeds,
  openapi,
};

export const getOperationDoc = ({ area, operationId }: { area: string; operationId: string }): OperationDoc => {
  const doc = apiAreas[area]?.operations[operationId];
  if (!doc) throw new Error(`${operationId} has no texts. Add them to functions/operations/${area}/texts.ts.`);
  return doc;
};
