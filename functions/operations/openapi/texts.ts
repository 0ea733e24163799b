import type { AreaTexts } from '../texts.ts';
import { getOpenapi } from './contract.ts';

export const texts: AreaTexts = {
  description: 'The description of this API for programs.',
  components: {
    OpenApiDocument: {
      schema: getOpenapi.response(),
      description: 'An OpenAPI document.',
      fields: { openapi: 'The version of the OpenAPI specification that the document follows.' },
    },
  },
  operations: {
    getOpenapi: {
      summary: 'Get this document',
      row: 'the OpenAPI 3.1 document',
      description:
        'Returns this document. No key is needed. `servers` holds the address at which the request was made. Send the ' +
        '`ETag` as `If-None-Match` to find out whether a copy is current.',
      client: null,
      response: {
        body: 'OpenApiDocument',
        examples: { 200: { openapi: '3.1.0', info: { title: 'Switchboard', version: '1' }, paths: {} } },
      },
    },
  },
};
