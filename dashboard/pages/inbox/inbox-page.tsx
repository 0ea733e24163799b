import InboxIcon from 'lucide-react/icons/inbox';
import { Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import * as z from 'zod/mini';
import { channels } from '../../../functions/model/channels/channel.ts';
import { type InboxConversation, inboxViews } from '../../../functions/model/conversations/inbox.ts';
import { toProblem } from '../../api/problem.ts';
import { useLive } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { Button } from '../../components/controls/button.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { toast } from '../../components/feedback/toast.ts';
import { lazyComponent } from '../../components/lazy-component.ts';
import { media, useMedia } from '../../context/media.ts';
import { preferences, setPreferences, usePreferences } from '../../context/preferences.ts';
import { useSearch } from '../../context/search.ts';
import { useSession } from '../../context/session.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { contactName } from '../../texts/contact-name.ts';
import { inboxTexts as texts } from '../../texts/en/inbox.ts';
import { BulkBar } from './bulk-bar.tsx';
import { type InboxFilter, prefetchTimelines } from './cache.ts';
import type { ComposerHandle } from './composer.tsx';
import conversationStyles from './conversation.module.css';
import { Conversation } from './conversation.tsx';
import { ConversationHead, openAssigneeMenu } from './conversation-head.tsx';
import { ConversationList, focusRow } from './conversation-list.tsx';
import { openDrafts, useDraftTexts } from './drafts.ts';
import styles from './list.module.css';
import { ListHead } from './list-head.tsx';
import { nextWaiting, rowsOf, type View } from './list-order.ts';
import { ListEmpty, ListSkeleton, StaleBar } from './list-states.tsx';
import { firstNameOf } from './names.ts';
import { PeopleSearch } from './people-search.tsx';
import { useActions } from './use-actions.ts';
import { useCounts, useInbox, useMorePages, useTimeline } from './use-inbox.ts';
import { useInboxKeys } from './use-inbox-keys.ts';
import { useNotices } from './use-notices.ts';
import { useShownList } from './use-shown-list.ts';

const ContactPanel = lazyComponent(() => import('./contact-panel.tsx'), 'ContactPanel');
const ContactDrawer = lazyComponent(() => import('./contact-drawer.tsx'), 'ContactDrawer');
const DiscardDialog = lazyComponent(() => import('./discard-dialog.tsx'), 'DiscardDialog');

const search = {
  view: z._default(z.enum(inboxViews), 'mine'),
  channel: z.optional(z.enum(channels)),
  not_opened: z.optional(z.literal('true')),
  /** The open conversation, and the message in it that a link names. */
  c: z.optional(z.uuid()),
  m: z.optional(z.uuid()),
};

/** Back leads to conversations that were read, not to each one that was passed. */
const readMs = 2_000;

export const InboxPage = () => {
  const { id: workspaceId } = useWorkspace();
  const { user } = useSession();
  const [, navigate] = useLocation();
  const [{ view = 'mine', channel, not_opened, c: openId, m: messageId }, , hrefOf] = useSearch(search);
  const filter = useMemo(
    (): InboxFilter => ({ view, ...(channel ? { channel } : {}), ...(not_opened ? { not_opened } : {}) }),
    [view, channel, not_opened],
  );
  const { afterClosing, isPanelShown } = usePreferences();
  const isPhone = useMedia(media.phone);
  const isWide = useMedia(media.wide);
  const [isSearching, setSearching] = useState(false);
  const [isFinding, setFinding] = useState(false);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [discarding, setDiscarding] = useState<InboxConversation>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const composer = useRef<ComposerHandle>(null);
  const drafts = useMemo(() => openDrafts(localStorage, user.id, workspaceId), [user.id, workspaceId]);
  const draftTexts = useDraftTexts(drafts);
  const members = useLive('listMembers', {}, { everyMs: 60_000 }).data?.data ?? none;
  const memberNames = useMemo(() => new Map(members.map(({ user_id, name }) => [user_id, name])), [members]);
  const counts = useCounts();
  const inbox = useInbox(filter, openId);
  const more = useMorePages(filter, inbox.data);
  const timeline = useTimeline(openId);
  const actions = useActions();
  const { list, freeze, showArrivals } = useShownList({
    filter,
    first: inbox.data,
    more: more.rows,
    openId,
    isSelecting: selected.size > 0,
  });
  const rows = rowsOf(list);
  const conversation = timeline.data?.conversation ?? rows.find(({ row }) => row.id === openId)?.row ?? undefined;

  const unknown = conversation?.assigned_agent_id;
  useEffect(() => {
    if (unknown && memberNames.size > 0 && !memberNames.has(unknown)) refreshMembers(unknown);
  }, [unknown, memberNames]);

  const openedAt = useRef(0);
  const open = useCallback(
    (id: string | undefined, message?: string) => {
      const wasRead = Date.now() - openedAt.current > readMs;
      openedAt.current = Date.now();
      setFinding(false);
      navigate(hrefRef.current({ c: id, m: message }), { replace: !wasRead });
    },
    [navigate],
  );
  const hrefRef = useRef(hrefOf);
  hrefRef.current = hrefOf;

  const at = rows.findIndex(({ row }) => row.id === openId);
  const neighbors = [rows[at + 1]?.row.id, at > 0 ? rows[at - 1]?.row.id : undefined, list.waiting[0]?.row.id].join();
  useEffect(() => prefetchTimelines(workspaceId, neighbors.split(',').filter(Boolean)), [workspaceId, neighbors]);

  /** The conversation whose field takes the focus, now or once its messages have been read. */
  const writesIn = useRef<string>(undefined);
  const writeIn = useCallback((id: string) => {
    writesIn.current = id;
    window.setTimeout(() => composer.current?.focus());
  }, []);
  const openRow = useCallback(
    (id: string, writes: boolean) => {
      open(id);
      if (writes) writeIn(id);
      else writesIn.current = undefined;
    },
    [open, writeIn],
  );
  const move = (by: number) => {
    const next = rows[at === -1 ? 0 : at + by]?.row.id;
    if (!next) return;
    open(next);
    window.setTimeout(() => focusRow(next));
  };
  const select = useCallback((id: string, extends_: boolean) => {
    setSelected((before) => {
      const next = new Set(before);
      if (extends_) return next.add(id);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const goOn = (choice = afterClosing) => {
    if (choice === 'stay') return;
    const isInField = document.activeElement instanceof HTMLTextAreaElement;
    const next = choice === 'next' ? nextWaiting(list, openId) : undefined;
    open(next);
    window.setTimeout(() => {
      if (next && isInField) writeIn(next);
      else if (next) focusRow(next);
      else document.querySelector('h1')?.focus();
    });
  };
  const close = (target = conversation, isSure = false) => {
    if (!target) return;
    if (target.status === 'closed') {
      actions.reopen(target);
      return;
    }
    if (!isSure && composer.current?.draftText()) {
      setDiscarding(target);
      return;
    }
    composer.current?.discard();
    actions.close(target);
    goOn();
  };
  const assign = (userId: string | null) =>
    conversation &&
    actions.assign(
      conversation,
      userId,
      userId === user.id ? texts.you.toLowerCase() : (memberNames.get(userId ?? '') ?? ''),
    );
  const togglePanel = () => {
    if (isWide) setPreferences({ isPanelShown: !preferences().isPanelShown });
    else setDrawerOpen(!isDrawerOpen);
  };
  const toList = () => (isPhone ? open(undefined) : openId ? focusRow(openId) : document.querySelector('h1')?.focus());
  const markNotOpened = () => {
    if (!conversation) return;
    actions.markNotOpened(conversation);
    open(undefined);
  };
  const wait = () => {
    if (!conversation) return;
    actions.wait(conversation);
    goOn();
  };

  useInboxKeys({
    onMove: move,
    onOpen: () => (openId ? writeIn(openId) : rows[0] && openRow(rows[0].row.id, true)),
    onShow: showArrivals,
    onClose: () => close(),
    onWait: wait,
    onAssign: openAssigneeMenu,
    onAssignToMe: () => assign(user.id),
    onMarkNotOpened: markNotOpened,
    onSelect: () => openId && select(openId, false),
    onReply: () => composer.current?.focus('reply'),
    onNote: () => composer.current?.focus('note'),
    onTemplate: () => composer.current?.showTemplates(),
    onSearch: () => setSearching(true),
    onFind: () => {
      if (openId === undefined || isFinding) return false;
      setFinding(true);
      return true;
    },
    onPanel: togglePanel,
  });
  useNotices({
    rows: useMemo(() => [...(inbox.data?.waiting ?? []), ...(inbox.data?.answered ?? [])], [inbox.data]),
    openId,
    due: counts?.due,
    onOpen: open,
  });
  // The page has no heading that takes the focus by itself; a reader lands on the list.
  useLayoutEffect(() => {
    document.querySelector('h1')?.focus({ preventScroll: true });
  }, []);

  const isPanelBeside = isWide && isPanelShown && conversation !== undefined;
  const isMissing = timeline.error !== null && toProblem(timeline.error).status === 404;
  return (
    <div className={styles.inbox} data-open={openId !== undefined || undefined} data-panel={isPanelBeside || undefined}>
      <section className={styles.list} aria-label={texts.list.label} data-pane {...freeze}>
        {isSearching ? (
          <PeopleSearch
            onOpen={(id) => {
              setSearching(false);
              openRow(id, false);
            }}
            onClose={() => setSearching(false)}
          />
        ) : (
          <>
            <div>
              {selected.size > 0 ? (
                <BulkBar
                  selected={selected}
                  filter={filter}
                  total={view === 'closed' || channel || not_opened ? undefined : counts?.[view]}
                  members={members}
                  onSelect={setSelected}
                />
              ) : (
                <ListHead
                  filter={filter}
                  counts={counts}
                  hrefOf={(next: View) => hrefOf({ view: next, m: undefined })}
                  onFilter={(changes) => navigate(hrefOf({ ...changes, m: undefined }))}
                  onSearch={() => setSearching(true)}
                />
              )}
              {list.arrivals > 0 && (
                <button type="button" className={styles.arrivals} onClick={showArrivals}>
                  {texts.list.arrivals(list.arrivals)}
                </button>
              )}
              {inbox.error !== null && inbox.data && <StaleBar onRetry={() => void inbox.refetch()} />}
            </div>
            {inbox.error !== null && !inbox.data ? (
              <Problem
                error={inbox.error}
                title={texts.list.loadFailed}
                onRetry={() => void inbox.refetch()}
                isRetrying={inbox.isFetching}
              />
            ) : inbox.data === undefined ? (
              <ListSkeleton />
            ) : rows.length === 0 ? (
              <ListEmpty
                filter={filter}
                counts={counts}
                hrefOf={(next) => hrefOf({ view: next })}
                clearHref={hrefOf({ channel: undefined, not_opened: undefined })}
              />
            ) : (
              <ConversationList
                list={list}
                view={view}
                openId={openId}
                drafts={draftTexts}
                members={memberNames}
                selected={selected}
                hrefOf={(id) => hrefOf({ c: id, m: undefined })}
                onOpen={openRow}
                onSelect={select}
                onHover={(id) => prefetchTimelines(workspaceId, [id])}
                onNearEnd={() => more.hasMore && more.loadMore()}
                foot={
                  more.hasMore && (
                    <Button variant="ghost" size="small" onPress={more.loadMore} isPending={more.isLoading}>
                      {texts.list.loadMore}
                    </Button>
                  )
                }
              />
            )}
          </>
        )}
      </section>
      {openId === undefined || isMissing ? (
        <section className={conversationStyles.pane} data-pane data-empty aria-label={texts.thread.none} tabIndex={-1}>
          <Empty icon={InboxIcon} title={isMissing ? texts.thread.gone : texts.thread.none}>
            {isMissing ? texts.thread.goneText : texts.thread.noneText}
          </Empty>
          {isMissing && <Link href={hrefOf({ c: undefined, m: undefined })}>{texts.thread.back}</Link>}
        </section>
      ) : (
        <section
          className={conversationStyles.pane}
          aria-label={texts.thread.label(conversation ? contactName(conversation.contact) : '')}
          data-pane
          data-hides-bar
          tabIndex={-1}
        >
          {isPhone && <h1 className="visually-hidden">{texts.title}</h1>}
          {conversation && (
            <ConversationHead
              conversation={conversation}
              members={members}
              onBack={() => open(undefined)}
              onAssign={assign}
              onAssignToMe={() => assign(user.id)}
              onClose={() => close()}
              onWait={wait}
              onMarkWaiting={() => actions.markWaiting(conversation)}
              onMarkNotOpened={markNotOpened}
              onFind={() => setFinding(true)}
              onCopyLink={() =>
                void navigator.clipboard.writeText(window.location.href).then(() => toast(texts.done.linkCopied))
              }
              onPanel={togglePanel}
              isPanelShown={isWide ? isPanelShown : isDrawerOpen}
            />
          )}
          {timeline.data ? (
            <Conversation
              key={openId}
              timeline={timeline.data}
              members={members}
              drafts={drafts}
              composer={composer}
              takesFocus={writesIn.current === openId}
              shownId={messageId}
              isFinding={isFinding}
              onFound={() => setFinding(false)}
              onSent={(then) => then && goOn(then === 'closed' ? undefined : 'next')}
              onLeave={toList}
              onSeen={() => conversation && actions.markOpened(conversation)}
              onPanel={() => (isWide ? setPreferences({ isPanelShown: true }) : setDrawerOpen(true))}
            />
          ) : timeline.error ? (
            <Problem
              error={timeline.error}
              title={texts.thread.loadFailed}
              onRetry={() => void timeline.refetch()}
              isRetrying={timeline.isFetching}
            />
          ) : (
            <div className={conversationStyles.loading} aria-busy="true" />
          )}
        </section>
      )}
      {isPanelBeside && conversation && (
        <aside className={styles.panel} aria-label={texts.contact} data-pane>
          <Suspense>
            <ContactPanel key={conversation.id} conversation={conversation} />
          </Suspense>
        </aside>
      )}
      <Suspense>
        {isDrawerOpen && conversation && (
          <ContactDrawer conversation={conversation} onClose={() => setDrawerOpen(false)} />
        )}
        {discarding && (
          <DiscardDialog
            name={firstNameOf(discarding.contact)}
            onDiscard={() => {
              setDiscarding(undefined);
              close(discarding, true);
            }}
            onClose={() => setDiscarding(undefined)}
          />
        )}
      </Suspense>
    </div>
  );
};

const none: readonly never[] = [];

const asked = new Set<string>();

/** A colleague who joined a moment ago. One who has left stays unknown, so each is asked for once. */
const refreshMembers = (id: string): void => {
  if (!asked.has(id)) void queryClient.invalidateQueries({ queryKey: ['listMembers'] });
  asked.add(id);
};
