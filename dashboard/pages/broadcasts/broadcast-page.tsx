import Megaphone from 'lucide-react/icons/megaphone';
import { Suspense, useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import * as z from 'zod/mini';
import { isVoidResend, recipientStatuses, type ShownBroadcast } from '../../../functions/model/broadcasts/broadcast.ts';
import { fillPlaceholders } from '../../../functions/model/contacts/placeholders.ts';
import { renderTemplate } from '../../../functions/model/templates/contents.ts';
import type { StructuredParams, TemplateChoice } from '../../../functions/model/templates/template.ts';
import type { Output } from '../../api/call.ts';
import { toProblem } from '../../api/problem.ts';
import { useLive } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { Facts } from '../../components/content/facts.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { RelativeTime, useNow } from '../../components/content/relative-time.tsx';
import { Button, PageLink } from '../../components/controls/button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Unloaded } from '../../components/feedback/unloaded.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { TemplateBubble } from '../../components/templates/template-bubble.tsx';
import { broadcastsPath, segmentsPath } from '../../context/paths.ts';
import { useSearch } from '../../context/search.ts';
import { useMay, useWorkspace } from '../../context/workspace.tsx';
import { broadcastPageTexts } from '../../texts/en/broadcast-page.ts';
import { broadcastTexts } from '../../texts/en/broadcasts.ts';
import { failureReason } from '../../texts/en/outcomes.ts';
import { languageName } from '../../texts/language.ts';
import { count } from '../../texts/numbers.ts';
import {
  audienceWords,
  isFinal,
  isMoving,
  isStalled,
  keepReadings,
  linesWords,
  minuteTime,
  paceOf,
  type Reading,
  secondsWords,
  stageBadge,
  timeUntil,
  zone,
} from './broadcast-words.ts';
import styles from './broadcasts.module.css';
import { FailuresCard } from './failures-card.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { RecipientsCard } from './recipients-card.tsx';

const texts = broadcastPageTexts.one;

const dialogs = () => import('./dialogs.tsx');
const CancelDialog = lazyComponent(dialogs, 'CancelDialog');
const SendNowDialog = lazyComponent(dialogs, 'SendNowDialog');
const AgainDialog = lazyComponent(dialogs, 'AgainDialog');

const search = {
  status: z.optional(z.enum(recipientStatuses)),
  reason: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  opted_out: z.optional(z.literal('true')),
  dialog: z.optional(z.enum(['cancel', 'now', 'again'])),
};

const movingMs = 2_000;
const restingMs = 30_000;

const isFinalResponse = ({ data }: { data: ShownBroadcast }): boolean => isFinal(data);
const isMovingResponse = ({ data }: { data: ShownBroadcast }): boolean => isMoving(data);

export const BroadcastPage = () => {
  const workspace = useWorkspace();
  const { id = '' } = useParams<{ id: string }>();
  const [isLive, setLive] = useState(true);
  const query = useLive(
    'getBroadcast',
    { id },
    { everyMs: isLive ? movingMs : restingMs, isFinal: isFinalResponse, isMoving: isMovingResponse },
  );
  const broadcast = query.data?.data;
  if (broadcast && isMoving(broadcast) !== isLive) setLive(isMoving(broadcast));
  if (broadcast) return <LoadedBroadcast key={id} broadcast={broadcast} />;
  return (
    <Unloaded
      query={query}
      isGone={query.error !== null && [400, 404].includes(toProblem(query.error).status)}
      title={texts.title}
      parent={{ label: broadcastTexts.title, href: broadcastsPath(workspace.id) }}
      icon={Megaphone}
      texts={texts}
    />
  );
};

interface LoadedProps {
  broadcast: Output<'getBroadcast'>['data'];
}

const LoadedBroadcast = ({ broadcast }: LoadedProps) => {
  const workspace = useWorkspace();
  const maySend = useMay('admin');
  const [{ dialog, ...filter }, setSearch] = useSearch(search);
  const [, navigate] = useLocation();
  const { id, name, completed_at, is_waiting, failed_count, temporary_count, status, resent_as } = broadcast;
  const isResent = resent_as !== null;
  const resend = useLive(
    'getBroadcast',
    { id: resent_as ?? '' },
    { isEnabled: isResent, isFinal: isFinalResponse, isAside: true },
  ).data;
  const canResend =
    maySend && completed_at !== null && temporary_count > 0 && (!isResent || (resend && isVoidResend(resend.data)));
  const close = () => setSearch({ dialog: undefined }, { replace: true });
  const canCancel = completed_at === null && status !== 'canceled';
  return (
    <>
      <PageHeader
        title={name}
        parent={{ label: broadcastTexts.title, href: broadcastsPath(workspace.id) }}
        context={workspace.name}
        lead={<Stage broadcast={broadcast} />}
        actions={
          maySend && (
            <>
              {is_waiting && (
                <PageLink variant="primary" href={broadcastsPath(workspace.id, `new?from=${id}&replaces=true`)}>
                  {texts.edit}
                </PageLink>
              )}
              {is_waiting && <Button onPress={() => setSearch({ dialog: 'now' })}>{broadcastTexts.sendNow}</Button>}
              {canCancel && <Button onPress={() => setSearch({ dialog: 'cancel' })}>{texts.cancel}</Button>}
              <PageLink href={broadcastsPath(workspace.id, `new?from=${id}`)}>{texts.duplicate}</PageLink>
            </>
          )
        }
      />
      <div className="stack">
        {is_waiting ? <Waiting broadcast={broadcast} /> : <Progress broadcast={broadcast} />}
        {failed_count > 0 && (
          <FailuresCard
            broadcast={broadcast}
            onShow={(reason) => setSearch({ status: 'failed', reason, opted_out: undefined })}
            resent={resend && !isVoidResend(resend.data) ? resend.data : undefined}
            onAgain={canResend ? () => setSearch({ dialog: 'again' }) : undefined}
          />
        )}
        <Message template={broadcast.template} />
        {!is_waiting && (
          <RecipientsCard
            broadcast={broadcast}
            filter={filter}
            onFilter={(changes) => setSearch(changes, { replace: true })}
          />
        )}
      </div>
      <Suspense>
        {dialog === 'cancel' && canCancel && <CancelDialog broadcast={broadcast} onClose={close} />}
        {dialog === 'now' && is_waiting && <SendNowDialog broadcast={broadcast} onClose={close} />}
        {dialog === 'again' && canResend && (
          <AgainDialog
            broadcast={broadcast}
            onSent={(newId) => navigate(broadcastsPath(workspace.id, newId))}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
};

const Stage = ({ broadcast }: LoadedProps) => {
  const { id } = useWorkspace();
  const {
    template_name,
    template_language,
    started_at,
    created_at,
    completed_at,
    is_waiting,
    segment_id,
    segment_name,
  } = broadcast;
  const audience = <bdi>{audienceWords(broadcast)}</bdi>;
  return (
    <span className={styles.stage}>
      <Badge {...stageBadge(broadcast)} />
      <code>{template_name}</code>
      <span>{languageName(template_language)}</span>
      {segment_id !== null && segment_name ? <Link href={segmentsPath(id, segment_id)}>{audience}</Link> : audience}
      {!is_waiting && (
        <span>
          {started_at ? texts.started : texts.created} <RelativeTime at={started_at ?? created_at} />
          {started_at && completed_at && texts.took(secondsWords(secondsBetween(started_at, completed_at)))}
        </span>
      )}
    </span>
  );
};

const secondsBetween = (from: string, to: string): number =>
  Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 1_000));

const Waiting = ({ broadcast: { scheduled_at, segment_id } }: LoadedProps) => (
  <Card title={texts.scheduledFor}>
    {scheduled_at && <Planned at={scheduled_at} />}
    <p className="muted">
      {segment_id !== null && (
        <>
          <SegmentNow id={segment_id} /> {broadcastTexts.audienceLater}
        </>
      )}
    </p>
  </Card>
);

const Planned = ({ at }: { at: string }) => (
  <p className={styles.time}>
    <time dateTime={at}>{broadcastTexts.composer.timeIn(minuteTime(Date.parse(at)), zone)}</time>,{' '}
    {timeUntil(Date.parse(at), useNow())}
  </p>
);

const once = { everyMs: false, isAside: true } as const;

const SegmentNow = ({ id }: { id: string }) => {
  const segment = useLive('getSegment', { id }, once).data?.data;
  return segment && texts.size(segment.member_count);
};

const valueInWords = (value: string): string =>
  fillPlaceholders(value, ({ name, column, fallback = '' }) =>
    texts.valueOf((name ?? column ?? '').replace(/^(attributes|row)\./, ''), fallback.trim()),
  );

const inWords = (params: TemplateChoice['params']): StructuredParams =>
  JSON.parse(JSON.stringify(Array.isArray(params) ? { body: params } : (params ?? {})), (_, value) =>
    typeof value === 'string' ? valueInWords(value) : value,
  );

/** A template that was deleted since has nothing to show. */
const Message = ({ template: { name, language, params } }: { template: TemplateChoice }) => {
  const stored = useLive('getTemplate', { name, language }, once).data?.data;
  return (
    stored && (
      <Card title={texts.message}>
        <TemplateBubble template={renderTemplate(stored.contents, inWords(params))} />
      </Card>
    )
  );
};

const Progress = ({ broadcast }: LoadedProps) => {
  const { id: workspaceId } = useWorkspace();
  const { id, sent_count, delivered_count, read_count, replied_count, failed_count, opted_out_count } = broadcast;
  const { accepted, pending_count, rejected, status, failure_reason, file_errors = [] } = broadcast;
  const tried = sent_count + failed_count;
  const isReading = status === 'queued' && pending_count === accepted;
  return (
    <>
      {status === 'failed' && (
        <Notice tone="bad" title={texts.failedTitle}>
          <p>{failure_reason?.code === 'nothing_sent' ? texts.nothingSent : failure_reason?.message}</p>
        </Notice>
      )}
      <Card title={texts.counters}>
        <ProgressBar broadcast={broadcast} />
        <p className={styles.sum}>
          <span>
            {isReading
              ? texts.reading(accepted)
              : broadcastTexts.sum(sent_count, failed_count, pending_count, accepted)}
          </span>
          {isMoving(broadcast) && <Pace broadcast={broadcast} />}
        </p>
        {rejected > 0 && <p className="muted">{texts.rejected(rejected)}</p>}
        {file_errors.length > 0 && (
          <details className="muted">
            <summary>{texts.showLines}</summary>
            {linesWords(file_errors)}
          </details>
        )}
      </Card>
      <Facts
        label={texts.numbers}
        facts={[
          { name: texts.facts.sent, value: texts.sentOf(sent_count, tried) },
          { name: texts.facts.delivered, value: texts.share(delivered_count, tried) },
          { name: texts.facts.read, value: texts.share(read_count, tried) },
          { name: texts.facts.replied, value: count(replied_count) },
          { name: texts.facts.failed, value: count(failed_count), isBad: failed_count > 0 },
          {
            name: texts.facts.optedOut,
            value:
              opted_out_count > 0 ? (
                <Link
                  href={broadcastsPath(workspaceId, `${id}?opted_out=true`)}
                  aria-label={texts.whoOptedOut(opted_out_count)}
                >
                  {count(opted_out_count)}
                </Link>
              ) : (
                '0'
              ),
          },
        ]}
      />
    </>
  );
};

/** So few are soon sent, unless they wait for another try. */
const lastMax = 30;

/** Why the last ones wait, if the first of them does. */
const useRetried = ({ id, status, pending_count: pending }: ShownBroadcast) => {
  const isEnabled = status === 'sending' && pending > 0 && pending <= lastMax;
  const input = { status: 'pending', limit: '1' } as const;
  const found = useLive('listBroadcastRecipients', { id }, { input, isEnabled, everyMs: 10_000, isAside: true });
  return isEnabled ? found.data?.data[0]?.retry : undefined;
};

/** Counts only what this page has seen, so a pause in between does not count. */
const Pace = ({ broadcast }: LoadedProps) => {
  const { id, accepted, pending_count } = broadcast;
  const { id: workspaceId } = useWorkspace();
  const nowMs = useNow();
  const [readings, setReadings] = useState<readonly Reading[]>([]);
  const done = accepted - pending_count;
  if (readings.at(-1)?.done !== done && (readings.at(-1)?.done ?? -1) < done)
    setReadings(keepReadings(readings, { atMs: Date.now(), done }));
  const retried = useRetried(broadcast);
  if (retried || isStalled(readings, broadcast, nowMs))
    return (
      <span>
        {retried ? texts.waitsFor(pending_count, failureReason(retried.code, null), retried.calls) : texts.waits}{' '}
        <Link href={broadcastsPath(workspaceId, `${id}?status=pending`)}>{texts.showWaiting}</Link>
      </span>
    );
  const pace = paceOf(readings);
  if (pace === undefined || pace <= 0 || pending_count === 0) return null;
  return (
    <span className={styles.pace}>
      {texts.pace(Math.max(1, Math.round(pace)))} · {texts.left(secondsWords(Math.ceil(pending_count / pace)))}
    </span>
  );
};
