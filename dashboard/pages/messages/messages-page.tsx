import MailCheck from 'lucide-react/icons/mail-check';
import MailX from 'lucide-react/icons/mail-x';
import MessageSquare from 'lucide-react/icons/message-square';
import Send from 'lucide-react/icons/send';
import { Link } from 'wouter';
import * as z from 'zod/mini';
import { channels } from '../../../functions/model/channels/channel.ts';
import {
  type ListedMessageFilters,
  listedMessageSearchCharactersMax,
  type ShownMessage,
} from '../../../functions/model/messages/listed-message.ts';
import { type MessageStatus, messageStatuses } from '../../../functions/model/messages/message.ts';
import { useLive, useLivePages } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import content from '../../components/content/content.module.css';
import { PageHeader } from '../../components/content/page-header.tsx';
import { type Column, Table } from '../../components/content/table.tsx';
import { Tabs } from '../../components/content/tabs.tsx';
import { Filters } from '../../components/controls/filters.tsx';
import { SearchField } from '../../components/controls/search-field.tsx';
import { Select } from '../../components/controls/select.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import type { Tone } from '../../components/feedback/tone.ts';
import { broadcastsPath, inboxPath } from '../../context/paths.ts';
import { useSearch } from '../../context/search.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { customerName, plainName } from '../../texts/contact-name.ts';
import { dayHeading } from '../../texts/days.ts';
import { messageTexts as texts } from '../../texts/en/messages.ts';
import { en } from '../../texts/en.ts';
import { formatPhone, usePhoneFormat } from '../../texts/phone.ts';
import { clockTime } from '../../texts/time.ts';
import { failureReasons, isFailure, reasonOf } from '../overview/failure-reasons.ts';
import { MessagePanel } from './message-panel.tsx';
import styles from './messages.module.css';

const tabs = ['sent', 'failed'] as const;
const sentStatuses = messageStatuses.filter((status) => status !== 'failed');

const search = {
  show: z.optional(z.enum(tabs)),
  channel: z.optional(z.enum(channels)),
  status: z.optional(z.enum(sentStatuses)),
  q: z.optional(z.string().check(z.minLength(1), z.maxLength(listedMessageSearchCharactersMax))),
  /** The message in the panel. */
  message: z.optional(z.uuid()),
};

export const MessagesPage = () => {
  const workspace = useWorkspace();
  const [{ show = 'sent', message: shown, ...filter }, setSearch, hrefOf] = useSearch(search);
  return (
    <>
      <PageHeader
        title={texts.title}
        context={workspace.name}
        lead={
          <>
            {texts.lead} <Link href={broadcastsPath(workspace.id)}>{en.nav.broadcasts}</Link>.
          </>
        }
      />
      <Tabs
        label={texts.title}
        tabs={tabs.map((value) => ({ value, label: texts.lists[value].tab }))}
        value={show}
        onChange={(value) => setSearch({ show: value, message: undefined, status: undefined })}
      >
        <MessageList
          key={show}
          {...{ show, shown, filter }}
          onFilter={setSearch}
          hrefOf={(id) => hrefOf({ message: id })}
          onClose={() => setSearch({ message: undefined })}
        />
      </Tabs>
    </>
  );
};

interface MessageListProps {
  filter: Filter;
  show: (typeof tabs)[number];
  shown: string | undefined;
  onFilter: MessageFiltersProps['onChange'];
  hrefOf: (id: string) => string;
  onClose: () => void;
}

const MessageList = ({ show, shown, filter, onFilter, hrefOf, onClose }: MessageListProps) => {
  const workspace = useWorkspace();
  usePhoneFormat();
  const id = show === 'failed' ? 'listFailedMessages' : 'listSentMessages';
  const pages = useLivePages(id, {}, { filter, pollsFirstPage: true });
  const messages = pages.data?.pages.flatMap(({ data }): ShownMessage[] => data) ?? [];
  const failures = show === 'failed' ? messages.filter(isFailure) : [];
  // A reason without a code cannot be searched for.
  const reasons = failureReasons(failures).flatMap(({ code, ...one }) => (code === null ? [] : [{ ...one, code }]));
  const isFiltered = Object.values(filter).some(Boolean);
  const { q } = filter;
  const months = useLive('getUsage', {}, { everyMs: 300_000, isAside: true }).data?.data.months;
  const isUnused = months?.every(({ messages_used }) => messages_used === 0) === true;
  const senderOf = useSenders();
  const words = texts.lists[show];
  const [Icon, title, text] = isFiltered
    ? [MailX, texts.noMatchTitle, pages.hasNextPage ? texts.noMatchSoFar : texts.noMatch]
    : isUnused
      ? [Send, texts.unusedTitle, words.unused]
      : [show === 'failed' ? MailCheck : Send, words.emptyTitle, words.empty];
  return (
    <>
      <Card isFlush>
        {(isFiltered || messages.length > 0) && <MessageFilters show={show} filter={filter} onChange={onFilter} />}
        {reasons.length > 0 && (
          <ul className={styles.reasons} aria-label={texts.reasons}>
            {reasons.map(({ key, code, reason, count }) => (
              <li key={key}>
                <button
                  type="button"
                  className={styles.reason}
                  aria-pressed={q === code}
                  onClick={() => onFilter({ ...filter, q: q === code ? undefined : code })}
                >
                  {reason} <span className={styles.count}>{count}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        <Listing
          query={pages}
          failed={texts.loadFailed}
          isEmpty={messages.length === 0}
          empty={
            <Empty icon={Icon} title={title}>
              {text}
            </Empty>
          }
        >
          <Table
            label={words.tab}
            columns={columnsOf(workspace.id, shown, hrefOf, senderOf)}
            rows={messages}
            keyOf={(message) => message.id}
            isSelected={(message) => message.id === shown}
            isCompact
            groupOf={({ created_at }) => dayHeading(Date.parse(created_at))}
          />
        </Listing>
      </Card>
      {shown !== undefined && pages.data !== undefined && (
        <MessagePanel
          key={shown}
          message={messages.find((message) => message.id === shown)}
          senderOf={senderOf}
          onClose={onClose}
        />
      )}
    </>
  );
};

interface Filter extends Pick<ListedMessageFilters, 'channel' | 'q'> {
  status: (typeof sentStatuses)[number] | undefined;
}

interface MessageFiltersProps extends Pick<MessageListProps, 'show' | 'filter'> {
  onChange: (filter: Partial<Filter>, options?: { replace?: boolean }) => void;
}

const unfiltered: Filter = { channel: undefined, status: undefined, q: undefined };

const MessageFilters = ({ show, filter: { channel, status, q }, onChange }: MessageFiltersProps) => (
  <Filters
    label={texts.filters.label}
    clear={texts.filters.clear}
    onClear={channel || status || q ? () => onChange(unfiltered) : undefined}
    search={
      <SearchField
        label={texts.filters.search}
        value={q ?? ''}
        charactersMax={listedMessageSearchCharactersMax}
        onChange={(value) => onChange({ q: value.trim() || undefined }, { replace: true })}
      />
    }
    count={[channel, status].filter(Boolean).length}
  >
    <Select
      label={texts.filters.channel}
      value={channel ?? ''}
      onChange={(value) => onChange({ channel: channels.find((known) => known === value) })}
      options={[
        { value: '', label: texts.filters.allChannels },
        ...channels.map((value) => ({ value, label: texts.channels[value] })),
      ]}
    />
    {show === 'sent' && (
      <Select
        label={texts.filters.status}
        value={status ?? ''}
        onChange={(value) => onChange({ status: sentStatuses.find((known) => known === value) })}
        options={[
          { value: '', label: texts.filters.anyStatus },
          ...sentStatuses.map((value) => ({ value, label: texts.statuses[value] })),
        ]}
      />
    )}
  </Filters>
);

/** Names who or what sent a message, where it is known. */
const useSenders = (): ((message: ShownMessage) => string | undefined) => {
  const members = useLive('listMembers', {}, { everyMs: false, isAside: true }).data?.data;
  return ({ broadcast_id, sent_by_member_id: id }) =>
    broadcast_id !== null ? texts.ofBroadcast : members?.find(({ user_id }) => user_id === id)?.name;
};

const columnsOf = (
  workspaceId: string,
  shown: string | undefined,
  hrefOf: (id: string) => string,
  senderOf: ReturnType<typeof useSenders>,
): readonly Column<ShownMessage>[] => [
  {
    header: texts.columns.time,
    kind: 'time',
    cell: ({ created_at }) => <time dateTime={created_at}>{clockTime(Date.parse(created_at))}</time>,
  },
  {
    header: texts.columns.customer,
    kind: 'title',
    cell: ({ id, channel, contact, contact: { name, phone } }) => (
      <span className={content.lines}>
        <Link
          href={hrefOf(id)}
          className="row-link"
          aria-label={texts.open(customerName(contact))}
          aria-current={id === shown ? 'true' : undefined}
        >
          <bdi>{customerName(contact)}</bdi>
        </Link>
        <span className={content.small}>
          {phone !== null && plainName(name) && <bdi dir="ltr">{formatPhone(phone)} · </bdi>}
          {texts.channels[channel]}
        </span>
      </span>
    ),
  },
  {
    header: texts.columns.message,
    kind: 'prose',
    cell: (message) => (
      <span className={content.lines}>
        <span className={styles.excerpt} dir="auto">
          {message.content_text ?? texts.noText(message.content_type)}
        </span>
        <bdi className={content.small}>{senderOf(message)}</bdi>
      </span>
    ),
  },
  {
    header: texts.columns.status,
    kind: 'prose',
    cell: (message) =>
      isFailure(message) ? (
        <strong className={styles.why}>{reasonOf(message)}</strong>
      ) : (
        <Badge tone={tones[message.status]}>{texts.statuses[message.status]}</Badge>
      ),
  },
  {
    header: texts.columns.actions,
    kind: 'actions',
    cell: ({ conversation_id, contact }) => (
      <Link
        className={styles.conversation}
        href={inboxPath(workspaceId, { view: 'all', c: conversation_id })}
        aria-label={texts.openConversation(customerName(contact))}
      >
        <MessageSquare aria-hidden="true" size={16} />
      </Link>
    ),
  },
];

const tones: Record<MessageStatus, Tone> = {
  sending: 'off',
  sent: 'off',
  delivered: 'ok',
  read: 'ok',
  failed: 'bad',
};
