import { scopes } from '../../functions/model/access/scope.ts';

export const info = {
  title: 'Switchboard',
  version: '1',
  summary: 'Multi-channel customer messaging.',
  description: `Send messages, keep contacts and segments, read conversations, launch broadcasts and receive signed
webhooks.

**Requests.** Send \`Authorization: Bearer <API_KEY>\` and JSON with \`Content-Type: application/json\`. Unknown fields
are ignored. In an optional field, null means the same as leaving it out, unless the field says otherwise. The API is
called from servers and sends no CORS headers.

**Strictness.** With the header \`Switchboard-Strict: true\`, a body field that is not known, a \`limit\` outside 1 to 100
and a \`cursor\` or \`after\` of another list are a \`bad_request\` that names the field, instead of being ignored.

**Responses.** A success is \`{ "data": … }\`, a list \`{ "data": […], "meta": { "next_cursor": … } }\`, a failure
\`{ "error": { "code", "message" } }\`: branch on \`code\`. Objects can gain fields. Times are in UTC. Ids are UUIDs.

**Lists** are newest first; templates are sorted by name. Pass \`meta.next_cursor\` as \`cursor\` until it is null.

**Retries.** Every POST takes an \`Idempotency-Key\`: a repeated request gets the first response again and does nothing
twice. A key may make 120 requests in 60 seconds.`,
  contact: { name: 'The operators of the service' },
  license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
};

/** `GET /openapi.json` replaces it by the address at which it was called. */
export const servers = [{ url: 'http://127.0.0.1:4000/v1', description: 'The service as npm start runs it.' }];

export const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: `An API key of a workspace. Its scopes decide what it may do: ${scopes
      .map((scope) => `\`${scope}\``)
      .join(', ')}.`,
  },
};
