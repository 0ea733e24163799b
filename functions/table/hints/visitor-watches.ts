import type { Item } from '../dynamodb/item.ts';
import { findItem, findItems } from '../dynamodb/read.ts';
import { updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** Stands for all visitors of a workspace. */
const anyone = 'ANY';

const prefix = 'device_';

/** Says that a device of the visitor listens for hints, and that somebody of the workspace does. */
export const renewVisitorWatch = async (
  workspaceId: string,
  visitorId: string,
  device: string,
  expires: number,
): Promise<void> => {
  const watch = (sk: string, name: string) =>
    updateIf({
      Key: keys.visitorWatch(workspaceId, sk),
      UpdateExpression: 'SET expires = :expires, #device = :expires',
      ExpressionAttributeNames: { '#device': name },
      ExpressionAttributeValues: { ':expires': expires },
    });
  await Promise.all([watch(visitorId, `${prefix}${device}`), watch(anyone, anyone)]);
};

/** A device that has signed out hears nothing more. */
export const endVisitorWatch = async (workspaceId: string, visitorId: string, device: string): Promise<void> => {
  await updateIf({
    Key: keys.visitorWatch(workspaceId, visitorId),
    ConditionExpression: 'attribute_exists(pk)',
    UpdateExpression: 'REMOVE #device',
    ExpressionAttributeNames: { '#device': `${prefix}${device}` },
  });
};

/** Until when somebody listens, in seconds. */
export const findAnyVisitorWatch = async (workspaceId: string): Promise<number> =>
  Number((await findItem(keys.visitorWatch(workspaceId, anyone), 'eventual'))?.['expires'] ?? 0);

/** The devices of these visitors that listen now. */
export const findListeningDevices = async (
  workspaceId: string,
  visitorIds: readonly string[],
  nowSeconds: number,
): Promise<string[]> => {
  const items = await findItems(
    visitorIds.map((id) => keys.visitorWatch(workspaceId, id)),
    'eventual',
  );
  return items.flatMap((item) => listDevices(item, nowSeconds));
};

const listDevices = (item: Item, nowSeconds: number): string[] =>
  Object.entries(item).flatMap(([name, expires]) =>
    name.startsWith(prefix) && Number(expires) > nowSeconds ? [name.slice(prefix.length)] : [],
  );
