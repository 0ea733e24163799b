import {
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { createContact } from '../../../functions/domain/contacts/contacts.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { filterContacts, findContacts } from '../../../functions/table/contacts/contacts.ts';
import { isTagInUse } from '../../../functions/table/contacts/tags.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import { queryPage } from '../../../functions/table/dynamodb/query.ts';
import { findItem, findItems } from '../../../functions/table/dynamodb/read.ts';
import { transact, updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { newPhone } from '../../support/contacts.ts';

it('queryPage continues past the 1 MB limit of a query', async () => {
  const pk = `TEST#${newId()}`;
  const ids = Array.from({ length: 12 }, newId);
  for (const sk of ids) await transact([{ Put: { Item: { pk, sk, filler: 'x'.repeat(200_000) } } }]);
  const { items, next } = await queryPage(pk, { limit: 11, after: undefined });
  expect(items.map(({ sk }) => sk)).toEqual([...ids].reverse().slice(0, 11));
  expect(next).toBe(ids[1]);
  expect(await queryPage(pk, { limit: 11, after: next })).toMatchObject({ items: [{ sk: ids[0] }], next: undefined });
});

it('findItems returns more items than one response can hold and skips missing ones', async () => {
  const pk = `TEST#${newId()}`;
  const keys = Array.from({ length: 115 }, () => ({ pk, sk: newId() }));
  const filler = 'x'.repeat(150_000);
  await Promise.all(keys.map((key) => transact([{ Put: { Item: { ...key, filler } } }])));
  const found = await findItems([...keys, { pk, sk: newId() }]);
  expect(found.map(({ sk }) => sk).sort()).toEqual(keys.map(({ sk }) => sk).sort());
});

it('findItems returns an empty list for no keys', async () => expect(await findItems([])).toEqual([]));

const newKey = () => ({ pk: `TEST#${newId()}`, sk: 'ITEM' });

it('updateIf returns the unchanged item when the condition fails', async () => {
  const Key = newKey();
  await transact([{ Put: { Item: { ...Key, count: 1 } } }]);
  const update = {
    Key,
    ConditionExpression: '#count > :least',
    UpdateExpression: 'SET #count = :new',
    ExpressionAttributeNames: { '#count': 'count' },
    ExpressionAttributeValues: { ':least': 5, ':new': 9 },
  };
  expect(await updateIf(update)).toEqual({ written: false, item: { ...Key, count: 1 } });
  expect(await findItem(Key)).toEqual({ ...Key, count: 1 });
  expect(await updateIf({ ...update, Key: newKey() })).toEqual({ written: false, item: undefined });
});

describe('transact', () => {
  it('transact writes nothing when one condition fails and returns its index', async () => {
    const [free, taken] = [newKey(), newKey()];
    await transact([{ Put: { Item: taken } }]);
    const parts = [
      { Put: { Item: free, ConditionExpression: 'attribute_not_exists(pk)' } },
      { Put: { Item: taken, ConditionExpression: 'attribute_not_exists(pk)' } },
    ];
    expect(await transact(parts)).toEqual({ written: false, failedPart: 1 });
    expect(await findItem(free)).toBeUndefined();
  });

  it('forty concurrent transactions on one item all succeed', async () => {
    const counter = newKey();
    await Promise.all(
      Array.from({ length: 40 }, () =>
        transact([
          {
            Update: {
              Key: counter,
              UpdateExpression: 'ADD #count :one',
              ExpressionAttributeNames: { '#count': 'count' },
              ExpressionAttributeValues: { ':one': 1 },
            },
          },
          { Put: { Item: newKey() } },
        ]),
      ),
    );
    expect(await findItem(counter)).toMatchObject({ count: 40 });
  });
});

describe('a contended write', () => {
  const $metadata = {};
  const conflict = new TransactionConflictException({ message: 'Transaction is ongoing', $metadata });
  const canceled = (...codes: string[]) =>
    new TransactionCanceledException({
      message: 'Transaction cancelled',
      CancellationReasons: codes.map((Code) => ({ Code })),
      $metadata,
    });

  /** Fails the first calls with these errors; DynamoDB Local never returns them by itself. */
  const failFirst = (...errors: Error[]) => {
    const send = vi.spyOn(table, 'send');
    for (const error of errors) send.mockImplementationOnce(() => Promise.reject(error));
    return send;
  };

  const newKey = () => ({ pk: `TEST#${newId()}`, sk: 'ITEM' });
  const put = (item: object) => ({ Put: { Item: { ...item }, ConditionExpression: 'attribute_not_exists(pk)' } });

  it.each([
    ['another transaction', canceled('None', 'TransactionConflict')],
    ['a throttled partition', canceled('ThrottlingError', 'None')],
  ])('a transaction that conflicts with %s is retried', async (_, error) => {
    const key = newKey();
    failFirst(error, error);
    expect(await transact([put(key), put(newKey())])).toEqual({ written: true });
    expect(await findItem(key)).toEqual(key);
  });

  it('a transaction that a repeat finds still running is written once and reported as written', async () => {
    const key = newKey();
    const send = table.send.bind(table);
    vi.spyOn(table, 'send').mockImplementationOnce(async (command: Parameters<typeof send>[0]) => {
      await send(command);
      throw new TransactionInProgressException({ message: 'Still running', $metadata });
    });
    expect(await transact([put(key)])).toEqual({ written: true });
  });

  it('an update that conflicts with a transaction is retried', async () => {
    const key = newKey();
    await transact([put(key)]);
    failFirst(conflict, conflict, conflict);
    const update = {
      Key: key,
      ConditionExpression: 'attribute_exists(pk)',
      UpdateExpression: 'SET seen = :seen',
      ExpressionAttributeValues: { ':seen': true },
    };
    expect(await updateIf(update)).toEqual({ written: true, item: { ...key, seen: true } });
  });

  it('a transaction with a failed condition is not retried after a conflict', async () => {
    const send = failFirst(canceled('TransactionConflict', 'ConditionalCheckFailed'));
    expect(await transact([put(newKey()), put(newKey())])).toEqual({ written: false, failedPart: 1 });
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('a transaction canceled for a permanent reason fails without a retry', async () => {
    const send = failFirst(canceled('ValidationError', 'None'));
    await expect(transact([put(newKey()), put(newKey())])).rejects.toThrow('cancelled');
    expect(send).toHaveBeenCalledTimes(1);
  });
});

describe('contacts in the table', () => {
  it('a filtered list continues past the 1 MB limit of a query', async () => {
    const workspaceId = newId();
    const ids = Array.from({ length: 12 }, newId);
    for (const [n, id] of ids.entries()) {
      const Item = {
        ...keys.contact(workspaceId, id),
        id,
        channels: [n % 5 === 1 ? 'web' : 'social'],
        filler: 'x'.repeat(200_000),
      };
      await transact([{ Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } }]);
    }
    const first = await filterContacts(workspaceId, { channel: 'web' }, { limit: 2, after: undefined });
    expect(first.items.map(({ id }) => id)).toEqual([ids[11], ids[6]]);
    expect(await filterContacts(workspaceId, { channel: 'web' }, { limit: 2, after: first.next })).toMatchObject({
      items: [{ id: ids[1] }],
      next: undefined,
    });
  });

  it('findContacts returns each contact of the workspace once and skips other ids', async () => {
    const [workspaceId, other] = [newId(), newId()];
    const [ours, theirs] = [newId(), newId()];
    await createContact(workspaceId, ours, { phone: newPhone() });
    await createContact(other, theirs, { phone: newPhone() });
    expect(await findContacts(workspaceId, [ours, theirs, newId(), ours])).toMatchObject([{ id: ours }]);
    expect(await findContacts(workspaceId, [])).toEqual([]);
  });

  it('a tag is in use only in the workspace whose contacts have it', async () => {
    const workspaceId = newId();
    const { contact } = await createContact(workspaceId, newId(), { phone: newPhone(), tags: ['VIP'] });
    const tagId = String(contact.tags[0]?.id);
    expect(await isTagInUse(workspaceId, tagId)).toBe(true);
    expect(await isTagInUse(newId(), tagId)).toBe(false);
    expect(await isTagInUse(workspaceId, newId())).toBe(false);
  });
});
