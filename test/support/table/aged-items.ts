import { parseCookie } from '../../../functions/domain/members/session-cookie.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';

/** The running service keeps its own time, so what is stored moves into the past instead. */

const hourMs = 60 * 60 * 1000;
const lifeHours = 24;

/** Changes a session as if it were opened so many hours ago and last used `idleHours` ago. */
export const ageSession = async (cookie: string, hours: number, idleHours = hours): Promise<void> => {
  const { userId, sessionId } = parseCookie(cookie) ?? { userId: '', sessionId: '' };
  const expiresAtMs = Date.now() + (lifeHours - hours) * hourMs;
  await change(keys.session(userId, sessionId), {
    created_at: isoTime(Date.now() - hours * hourMs),
    last_seen_at: isoTime(Date.now() - idleHours * hourMs),
    expires_at: isoTime(expiresAtMs),
    expires: Math.ceil(expiresAtMs / 1000),
  });
};

const change = async (Key: { pk: string; sk: string }, fields: Record<string, unknown>): Promise<void> => {
  const { written } = await updateIf({ Key, ConditionExpression: 'attribute_exists(pk)', ...assign(fields) });
  if (!written) throw new Error(`There is no item ${Key.pk} ${Key.sk}.`);
};
