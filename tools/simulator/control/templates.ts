import { json, type Reply, type Request } from '../http/route.ts';
import { textOrEmpty } from '../json.ts';
import type { Simulation } from '../simulation.ts';
import { anyObject } from './fields.ts';
import { readBody } from './read-body.ts';

/** POST /templates: adds or replaces a row for all business accounts, or one. Not validated: tests add malformed rows. */
export const postTemplate = (request: Request, { templates }: Simulation): Reply => {
  const { waba_id, ...row } = readBody(anyObject, request);
  return json({
    data: templates.put({ status: 'APPROVED', category: 'UTILITY', ...row }, textOrEmpty(waba_id) || undefined),
  });
};

export const getTemplates = ({ query }: Request, { templates }: Simulation): Reply =>
  json({ data: templates.list(query.get('waba_id') ?? '') });
