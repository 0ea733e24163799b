import * as z from 'zod/mini';
import { scopes } from '../../model/access/scope.ts';
import { ids } from '../samples.ts';
import type { AreaTexts } from '../texts.ts';
import { getMe } from './contract.ts';

const { data } = getMe.response().shape;

export const texts: AreaTexts = {
  description: 'Who an API key belongs to and what it may do.',
  components: {
    Me: {
      schema: data,
      description: 'The workspace of an API key, and the key itself.',
      fields: { account: 'The workspace on whose data the key acts.', key: 'The key that made the request.' },
    },
    Scope: { schema: z.enum(scopes), description: 'What a key may do.' },
    Account: {
      schema: data.shape.account,
      description: 'A workspace: a company and all its data.',
      fields: { id: 'Id of the workspace. Events call it `account_id`.', name: 'Name of the workspace.' },
    },
    ApiKey: {
      schema: data.shape.key,
      description: 'An API key, without its secret part.',
      fields: {
        id: 'Id of the key.',
        scopes: {
          description: 'What the key may do. A key without scopes can call only `GET /me`.',
          items: { enum: [...scopes] },
        },
      },
    },
  },
  operations: {
    getMe: {
      summary: 'Get the account of the key',
      row: 'the workspace and scopes of the key',
      description:
        'Returns the workspace and the scopes of the key that makes the request. Use it to check that a key works.',
      client: { call: 'me.get', comment: 'The workspace and the scopes of the API key.' },
      response: {
        data: 'Me',
        examples: {
          200: {
            data: {
              account: { id: ids.account, name: 'Acme Outfitters' },
              key: { id: ids.key, scopes: ['messages:send', 'contacts:read', 'contacts:write'] },
            },
          },
        },
      },
    },
  },
};
