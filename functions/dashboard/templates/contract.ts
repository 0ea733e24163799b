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
  method: 'GET',
  path: '/w/{workspace_id}/templates',
  role: 'agent',
  status: 200,
  paged: true,
  query: templateQuery,
  response: () => listResponse(listedTemplate),
});

export const getTemplate = defineOperation({
  method: 'GET',
  path: '/w/{workspace_id}/templates/{name}/{language}',
  role: 'agent',
  status: 200,
  params: templatePath,
  response: () => z.object({ data: shownTemplate }),
});

/** Fetches every template from msgapp and removes those that it no longer has. */
export const syncTemplates = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/templates/sync',
  role: 'admin',
  audit: 'template.synced',
  status: 200,
  response: () => z.object({ data: syncResult }),
});
