import { json, type Reply, type Request } from '../http/route.ts';
import { textOrEmpty } from '../json.ts';
import type { Simulation } from '../simulation.ts';
import { anyObject } from './fields.ts';
import { readBody } from './read-body.ts';

/**
 * POST /templates: adds a row of the template list or replaces the one of its name and language, for every business
 * account or for the one in `waba_id`. It is listed as it comes: a test may bring an unsound one.
 */
export const postTemplate = (request: Request, { templates }: Simulation): Reply => {
  const { waba_id, ...row } = readBody(anyObject, request);
  return json({
    data: templates.put({ status: 'APPROVED', category: 'UTILITY', ...row }, textOrEmpty(waba_id) || undefined),
  });
};

/** GET /templates: the rows that a business account has; without `?waba_id=` those that all have. */
export const getTemplates = ({ query }: Request, { templates }: Simulation): Reply =>
  json({ data: templates.list(query.get('waba_id') ?? '') });
