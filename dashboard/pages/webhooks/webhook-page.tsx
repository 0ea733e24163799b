import History from 'lucide-react/icons/history';
import Send from 'lucide-react/icons/send';
import Webhook from 'lucide-react/icons/webhook';
import { Suspense, useRef, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import * as z from 'zod/mini';
import { missedSince } from '../../../functions/model/webhooks/missed-since.ts';
import { eventNames, type RotatedSecret, type WebhookDetails } from '../../../functions/model/webhooks/webhook.ts';
import { toProblem } from '../../api/problem.ts';
import { useLive } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Tabs } from '../../components/content/tabs.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { RoleNote } from '../../components/feedback/role-note.tsx';
import { Unloaded } from '../../components/feedback/unloaded.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { webhooksPath } from '../../context/paths.ts';
import { useSearch } from '../../context/search.ts';
import { useMay, useWorkspace } from '../../context/workspace.tsx';
import { webhookTexts } from '../../texts/en/webhooks.ts';
import { exactTime } from '../../texts/time.ts';
import { DeliveryLog, focusLink, logSearch } from './delivery-log.tsx';
import { DeliveryPanel } from './delivery-panel.tsx';
import { RecoveryOutcome, useRecovery } from './recovery-progress.tsx';
import { languages, VerifyCard } from './verify-card.tsx';
import { WebhookHeader } from './webhook-header.tsx';
import { HealthFacts, OffNotice } from './webhook-health.tsx';
import { deliveryReads, useTurnOn } from './webhook-queries.ts';
import styles from './webhooks.module.css';

const texts = webhookTexts;

const dialogs = () => import('./dialogs.tsx');
const RotateDialog = lazyComponent(dialogs, 'RotateDialog');
const RotatedDialog = lazyComponent(dialogs, 'RotatedDialog');
const WebhookDialogs = lazyComponent(dialogs, 'WebhookDialogs');
const RecoverDialog = lazyComponent(() => import('./recover-dialog.tsx'), 'RecoverDialog');

const tabs = ['log', 'verify'] as const;

const search = {
  ...logSearch,
  delivery: z.optional(z.uuid()),
  dialog: z.optional(z.enum(['edit', 'off', 'delete', 'rotate', 'recover'])),
  /** The start of the period that the dialog offers to resend. */
  from: z.optional(z.iso.datetime()),
  language: z._default(z.enum(languages), 'node'),
  tab: z._default(z.enum(tabs), 'log'),
};

export const WebhookPage = () => {
  const workspace = useWorkspace();
  const { id = '' } = useParams<{ id: string }>();
  const query = useLive('getWebhook', { id }, { everyMs: 10_000 });
  const webhook = query.data?.data;
  const status = query.error === null ? undefined : toProblem(query.error).status;
  const isGone = status === 404 || (status === 400 && !webhook);
  if (webhook && !isGone) return <LoadedWebhook key={id} webhook={webhook} />;
  return (
    <Unloaded
      query={query}
      isGone={isGone}
      title={isGone ? texts.one.notFoundTitle : texts.one.title}
      parent={{ label: texts.title, href: webhooksPath(workspace.id) }}
      icon={Webhook}
      texts={{ ...texts.one, gone: texts.one.notFound }}
    />
  );
};

const LoadedWebhook = ({ webhook }: { webhook: WebhookDetails }) => {
  const workspace = useWorkspace();
  const mayManage = useMay('admin');
  const [, navigate] = useLocation();
  const [{ delivery, dialog, from, language, tab, ...filter }, setSearch, hrefOf] = useSearch(search);
  // The secret is held only here and only until it is saved: never in the URL, the cache or the storage.
  const [rotated, setRotated] = useState<RotatedSecret>();
  const openedWith = useRef(delivery);
  const turn = useTurnOn();
  const recovery = useRecovery(webhook.id);
  const { previous_secret_expires_at, provider } = webhook;
  const missedFrom = missedSince(webhook.failing_since);
  const close = () => setSearch({ dialog: undefined, from: undefined }, { replace: true });
  const test = useOperation('testWebhook', deliveryReads, {
    done: texts.test.done,
    onDone: ({ data }) => setSearch({ delivery: data.event_id, tab: 'log' }),
  });
  const sendTest = () => test.mutate({ params: { id: webhook.id }, input: {} });
  const turnOn = (next?: 'recover' | 'test') =>
    turn.turnOn(webhook.id, () => {
      if (next === 'recover') setSearch({ dialog: 'recover', from: missedFrom });
      if (next === 'test') sendTest();
    });
  const closeDelivery = () => {
    openedWith.current = undefined;
    setSearch({ delivery: undefined }, { replace: true });
    // The log is hidden on a narrow screen until the next render.
    setTimeout(() => focusLink(delivery));
  };
  return (
    <>
      <WebhookHeader webhook={webhook} onAction={mayManage ? (action) => setSearch({ dialog: action }) : undefined} />
      {!mayManage && <RoleNote role={workspace.role} required="admin" action={texts.manage} />}
      <div className={styles.notices}>
        {turn.error && <Problem error={turn.error} />}
        {test.error && <Problem error={test.error} />}
        {!webhook.is_active && (
          <OffNotice
            webhook={webhook}
            onTurnOn={mayManage ? turnOn : undefined}
            isPending={turn.isPending}
            failedHref={hrefOf({ status: 'failed', since: missedFrom })}
          />
        )}
        {previous_secret_expires_at && (
          <Notice tone="info">
            <p>{texts.one.secrets(exactTime(Date.parse(previous_secret_expires_at)))}</p>
          </Notice>
        )}
        <RecoveryOutcome webhookId={webhook.id} />
      </div>
      <div className={styles.page}>
        <HealthFacts webhook={webhook} />
        <Tabs
          label={texts.tabs.label}
          tabs={tabs.map((value) => ({ value, label: texts.tabs[value] }))}
          value={tab}
          onChange={(chosen) => setSearch({ tab: chosen }, { replace: true })}
        >
          {tab === 'verify' ? (
            <VerifyCard
              language={language}
              onLanguage={(chosen) => setSearch({ language: chosen }, { replace: true })}
            />
          ) : (
            <div className={styles.split} data-open={delivery !== undefined || undefined}>
              <div className={styles.log}>
                <DeliveryLog
                  webhookId={webhook.id}
                  isActive={webhook.is_active}
                  events={provider === 'api' ? eventNames : [...eventNames, `${provider}.test`]}
                  filter={filter}
                  onFilter={setSearch}
                  selectedId={delivery}
                  hrefOf={(eventId) => hrefOf({ delivery: eventId })}
                  actions={
                    mayManage &&
                    webhook.is_active && (
                      <>
                        <Button size="small" onPress={sendTest} isPending={test.isPending}>
                          <Send aria-hidden="true" />
                          {texts.test.action}
                        </Button>
                        <Button
                          size="small"
                          onPress={() => setSearch({ dialog: 'recover' })}
                          isDisabled={recovery?.status === 'running'}
                        >
                          <History aria-hidden="true" />
                          {texts.recover.action}
                        </Button>
                      </>
                    )
                  }
                />
              </div>
              {delivery && (
                <DeliveryPanel
                  key={delivery}
                  webhookId={webhook.id}
                  eventId={delivery}
                  isActive={webhook.is_active}
                  mayManage={mayManage}
                  takesFocus={openedWith.current !== delivery}
                  onClose={closeDelivery}
                />
              )}
            </div>
          )}
        </Tabs>
      </div>
      {mayManage && (
        <Suspense>
          {dialog && (
            <WebhookDialogs
              webhook={webhook}
              dialog={dialog}
              onDeleted={() => navigate(webhooksPath(workspace.id), { replace: true })}
              onClose={close}
            />
          )}
          {dialog === 'rotate' && !rotated && (
            <RotateDialog
              webhook={webhook}
              onRotated={(data) => {
                setRotated(data);
                close();
              }}
              onClose={close}
            />
          )}
          {rotated && <RotatedDialog rotated={rotated} onSaved={() => setRotated(undefined)} />}
          {dialog === 'recover' && webhook.is_active && (
            <RecoverDialog webhookId={webhook.id} from={from ?? missedFrom} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  );
};
