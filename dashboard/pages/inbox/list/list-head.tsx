import AlarmClock from 'lucide-react/icons/alarm-clock';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ListChecks from 'lucide-react/icons/list-checks';
import ListFilter from 'lucide-react/icons/list-filter';
import Search from 'lucide-react/icons/search';
import SquarePen from 'lucide-react/icons/square-pen';
import X from 'lucide-react/icons/x';
import { memo, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { channels } from '../../../../functions/model/channels/channel.ts';
import { inboxCountMax } from '../../../../functions/model/conversations/inbox.ts';
import type { Member } from '../../../../functions/model/members/member.ts';
import type { Output } from '../../../api/call.ts';
import { useLive } from '../../../api/queries.ts';
import { IconButton } from '../../../components/controls/button.tsx';
import { MenuButton } from '../../../components/overlays/menu-button.tsx';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { type InboxFilter, noFilters, type View } from '../store/lists.ts';
import styles from './list.module.css';

const texts = inboxTexts;

interface ListHeadProps {
  filter: InboxFilter;
  counts: Output<'countInbox'>['data'] | undefined;
  hrefOf: (view: View) => string;
  onFilter: (filter: Partial<InboxFilter>) => void;
  members: readonly Member[];
  onSearch: () => void;
  onStart: () => void;
  /** Undefined if there is no row. */
  onSelectAll: (() => void) | undefined;
}

const firstViews = ['mine', 'unassigned', 'all'] as const;
const moreViews = ['waiting', 'snoozed', 'closed'] as const;

const shown = (count: number, isExact: boolean): string => (isExact ? String(count) : `${count}+`);

/** A longer list of members has a field to search it. */
const searchedFrom = 6;

const shownOf = (view: 'waiting' | 'snoozed', counts: NonNullable<ListHeadProps['counts']>): string =>
  view === 'snoozed' ? shown(counts.snoozed, counts.snoozed < inboxCountMax) : shown(counts[view], counts.is_exact);

const assigneeWords = (userId: string, members: readonly Member[]): string =>
  texts.list.row.assignedElsewhere(members.find(({ user_id }) => user_id === userId)?.name ?? texts.former);

/** Memoized: the conversation that is open does not change it. */
export const ListHead = memo(({ filter, counts, hrefOf, members, ...on }: ListHeadProps) => {
  const { onFilter, onSearch, onStart, onSelectAll } = on;
  const isMore = moreViews.find((view) => view === filter.view);
  const chips = {
    channel: filter.channel && texts.channels[filter.channel],
    tag: filter.tag,
    assigned_agent_id: filter.assigned_agent_id && assigneeWords(filter.assigned_agent_id, members),
    not_opened: filter.not_opened && texts.list.notOpened,
    not_delivered: filter.not_delivered && texts.thread.status.failed,
  };
  return (
    <>
      <div className={styles.head}>
        <h1 tabIndex={-1}>{texts.title}</h1>
        <span className={styles.wideSearch}>
          <IconButton icon={Search} label={texts.list.search} aria-keyshortcuts="/" onPress={onSearch} />
        </span>
        {onSelectAll && <IconButton icon={ListChecks} label={texts.list.selectAll} onPress={onSelectAll} />}
        <IconButton icon={SquarePen} label={texts.list.start} onPress={onStart} />
        <FilterMenu filter={filter} onFilter={onFilter} />
      </div>
      <nav className={styles.views} aria-label={texts.viewsLabel}>
        {firstViews.map((view) => (
          <ViewLink key={view} view={view} {...{ filter, hrefOf, onFilter }}>
            {texts.views[view]} {counts && <b>{shown(counts[view], counts.is_exact)}</b>}
          </ViewLink>
        ))}
        <MenuButton
          className={`bare ${styles.moreViews}`}
          label={isMore ? texts.views[isMore] : texts.more}
          sections={[
            {
              id: 'views',
              ...(isMore ? { selected: isMore } : {}),
              entries: moreViews.map((view) => ({
                id: view,
                label: texts.views[view],
                ...(counts && view !== 'closed' && { hint: shownOf(view, counts) }),
                onAction: () => onFilter({ view }),
              })),
            },
            {
              id: 'assignee',
              title: texts.list.assignee,
              ...(filter.assigned_agent_id ? { selected: filter.assigned_agent_id } : {}),
              entries: members.map(({ user_id, name }) => ({
                id: user_id,
                label: name,
                ...(counts && { hint: shown(counts.by_member[user_id] ?? 0, counts.is_exact) }),
                onAction: () => onFilter({ view: 'all', assigned_agent_id: user_id }),
              })),
            },
          ]}
          {...(members.length > searchedFrom && {
            search: { label: texts.head.search, empty: texts.composer.noMembers },
          })}
        >
          <span className="clipped" data-current={isMore !== undefined || undefined}>
            {isMore ? texts.views[isMore] : texts.more}
          </span>
          <ChevronDown aria-hidden="true" size={12} />
        </MenuButton>
        <button
          type="button"
          className={`bare ${styles.phoneSearch}`}
          aria-label={texts.list.search}
          onClick={onSearch}
        >
          <Search aria-hidden="true" size={18} />
        </button>
      </nav>
      {counts && (counts.snoozed > 0 || filter.view === 'snoozed') && (
        <nav className={`${styles.views} ${styles.snoozed}`} aria-label={texts.views.snoozed}>
          <ViewLink view="snoozed" {...{ filter, hrefOf, onFilter }}>
            <AlarmClock aria-hidden="true" size={14} /> {texts.views.snoozed} <b>{shownOf('snoozed', counts)}</b>
          </ViewLink>
        </nav>
      )}
      {Object.values(chips).some(Boolean) && (
        <p className={styles.chips}>
          {Object.entries(chips).map(
            ([name, label]) =>
              label && (
                <button key={name} type="button" onClick={() => onFilter({ [name]: undefined })}>
                  <bdi>{label}</bdi> <X aria-hidden="true" size={12} />
                </button>
              ),
          )}
          <button type="button" onClick={() => onFilter(noFilters)}>
            {texts.list.clear}
          </button>
        </p>
      )}
    </>
  );
});

interface ViewLinkProps extends Pick<ListHeadProps, 'filter' | 'hrefOf' | 'onFilter'> {
  view: View;
  children: ReactNode;
}

/** Keeps the conversation that is open when it is pressed, which is another one than when it was rendered. */
const ViewLink = ({ view, filter, hrefOf, onFilter, children }: ViewLinkProps) => (
  <Link
    href={hrefOf(view)}
    aria-current={view === filter.view ? 'page' : undefined}
    onClick={(event) => {
      event.preventDefault();
      onFilter({ view });
    }}
  >
    {children}
  </Link>
);

/** Tags load when the pointer or the focus reaches the menu. */
const FilterMenu = ({ filter, onFilter }: Pick<ListHeadProps, 'filter' | 'onFilter'>) => {
  const [isNear, setNear] = useState(false);
  const known = useLive('listTags', {}, { everyMs: false, input: { limit: '100' }, isEnabled: isNear });
  const tags = known.data?.data ?? [];
  const choice = (id: string, label: string, changes: Partial<InboxFilter>) => ({
    id,
    label,
    onAction: () => onFilter(changes),
  });
  const toggle = (id: 'not_opened' | 'not_delivered', label: string) => ({
    id,
    ...(filter[id] ? { selected: id } : {}),
    entries: [choice(id, label, { [id]: filter[id] ? undefined : 'true' })],
  });
  const tagSection = {
    id: 'tags',
    title: texts.list.tag,
    selected: filter.tag ? `tag ${filter.tag}` : 'any tag',
    entries: [
      choice('any tag', texts.list.anyTag, { tag: undefined }),
      ...tags.map(({ name }) => choice(`tag ${name}`, name, { tag: name })),
    ],
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only reads ahead.
    <span onPointerEnter={() => setNear(true)} onFocus={() => setNear(true)}>
      <MenuButton
        label={texts.list.filter}
        placement="bottom end"
        sections={[
          {
            id: 'channel',
            title: texts.list.channel,
            selected: filter.channel ?? 'any',
            entries: [
              choice('any', texts.list.anyChannel, { channel: undefined }),
              ...channels.map((channel) => choice(channel, texts.channels[channel], { channel })),
            ],
          },
          ...(tags.length === 0 ? [] : [tagSection]),
          toggle('not_opened', texts.list.notOpened),
          toggle('not_delivered', texts.thread.status.failed),
        ]}
      >
        <ListFilter aria-hidden="true" />
      </MenuButton>
    </span>
  );
};
