import ChevronDown from 'lucide-react/icons/chevron-down';
import ListChecks from 'lucide-react/icons/list-checks';
import ListFilter from 'lucide-react/icons/list-filter';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { memo, useState } from 'react';
import { Link } from 'wouter';
import { channels } from '../../../../functions/model/channels/channel.ts';
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
  onSearch: () => void;
  /** Undefined if there is no row. */
  onSelectAll: (() => void) | undefined;
}

const firstViews = ['mine', 'unassigned', 'all'] as const;
const moreViews = ['waiting', 'closed'] as const;

const shown = (count: number, isExact: boolean): string => (isExact ? String(count) : `${count}+`);

/** Memoized: the conversation that is open does not change it. */
export const ListHead = memo(({ filter, counts, hrefOf, onFilter, onSearch, onSelectAll }: ListHeadProps) => {
  const isMore = moreViews.find((view) => view === filter.view);
  const chips = {
    channel: filter.channel && texts.channels[filter.channel],
    tag: filter.tag,
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
        <FilterMenu filter={filter} onFilter={onFilter} />
      </div>
      <nav className={styles.views} aria-label={texts.viewsLabel}>
        {firstViews.map((view) => (
          <Link key={view} href={hrefOf(view)} aria-current={view === filter.view ? 'page' : undefined}>
            {texts.views[view]} {counts && <b>{shown(counts[view], counts.is_exact)}</b>}
          </Link>
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
                label:
                  texts.views[view] +
                  (view === 'waiting' && counts ? ` ${shown(counts.waiting, counts.is_exact)}` : ''),
                onAction: () => onFilter({ view }),
              })),
            },
          ]}
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
      {Object.keys(filter).length > 1 && (
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
