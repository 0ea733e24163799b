import Ellipsis from 'lucide-react/icons/ellipsis';
import X from 'lucide-react/icons/x';
import { useRef, useState } from 'react';
import { bulkMax } from '../../../../functions/model/conversations/inbox.ts';
import type { Member } from '../../../../functions/model/members/member.ts';
import { call } from '../../../api/call.ts';
import { toProblem } from '../../../api/problem.ts';
import { Button, IconButton } from '../../../components/controls/button.tsx';
import { MenuButton } from '../../../components/overlays/menu-button.tsx';
import { useSession } from '../../../context/session.ts';
import { toast, toastProblem } from '../../../context/toast.ts';
import { useWorkspace } from '../../../context/workspace.tsx';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { inboxPartsTexts } from '../../../texts/en/inbox-parts.ts';
import { type InboxFilter, readInboxNow, rememberSeen, seenConversations, takenIds } from '../cache.ts';
import { type Before, changed, undoOfBulk } from '../conversation/changes.ts';
import { type BulkChange, bulkWords, runBulk } from './bulk-run.ts';
import styles from './list.module.css';

const texts = inboxPartsTexts.bulk;

interface BulkBarProps {
  selected: ReadonlySet<string>;
  filter: InboxFilter;
  /** How many conversations the view has, if known. */
  total: number | undefined;
  isExact: boolean | undefined;
  shownIds: readonly string[];
  members: readonly Member[];
  /** Resolves when no reply to the conversation is on its way. */
  whenDelivered: (id: string) => Promise<void>;
  onSelect: (ids: ReadonlySet<string>) => void;
}

/** Replaces the views while rows are selected. It changes all that match, page by page, not only those on the screen. */
export const BulkBar = ({
  selected,
  filter,
  total,
  isExact,
  shownIds,
  members,
  whenDelivered,
  onSelect,
}: BulkBarProps) => {
  const { id: workspaceId } = useWorkspace();
  const { user } = useSession();
  const [done, setDone] = useState<number>();
  const stopped = useRef(false);
  const run = async (change: BulkChange) => {
    const ids = [...selected];
    const seen = ids.flatMap((id) => seenConversations.get(id) ?? []);
    const before = new Map<string, Before>(seen.map((one) => [one.id, one]));
    const send = async (page: readonly string[]) => {
      await Promise.all(page.map(whenDelivered));
      const [params, options] = [{ workspace_id: workspaceId }, { idempotencyKey: crypto.randomUUID() }];
      const shown = seen.filter(({ id }) => page.includes(id));
      const seenAt = Object.fromEntries(shown.map(({ id, last_inbound_at }) => [id, last_inbound_at]));
      const body = { ids: [...page], ...change, ...(change.changes?.status && { seen: seenAt }) };
      const { data } = await call('updateConversations', params, body, options);
      for (const result of data) if (result.before) before.set(result.id, result.before);
      return data;
    };
    stopped.current = false;
    setDone(0);
    const { idsOf, problem } = await runBulk(ids, send, (count) => {
      setDone(count);
      return !stopped.current;
    });
    setDone(undefined);
    const changedIds = idsOf('changed');
    if (change.changes?.assigned_agent_id === user.id) for (const id of changedIds) takenIds.add(id);
    // Rows that leave the view show why.
    const shown = seen.filter(({ id }) => changedIds.includes(id));
    rememberSeen(shown.map((one) => changed(one, change.changes ?? {}, new Date().toISOString())));
    const undo = async () => {
      const groups = Map.groupBy(changedIds, (id) => JSON.stringify(undoOfBulk(before.get(id), change)));
      for (const [undone, group] of groups)
        if (undone)
          await call('updateConversations', { workspace_id: workspaceId }, { ids: group, ...JSON.parse(undone) });
    };
    const undoAll = () =>
      void undo()
        .catch((error: unknown) => toastProblem(inboxTexts.done.failed(toProblem(error).plainMessage)))
        .then(readInboxNow);
    const isKnown = changedIds.every((id) => before.has(id));
    const canUndo = isKnown && changedIds.length > 0 && changedIds.length <= bulkMax;
    const action = { label: inboxTexts.done.undo, onPress: undoAll };
    toast(bulkWords(change, idsOf, problem), { isProblem: problem !== undefined, ...(canUndo && { action }) });
    onSelect(new Set([...idsOf('failed'), ...idsOf('unknown'), ...idsOf(undefined)]));
    readInboxNow();
  };
  const selectAll = async () => {
    const all = new Set(selected);
    let cursor: string | undefined;
    do {
      const input = { ...filter, ...(cursor ? { cursor } : {}) };
      const { data, meta } = await call('getInbox', { workspace_id: workspaceId }, input);
      const rows = [...data.waiting, ...data.answered];
      rememberSeen(rows);
      for (const { id } of rows) all.add(id);
      cursor = meta.next_cursor ?? undefined;
    } while (cursor);
    onSelect(all);
  };
  const isAllShown = shownIds.every((id) => selected.has(id));
  if (done !== undefined) {
    return (
      <div className={styles.bulk} role="status">
        <span>{texts.running(done, selected.size)}</span>
        <Button size="small" onPress={() => (stopped.current = true)}>
          {texts.stop}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.bulk} role="toolbar" aria-label={texts.selected(selected.size)}>
      <h1>{texts.selected(selected.size)}</h1>
      {!isAllShown && (
        <Button variant="ghost" size="small" onPress={() => onSelect(new Set([...selected, ...shownIds]))}>
          {texts.selectShown(shownIds.length)}
        </Button>
      )}
      <IconButton icon={X} label={texts.clear} onPress={() => onSelect(new Set())} />
      <span className={styles.bulkActions}>
        <MenuButton
          look="small"
          label={inboxTexts.head.assign}
          search={{ label: inboxTexts.head.search, empty: inboxTexts.composer.noMembers }}
          sections={[
            {
              id: 'members',
              entries: [
                { user_id: user.id, name: inboxTexts.you },
                ...members.filter(({ user_id }) => user_id !== user.id),
                { user_id: null, name: inboxTexts.nobody },
              ].map(({ user_id, name }) => ({
                id: user_id ?? 'unassigned',
                label: name,
                onAction: () => void run({ changes: { assigned_agent_id: user_id } }),
              })),
            },
          ]}
        >
          {inboxTexts.head.assign}
        </MenuButton>
        <Button size="small" onPress={() => void run({ changes: { status: 'closed' } })}>
          {inboxTexts.head.close}
        </Button>
        <MenuButton
          look="small"
          label={inboxTexts.head.menu}
          sections={[
            {
              id: 'more',
              entries: [
                {
                  id: 'pending',
                  label: inboxTexts.views.waiting,
                  onAction: () => void run({ changes: { status: 'pending' } }),
                },
                { id: 'unopened', label: inboxTexts.list.notOpened, onAction: () => void run({ is_opened: false }) },
              ],
            },
          ]}
        >
          <Ellipsis aria-hidden="true" />
        </MenuButton>
        {isAllShown && total !== undefined && total > selected.size && (
          <>
            <span>{texts.allShown(selected.size)}</span>
            <Button variant="ghost" size="small" onPress={() => void selectAll()}>
              {texts.selectAll(isExact ? `${total}` : `${total}+`, inboxTexts.views[filter.view])}
            </Button>
          </>
        )}
      </span>
    </div>
  );
};
