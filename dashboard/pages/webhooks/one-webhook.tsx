import History from 'lucide-react/icons/history';
import { lazy, Suspense, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import * as z from 'zod/mini';
import type { RotatedSecret, WebhookDetails } from '../../../functions/model/webhooks/webhook.ts';
import { Button } from '../../components/controls/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { RoleNote } from '../../components/feedback/role-note.tsx';
import { webhooksPath } from '../../context/paths.ts';
import { useSearch } from '../../context/search.ts';
import { useMay, useWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';
import { exactTime } from '../../texts/time.ts';
import { WebhookDialogs } from './dialogs/webhook-dialogs.tsx';
import { HealthFacts } from './health/health-facts.tsx';
import { OffNotice } from './health/off-notice.tsx';
import { DeliveryLog } from './log/delivery-log.tsx';
import { DeliveryPanel } from './log/delivery-panel.tsx';
import { focusLink } from './log/delivery-table.tsx';
import { logSearch } from './log/log-search.ts';
import styles from './one-webhook.module.css';
import { missedSince } from './recovery/missed-since.ts';
import { RecoveryProgress } from './recovery/recovery-progress.tsx';
import { useRecovery } from './recovery/use-recovery.ts';
import { useTurnOn } from './use-turn-on.ts';
import { languages } from './verification/languages.ts';
import { VerifyCard } from './verification/verify-card.tsx';
import { WebhookHeader } from './webhook-header.tsx';

const RotateDialog = lazy(async () => ({ default: (await import('./dialogs/rotate-dialog.tsx')).RotateDialog }));
const RotatedDialog = lazy(async () => ({ default: (await import('./dialogs/rotated-dialog.tsx')).RotatedDialog }));
const RecoverDialog = lazy(async () => ({ default: (await import('./recovery/recover-dialog.tsx')).RecoverDialog }));

const search = {
  ...logSearch,
  delivery: z.optional(z.uuid()),
  dialog: z.optional(z.enum(['edit', 'off', 'delete', 'rotate', 'recover'])),
  /** Since when the dialog offers to resend. */
  from: z.optional(z.iso.datetime()),
  language: z._default(z.enum(languages), 'node'),
};
const texts = en.webhooks;

export const OneWebhook = ({ webhook }: { webhook: WebhookDetails }) => {
  const workspace = useWorkspace();
  const mayManage = useMay('admin');
  const [, navigate] = useLocation();
  const [{ delivery, dialog, from, language, ...filter }, setSearch, hrefOf] = useSearch(search);
  // Only here and only until it is saved: a secret has no place in the URL, the cache or the storage.
  const [rotated, setRotated] = useState<RotatedSecret>();
  const openedWith = useRef(delivery);
  const turn = useTurnOn();
  const recovery = useRecovery(webhook.id);
  const { previous_secret_expires_at } = webhook;
  const missedFrom = missedSince(webhook.failing_since);
  const close = () => setSearch({ dialog: undefined, from: undefined }, { replace: true });
  const turnOn = (thenRecover: boolean) =>
    turn.turnOn(webhook.id, () => thenRecover && setSearch({ dialog: 'recover', from: missedFrom }));
  const closeDelivery = () => {
    openedWith.current = undefined;
    setSearch({ delivery: undefined }, { replace: true });
    // By then the log shows again, if there was no room for both.
    setTimeout(() => focusLink(delivery));
  };
  return (
    <>
      <WebhookHeader webhook={webhook} onAction={mayManage ? (action) => setSearch({ dialog: action }) : undefined} />
      {!mayManage && <RoleNote role={workspace.role} required="admin" action={texts.manage} />}
      <div className={styles.notices}>
        {turn.error && <Problem error={turn.error} />}
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
        <RecoveryProgress recovery={recovery} />
      </div>
      <div className={styles.page}>
        <HealthFacts webhook={webhook} />
        <div className={styles.split} data-open={delivery !== undefined || undefined}>
          <div className={styles.log}>
            <DeliveryLog
              webhookId={webhook.id}
              filter={filter}
              onFilter={setSearch}
              selectedId={delivery}
              hrefOf={(eventId) => hrefOf({ delivery: eventId })}
              actions={
                mayManage &&
                webhook.is_active && (
                  <Button
                    size="small"
                    onPress={() => setSearch({ dialog: 'recover' })}
                    isDisabled={recovery.requested !== undefined}
                  >
                    <History aria-hidden="true" />
                    {texts.recover.action}
                  </Button>
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
        <VerifyCard language={language} onLanguage={(chosen) => setSearch({ language: chosen }, { replace: true })} />
      </div>
      {mayManage && (
        <>
          <WebhookDialogs
            webhook={webhook}
            dialog={dialog}
            onDeleted={() => navigate(webhooksPath(workspace.id), { replace: true })}
            onClose={close}
          />
          <Suspense>
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
              <RecoverDialog
                webhook={webhook}
                from={from ?? missedFrom}
                onStart={(since, total) => {
                  recovery.start(since, total);
                  close();
                }}
                onClose={close}
              />
            )}
          </Suspense>
        </>
      )}
    </>
  );
};
