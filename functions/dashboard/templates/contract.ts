import * as z from 'zod/mini';
import { listResponse } from '../../model/page.ts';
import {
  listedTemplate,
  shownTemplate,
  syncResult,
  templatePath,
  templateQuery,
} from '../../model/templates/listed-template.ts';
import { defineOperation } from '../operation.ts';

export const listTemplates = defineOperation({
  operationId: 'listTemplates',
  method: 'GET',
  path: '/w/{workspace_id}/templates',
  role: 'agent',
  grants: ['table:Query'],
  status: 200,
  paged: true,
  query: templateQuery,
  response: () => listResponse(listedTemplate),
});

export const getTemplate = defineOperation({
  operationId: 'getTemplate',
  method: 'GET',
  path: '/w/{workspace_id}/templates/{name}/{language}',
  role: 'agent',
  grants: ['table:GetItem'],
  status: 200,
  params: templatePath,
  response: () => z.object({ data: shownTemplate }),
});

/** Fetches every template from msgapp and removes those that it no longer has. */
export const syncTemplates = defineOperation({
  operationId: 'syncTemplates',
  method: 'POST',
  path: '/w/{workspace_id}/templates/sync',
  role: 'admin',
  audit: 'template.synced',
  grants: ['table:GetItem', 'table:Query', 'table:UpdateItem', 'table:BatchWriteItem', 'secret:channelEncryption'],
  status: 200,
  response: () => z.object({ data: syncResult }),
});
