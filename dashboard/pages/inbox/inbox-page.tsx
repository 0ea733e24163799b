import { Suspense, useLayoutEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { toProblem } from '../../api/problem.ts';
import { focusHeading } from '../../components/content/page-header.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { mediaQueries, useMedia } from '../../context/media.ts';
import { preferences, setPreferences, usePreferences } from '../../context/preferences.ts';
import { useSearch } from '../../context/search.ts';
import { useStable } from '../../context/stable.ts';
import { contactName } from '../../texts/contact-name.ts';
import { inboxTexts as texts } from '../../texts/en/inbox.ts';
import { openDrafts, useDraftTexts } from './composer/drafts.ts';
import { ContactSide } from './contact/contact-side.tsx';
import conversationStyles from './conversation/conversation.module.css';
import { Conversation } from './conversation/conversation.tsx';
import { ConversationHead, openAssigneeMenu, openSnoozeMenu } from './conversation/conversation-head.tsx';
import { UnreadConversation } from './conversation/unread-conversation.tsx';
import styles from './inbox.module.css';
import { focusRow } from './list/conversation-list.tsx';
import { ListPane, openTeamFilter } from './list/list-pane.tsx';
import { ListSkeleton } from './list/list-states.tsx';
import { useFilter } from './list/use-filter.ts';
import { useShownList } from './list/use-shown-list.ts';
import { useHints } from './store/hints.ts';
import { useInbox } from './store/inbox.ts';
import { inboxSearch } from './store/lists.ts';
import { useCounts, useList, useMembers, useMorePages, useTimeline } from './store/reads.ts';
import { useDueSign } from './use-due-sign.ts';
import { useInboxKeys } from './use-inbox-keys.ts';
import { useOpenActions } from './use-open-actions.ts';
import { useOpening } from './use-opening.ts';

const NoConversation = lazyComponent(() => import('./no-conversation.tsx'), 'NoConversation');
const InboxSearch = lazyComponent(() => import('./list/inbox-search.tsx'), 'InboxSearch');
const NewConversationDialog = lazyComponent(
  () => import('./list/new-conversation-dialog.tsx'),
  'NewConversationDialog',
);
const DiscardDialog = lazyComponent(() => import('./conversation/discard-dialog.tsx'), 'DiscardDialog');

export const InboxPage = () => {
  const inbox = useInbox();
  const { workspaceId, userId } = inbox;
  const [, navigate] = useLocation();
  const [search, setSearch, hrefOf] = useSearch(inboxSearch);
  const { c: openId, m: messageId } = search;
  const filter = useFilter(workspaceId, search);
  const { isPanelShown } = usePreferences();
  const isPhone = useMedia(mediaQueries.phone);
  const isWide = useMedia(mediaQueries.wide);
  const [isSearching, setSearching] = useState(search.q !== undefined);
  if (search.q !== undefined && !isSearching) setSearching(true);
  const [isFinding, setFinding] = useState(false);
  const isDrawerOpen = search.panel === 'open' && !isWide;
  const showDrawer = (isShown: boolean) => setSearch({ panel: isShown ? 'open' : undefined }, { replace: !isShown });
  const [isStarting, setStarting] = useState(false);
  const onStart = useStable(() => setStarting(true));
  const drafts = useMemo(() => openDrafts(localStorage, userId, workspaceId), [userId, workspaceId]);
  const draftTexts = useDraftTexts(drafts);
  const counts = useCounts();
  const first = useList(filter, openId);
  const more = useMorePages(filter, first.data);
  const timeline = useTimeline(openId);
  const shown = useShownList({ filter, first: first.data, more: more.rows, openId });
  const { list, rows } = shown;
  const isMissing = timeline.error !== null && toProblem(timeline.error).status === 404;
  // Nothing of an erased person stays on the screen.
  const conversation = isMissing
    ? undefined
    : (timeline.data?.conversation ?? rows.find(({ row }) => row.id === openId)?.row);
  const members = useMembers(conversation?.assigned_agent_id);
  useHints(openId, members);
  const opening = useOpening({
    list,
    openId,
    hrefOf: (changes) => hrefOf({ ...changes, panel: undefined, ...(changes.m ? {} : { q: undefined }) }),
    onOpen: () => setFinding(false),
  });
  const { composer, open, openRow, writeIn, writesIn, move, goOn } = opening;
  const actions = useOpenActions(conversation, members, opening);
  const togglePanel = () => {
    if (isWide) setPreferences({ isPanelShown: !preferences().isPanelShown });
    else showDrawer(!isDrawerOpen);
  };
  const endSearch = () => {
    setSearching(false);
    setSearch({ q: undefined }, { replace: true });
    // The list is back by then.
    window.setTimeout(() => (isPhone || !openId ? document.querySelector('h1')?.focus() : focusRow(openId)));
  };
  const toList = () => (isPhone ? open(undefined) : openId ? focusRow(openId) : document.querySelector('h1')?.focus());

  useInboxKeys(
    {
      j: () => move(1),
      k: () => move(-1),
      o: () => (openId ? writeIn(openId) : rows[0] && openRow(rows[0].row.id, true)),
      '.': shown.showArrivals,
      e: () => actions.close(),
      w: actions.wait,
      a: openAssigneeMenu,
      m: () => actions.assign(userId),
      u: actions.markNotOpened,
      z: () => (openId || shown.selected.size > 0) && openSnoozeMenu(),
      x: () => openId && shown.select(openId, false),
      r: () => openId && writeIn(openId, 'reply'),
      n: () => openId && writeIn(openId, 'note'),
      f: openTeamFilter,
      t: () => composer.current?.showTemplates(),
      '/': () => setSearching(true),
      i: togglePanel,
    },
    {
      loadingId: timeline.isLoading ? openId : undefined,
      onFind: () => {
        if (openId !== undefined) setFinding(true);
        return openId !== undefined && !isFinding;
      },
    },
  );
  useDueSign(counts?.due);
  // No heading takes the focus by itself here, so screen readers start at the list, or in the field of the search.
  useLayoutEffect(focusHeading, []);

  // These keep their identity, so the parts of the page render only when their own data changes.
  const onHead = {
    onBack: useStable(() => open(undefined)),
    onAssign: useStable(actions.assign),
    onAssignTeam: useStable(actions.assignTeam),
    onClose: useStable(() => actions.close()),
    onWait: useStable(actions.wait),
    onSnooze: useStable(actions.snooze),
    onMarkWaiting: useStable(actions.markWaiting),
    onMarkNotOpened: useStable(actions.markNotOpened),
    onFind: useStable(() => setFinding(true)),
    onPanel: useStable(togglePanel),
  };
  const onConversation = {
    onFound: useStable(() => setFinding(false)),
    onSent: useStable((then: 'closed' | 'pending' | undefined) => then && goOn(then === 'closed' ? undefined : 'next')),
    onLeave: useStable(toList),
    onSeen: useStable(actions.markOpened),
    onPanel: useStable(() => (isWide ? setPreferences({ isPanelShown: true }) : showDrawer(true))),
  };
  const hideDrawer = useStable(() => showDrawer(false));
  const isPanelBeside = isWide && isPanelShown && conversation !== undefined;
  return (
    <div className={styles.inbox} data-open={openId !== undefined || undefined} data-panel={isPanelBeside || undefined}>
      <section className={styles.list} aria-label={texts.list.label} data-pane {...shown.freeze}>
        {isSearching ? (
          <Suspense>
            <InboxSearch
              key={search.q}
              first={search.q}
              onOpen={(id, writes, message) => {
                if (!message) setSearching(false);
                openRow(id, writes, message);
              }}
              onClose={endSearch}
            />
          </Suspense>
        ) : (
          <ListPane
            filter={filter}
            first={first}
            more={more}
            shown={shown}
            openId={openId}
            drafts={draftTexts}
            members={members}
            hrefOf={hrefOf}
            onFilter={(changes) => navigate(hrefOf({ ...changes, m: undefined }))}
            onSearch={() => setSearching(true)}
            onStart={onStart}
            onOpen={openRow}
          />
        )}
      </section>
      {openId === undefined || isMissing ? (
        <Suspense>
          <NoConversation
            missing={isMissing ? (inbox.find(openId ?? '') ? 'erased' : 'gone') : undefined}
            isListEmpty={first.data !== undefined && rows.length === 0}
            backHref={hrefOf({ c: undefined, m: undefined })}
          />
        </Suspense>
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
              {...onHead}
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
              isMentioned={counts?.mentions.some((mention) => mention.conversation_id === openId) === true}
              {...onConversation}
            />
          ) : (
            <UnreadConversation timeline={timeline}>
              <ListSkeleton />
            </UnreadConversation>
          )}
        </section>
      )}
      {conversation && (
        <ContactSide
          conversation={conversation}
          isBeside={isPanelBeside}
          isDrawerOpen={isDrawerOpen}
          onClose={hideDrawer}
        />
      )}
      <Suspense>
        {isStarting && (
          <NewConversationDialog
            onSent={(id) => {
              setStarting(false);
              open(id);
            }}
            onClose={() => setStarting(false)}
          />
        )}
        {actions.discarding && (
          <DiscardDialog
            contact={actions.discarding.contact}
            onDiscard={() => actions.close(actions.discarding, true)}
            onClose={actions.keep}
          />
        )}
      </Suspense>
    </div>
  );
};
