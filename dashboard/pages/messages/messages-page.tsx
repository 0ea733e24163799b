import MailCheck from 'lucide-react/icons/mail-check';
import MailX from 'lucide-react/icons/mail-x';
import MessageSquare from 'lucide-react/icons/message-square';
import { Link } from 'wouter';
import * as z from 'zod/mini';
import { channels } from '../../../functions/model/channels/channel.ts';
import {
  type FailedMessageFilters,
  failedMessageSearchCharactersMax,
  type ShownFailedMessage,
} from '../../../functions/model/messages/failed-message.ts';
import { useLive, useLivePages } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import content from '../../components/content/content.module.css';
import { PageHeader } from '../../components/content/page-header.tsx';
import { type Column, Table } from '../../components/content/table.tsx';
import { Filters } from '../../components/controls/filters.tsx';
import { SearchField } from '../../components/controls/search-field.tsx';
import { Select } from '../../components/controls/select.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { inboxPath } from '../../context/paths.ts';
import { useSearch } from '../../context/search.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { customerName, plainName } from '../../texts/contact-name.ts';
import { messageTexts as texts } from '../../texts/en/messages.ts';
import { clockTime, dayOf } from '../../texts/time.ts';
import { failureReasons, reasonOf } from '../overview/failure-reasons.ts';
import { MessagePanel } from './message-panel.tsx';
import styles from './messages.module.css';

const search = {
  channel: z.optional(z.enum(channels)),
  q: z.optional(z.string().check(z.minLength(1), z.maxLength(failedMessageSearchCharactersMax))),
  /** The message in the panel. */
  message: z.optional(z.uuid()),
};

export const MessagesPage = () => {
  const workspace = useWorkspace();
  const [{ message: shown, channel, q }, setSearch, hrefOf] = useSearch(search);
  const pages = useLivePages('listFailedMessages', {}, { filter: { channel, q }, pollsFirstPage: true });
  const messages = pages.data?.pages.flatMap(({ data }): ShownFailedMessage[] => data) ?? [];
  // Those without a code are not found by it.
  const reasons = failureReasons(messages).flatMap(({ code, ...one }) => (code === null ? [] : [{ ...one, code }]));
  const isFiltered = channel !== undefined || q !== undefined;
  const months = useLive('getUsage', {}, { everyMs: 300_000, isAside: true }).data?.data.months;
  const isUnused = months?.every(({ messages_used }) => messages_used === 0) === true;
  const isOpen = shown !== undefined && pages.data !== undefined;
  return (
    <>
      <PageHeader title={texts.title} context={workspace.name} lead={texts.lead} />
      <div>
        <Card isFlush>
          {(isFiltered || messages.length > 0) && <MessageFilters channel={channel} q={q} onChange={setSearch} />}
          {reasons.length > 0 && (
            <ul className={styles.reasons} aria-label={texts.reasons}>
              {reasons.map(({ key, code, reason, count }) => (
                <li key={key}>
                  <button
                    type="button"
                    className={styles.reason}
                    aria-pressed={q === code}
                    onClick={() => setSearch({ q: q === code ? undefined : code })}
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
              <Empty
                icon={isFiltered || isUnused ? MailX : MailCheck}
                title={isFiltered ? texts.noMatchTitle : isUnused ? texts.unusedTitle : texts.emptyTitle}
              >
                {isFiltered
                  ? pages.hasNextPage
                    ? texts.noMatchSoFar
                    : texts.noMatch
                  : isUnused
                    ? texts.unused
                    : texts.empty}
              </Empty>
            }
          >
            <Table
              label={texts.title}
              columns={columnsOf(workspace.id, (id) => hrefOf({ message: id }))}
              rows={messages}
              keyOf={({ id }) => id}
              isSelected={({ id }) => id === shown}
              isCompact
              groupOf={({ created_at }) => dayOf(Date.parse(created_at))}
            />
          </Listing>
        </Card>
        {isOpen && (
          <MessagePanel
            key={shown}
            message={messages.find(({ id }) => id === shown)}
            onClose={() => setSearch({ message: undefined })}
          />
        )}
      </div>
    </>
  );
};

interface MessageFiltersProps extends Pick<FailedMessageFilters, 'channel' | 'q'> {
  onChange: (filter: Pick<FailedMessageFilters, 'channel' | 'q'>, options?: { replace?: boolean }) => void;
}

const MessageFilters = ({ channel, q, onChange }: MessageFiltersProps) => (
  <Filters
    label={texts.filters.label}
    clear={texts.filters.clear}
    onClear={channel || q ? () => onChange({ channel: undefined, q: undefined }) : undefined}
    search={
      <SearchField
        label={texts.filters.search}
        value={q ?? ''}
        charactersMax={failedMessageSearchCharactersMax}
        onChange={(value) => onChange({ q: value.trim() || undefined }, { replace: true })}
      />
    }
    count={channel ? 1 : 0}
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
  </Filters>
);

const columnsOf = (workspaceId: string, hrefOf: (id: string) => string): readonly Column<ShownFailedMessage>[] => [
  {
    header: texts.columns.time,
    kind: 'muted',
    cell: ({ created_at }) => <time dateTime={created_at}>{clockTime(Date.parse(created_at))}</time>,
  },
  {
    header: texts.columns.customer,
    kind: 'title',
    cell: ({ id, channel, contact, contact: { name, phone } }) => (
      <span className={content.lines}>
        <Link href={hrefOf(id)} className="row-link" aria-label={texts.open(customerName(contact))}>
          <bdi>{plainName(name) || texts.unnamed}</bdi>
        </Link>
        <span className={content.small}>
          {phone !== null && <bdi dir="ltr">{phone} · </bdi>}
          {texts.channels[channel]}
        </span>
      </span>
    ),
  },
  {
    header: texts.columns.message,
    kind: 'prose',
    cell: ({ content_text, content_type, broadcast_id }) => (
      <span className={content.lines}>
        <span className={styles.excerpt} dir="auto">
          {content_text ?? texts.noText(content_type)}
        </span>
        {broadcast_id !== null && <span className={content.small}>{texts.ofBroadcast}</span>}
      </span>
    ),
  },
  {
    header: texts.columns.why,
    kind: 'prose',
    cell: (message) => (
      <span className={styles.why}>
        <strong>{reasonOf(message)}</strong>
        {message.remedy}
      </span>
    ),
  },
  {
    header: texts.columns.actions,
    kind: 'actions',
    cell: ({ conversation_id, contact }) => (
      <Link
        className={content.toggle}
        href={inboxPath(workspaceId, { view: 'all', c: conversation_id })}
        aria-label={texts.openConversation(customerName(contact))}
      >
        <MessageSquare aria-hidden="true" />
      </Link>
    ),
  },
];
