import Users from 'lucide-react/icons/users';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import {
  type RecipientStatus,
  recipientStatuses,
  type ShownBroadcast,
  type ShownRecipient,
} from '../../../functions/model/broadcasts/broadcast.ts';
import { byteOrderMark, toCsv } from '../../../functions/model/csv.ts';
import { call, type Input } from '../../api/call.ts';
import { useLivePages } from '../../api/queries.ts';
import { readPages, useRun } from '../../api/use-run.ts';
import { Card } from '../../components/content/card.tsx';
import content from '../../components/content/content.module.css';
import { type Column, Table } from '../../components/content/table.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Filters } from '../../components/controls/filters.tsx';
import { Select } from '../../components/controls/select.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import type { Tone } from '../../components/feedback/tone.ts';
import { download, fileNameOf } from '../../context/download.ts';
import { contactsPath, inboxPath } from '../../context/paths.ts';
import { toast } from '../../context/toast.ts';
import { useMay, useWorkspace } from '../../context/workspace.tsx';
import { broadcastPageTexts } from '../../texts/en/broadcast-page.ts';
import { broadcastTexts } from '../../texts/en/broadcasts.ts';
import { failureReason } from '../../texts/en/outcomes.ts';
import { usePhoneFormat } from '../../texts/phone.ts';
import { isFinal, isMoving } from './broadcast-words.ts';
import styles from './broadcasts.module.css';

const texts = broadcastPageTexts.recipients;

const tones: Record<RecipientStatus, Tone> = {
  pending: 'off',
  sending: 'warn',
  sent: 'off',
  delivered: 'ok',
  read: 'ok',
  failed: 'bad',
  canceled: 'off',
};

const unfiltered = { status: undefined, reason: undefined, opted_out: undefined };

interface RecipientsCardProps {
  broadcast: ShownBroadcast;
  filter: { status: RecipientStatus | undefined; reason: string | undefined; opted_out: 'true' | undefined };
  onFilter: (changes: Partial<RecipientsCardProps['filter']>) => void;
}

export const RecipientsCard = ({ broadcast, filter: wanted, onFilter }: RecipientsCardProps) => {
  const { status, reason, opted_out } = wanted;
  const mayExport = useMay('admin');
  const filter = {
    ...(status ? { status } : {}),
    ...(reason ? { reason } : {}),
    ...(opted_out ? { opted_out } : {}),
  };
  const pages = useLivePages(
    'listBroadcastRecipients',
    { id: broadcast.id },
    {
      filter,
      everyMs: isMoving(broadcast) ? 10_000 : !isFinal(broadcast) && 30_000,
      pollsFirstPage: true,
      isMoving: () => isMoving(broadcast),
    },
  );
  const { refetch } = pages;
  const isDone = broadcast.completed_at !== null;
  const wasDone = useRef(isDone);
  // The counters say that it is done, so the rows must not say otherwise.
  useEffect(() => {
    if (isDone && !wasDone.current) void refetch();
    wasDone.current = isDone;
  }, [isDone, refetch]);
  const frame = useRef<HTMLDivElement>(null);
  // A link or button above has chosen whom to show, maybe out of sight.
  useEffect(() => {
    const isChosenAbove = (status || reason || opted_out) && !frame.current?.contains(document.activeElement);
    if (!isChosenAbove) return;
    frame.current?.focus({ preventScroll: true });
    frame.current?.scrollIntoView();
  }, [status, reason, opted_out]);
  const recipients = pages.data?.pages.flatMap(({ data }): ShownRecipient[] => data) ?? [];
  const csv = useRecipientExport(broadcast, filter);
  const whyNone =
    Object.keys(filter).length > 0 ? 'noMatch' : broadcast.status === 'canceled' ? 'stoppedBefore' : 'empty';
  return (
    <div ref={frame} tabIndex={-1}>
      <Card title={texts.title} actions={mayExport && <ExportButton csv={csv} />} isFlush>
        <Filters
          label={broadcastTexts.filters.label}
          clear={broadcastTexts.filters.clear}
          onClear={Object.keys(filter).length > 0 ? () => onFilter(unfiltered) : undefined}
        >
          <Select
            label={texts.status}
            value={opted_out ? 'opted_out' : (status ?? '')}
            onChange={(value) =>
              onFilter({
                ...unfiltered,
                status: recipientStatuses.find((one) => one === value),
                opted_out: value === 'opted_out' ? 'true' : undefined,
              })
            }
            options={[
              { value: '', label: texts.all },
              ...recipientStatuses.map((value) => ({ value, label: texts.statuses[value] })),
              { value: 'opted_out', label: texts.optedOut },
            ]}
          />
          {reason && <span className="muted">{texts.reason(reason)}</span>}
        </Filters>
        {csv.error && <Problem error={csv.error} />}
        <Listing
          query={pages}
          failed={texts.loadFailed}
          isEmpty={recipients.length === 0}
          empty={
            <Empty icon={Users} title={texts.none}>
              {pages.hasNextPage ? texts.noneYet : texts[whyNone]}
            </Empty>
          }
        >
          <RecipientTable recipients={recipients} />
        </Listing>
      </Card>
    </div>
  );
};

const RecipientTable = ({ recipients }: { recipients: readonly ShownRecipient[] }) => {
  const { id: workspaceId } = useWorkspace();
  const formatPhone = usePhoneFormat();
  const columns: readonly Column<ShownRecipient>[] = [
    {
      header: texts.columns.name,
      kind: 'title',
      cell: ({ name, phone, contact_id: contactId }) => {
        const shown = <bdi className="clipped">{name || formatPhone(phone)}</bdi>;
        return (
          <span className={content.lines}>
            {contactId ? <Link href={contactsPath(workspaceId, contactId)}>{shown}</Link> : shown}
            {name && (
              <bdi className={content.small} dir="ltr">
                {formatPhone(phone)}
              </bdi>
            )}
          </span>
        );
      },
    },
    {
      header: texts.columns.status,
      kind: 'badge',
      cell: ({ status, opted_out_at }) => (
        <span className={styles.stage}>
          <Badge tone={tones[status]}>{texts.statuses[status]}</Badge>
          {opted_out_at && <Badge tone="warn">{texts.optedOut}</Badge>}
        </span>
      ),
    },
    {
      header: texts.columns.reason,
      kind: 'prose',
      cell: ({ reason, reason_code: code, retry }) =>
        code ? (
          <span title={reason ?? undefined}>{failureReason(code, reason)}</span>
        ) : (
          retry && texts.retried(failureReason(retry.code, null), retry.calls)
        ),
    },
    {
      header: texts.columns.conversation,
      cell: ({ conversation_id: c, name, phone }) =>
        c && (
          <Link href={inboxPath(workspaceId, { view: 'all', c })} aria-label={texts.open(name || formatPhone(phone))}>
            {texts.openShort}
          </Link>
        ),
    },
  ];
  return <Table label={texts.title} columns={columns} rows={recipients} keyOf={keyOf} isCompact />;
};

/** A number that was listed twice has two rows. */
const keyOf = ({ phone, reason_code }: ShownRecipient): string => `${phone} ${reason_code === 'duplicate'}`;

const ExportButton = ({ csv: { count, start, stop } }: { csv: ReturnType<typeof useRecipientExport> }) =>
  count === undefined ? (
    <Button size="small" onPress={start}>
      {texts.export}
    </Button>
  ) : (
    <span className={styles.exporting}>
      <span role="status">{texts.exporting(count)}</span>
      <Button size="small" onPress={stop}>
        {texts.stop}
      </Button>
    </span>
  );

/** Page by page, as the filter has it, until it is stopped or the page is left. */
const useRecipientExport = (
  { id, name }: ShownBroadcast,
  filter: Pick<Input<'listBroadcastRecipients'>, 'status' | 'reason' | 'opted_out'>,
) => {
  const { id: workspace_id } = useWorkspace();
  const run = useRun();
  const start = () =>
    run.start(
      async (signal, onCount) => {
        const params = { workspace_id, id };
        await call('startRecipientsExport', params, undefined, { signal });
        const rows: ShownRecipient[] = [];
        for await (const page of readPages('listBroadcastRecipients', params, { ...filter, limit: '100' }, signal))
          onCount(rows.push(...page));
        download(fileNameOf('broadcast', name, 'csv'), toRecipientsCsv(rows), 'text/csv;charset=utf-8');
        toast(texts.exported(rows.length));
      },
      () => toast(texts.stopped),
    );
  return { ...run, start };
};

const toRecipientsCsv = (rows: readonly ShownRecipient[]): string =>
  byteOrderMark +
  toCsv([
    texts.header,
    ...rows.map((row) => [
      ...[row.name, row.phone, row.status, row.reason_code, row.reason, row.message_id, row.conversation_id],
      row.opted_out_at,
    ]),
  ]);
