import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '../../../functions/api/endpoints.ts';
import { publicStatusByCode } from '../../../functions/model/api-error.ts';
import {
  apiDocument,
  findFaults,
  getOperation,
  type MediaType,
  type Operation,
  operations,
  resolveRef,
} from '../../support/described-api.ts';

const deliveries = Object.values(apiDocument.webhooks).map(({ post }) => post);

const listExamples = ({ example, examples = {} }: MediaType): unknown[] => [
  ...(example === undefined ? [] : [example]),
  ...Object.values(examples).map((entry) => resolveRef(entry).value),
];

const contents = ({ requestBody, responses }: Operation) => [
  ...(requestBody?.content ? [{ where: 'request', media: requestBody.content['application/json'] }] : []),
  ...Object.entries(responses).flatMap(([status, response]) => {
    const { content } = resolveRef(response);
    return content ? [{ where: status, media: content['application/json'] }] : [];
  }),
];

it.each([...operations, ...deliveries])(
  'every body of $operationId has examples that match its schema',
  (operation) => {
    for (const { where, media } of contents(operation)) {
      const examples = listExamples(media);
      expect(examples, where).not.toEqual([]);
      for (const example of examples)
        expect(findFaults(media.schema, example), `${where}: ${JSON.stringify(example)}`).toEqual([]);
    }
  },
);

it('a misspelled field of an example would not match its schema', () => {
  expect(findFaults({ $ref: '#/components/schemas/Tag' }, { id: 'x', nmae: 'VIP', color: '#000000' })).toHaveLength(3);
});

it('the service accepts every example of a request', () => {
  for (const { body, operationId } of endpoints) {
    if (!body) continue;
    const { content } = getOperation(operationId).requestBody ?? {};
    const examples = content ? listExamples(content['application/json']) : [];
    expect(examples, operationId).not.toEqual([]);
    for (const example of examples) expect(z.safeParse(body, example).error, operationId).toBeUndefined();
  }
});

it('every error code has an example', () => {
  expect(Object.keys(apiDocument.components.examples).sort()).toEqual(Object.keys(publicStatusByCode).sort());
});
