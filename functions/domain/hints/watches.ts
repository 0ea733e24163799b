import { toChannel } from '../../model/hints/hint.ts';
import type { MemberCaller } from '../../model/members/member.ts';
import { clock, nowSeconds } from '../../platform/clock.ts';
import { env } from '../../platform/env.ts';
import { newId } from '../../platform/ids.ts';
import { settleAll } from '../../platform/settle-all.ts';
import { type Change, readWorkspaceId } from '../../table/dynamodb/changes.ts';
import type { Item } from '../../table/dynamodb/item.ts';
import { changeEpoch, findWatch, renewWatch } from '../../table/hints/watches.ts';
import { queryMemberships } from '../../table/members/users.ts';
import { announceEpoch, publishHints } from './publish.ts';
import { issueTicket } from './tickets.ts';

export interface Socket {
  url: string;
  /** The protocol asks for it beside the ticket. */
  host: string;
  channel: string;
  ticket: string;
  /** The page asks again after this time, or the workspace counts as unwatched. */
  renew_seconds: number;
  /** No colleague has a page open, so nobody needs to know who writes. */
  is_alone: boolean;
}

const renewSeconds = 15 * 60;

/** A page may be late, and its machine may sleep. */
const watchSeconds = 2 * renewSeconds;

/** Where a page listens for hints, with a ticket for the next minute. Null without an event API. */
export const openSocket = async ({ workspaceId, userId, sessionId }: MemberCaller): Promise<Socket | null> => {
  const [host, socketHost, local] = [env.hintsHost(), env.hintsSocketHost(), env.eventApiUrl()];
  if (!host || !socketHost) return null;
  const now = nowSeconds();
  const times = { epoch: newEpoch(), expires: now + watchSeconds, now };
  const { watch, others } = await renewWatch({ workspaceId, userId }, times);
  const { epoch } = watch;
  if (others.length > 0) await publishHints([{ workspaceId, hint: { kind: 'arrival', user_id: userId } }]);
  const origin = local ? local.replace(/^http/, 'ws') : `wss://${socketHost}`;
  return {
    url: `${origin}/event/realtime`,
    host,
    channel: toChannel(workspaceId, epoch),
    ticket: await issueTicket({ workspaceId, userId, sessionId, epoch }),
    renew_seconds: renewSeconds,
    is_alone: others.length === 0,
  };
};

const newEpoch = (): string => newId().slice(-12);

/** A member who is gone, or a session that ended, keeps its socket: AppSync cannot close one. */
export const changeEpochs = async (changes: readonly Change[]): Promise<void> => {
  const lost = changes.flatMap(({ before, after }): Item[] => (before && !after ? [before] : []));
  const members = lost.filter((item) => item['entity'] === 'member').map(readWorkspaceId);
  const users = new Set(
    lost.filter(({ sk }) => String(sk).startsWith('SESSION#')).map((item) => String(item['user_id'])),
  );
  const ofUsers = await settleAll([...users].map(async (id) => (await queryMemberships(id)).map((one) => one.id)));
  await settleAll([...new Set([...members, ...ofUsers.flat()])].map(replaceEpoch));
};

/** Tickets that are issued from now on carry the new name, and members who lost access get none. */
const replaceEpoch = async (workspaceId: string): Promise<void> => {
  const watch = await findWatch(workspaceId);
  if (!watch || watch.expires <= nowSeconds()) return;
  const changed = { epoch: newEpoch(), earlier_epoch: watch.epoch, nowMs: clock.now() };
  const replaced = await changeEpoch(workspaceId, changed);
  if (replaced) await announceEpoch(workspaceId, replaced);
};
