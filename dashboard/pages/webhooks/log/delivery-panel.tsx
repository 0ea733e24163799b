import RotateCcw from 'lucide-react/icons/rotate-ccw';
import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import type { DeliveryDetails } from '../../../../functions/model/deliveries/delivery-log.ts';
import { toProblem } from '../../../api/problem.ts';
import { useLive } from '../../../api/queries.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Problem } from '../../../components/feedback/problem.tsx';
import { SkeletonRows } from '../../../components/feedback/skeleton.tsx';
import { toast } from '../../../components/feedback/toast.ts';
import { isOver } from '../../../components/webhooks/delivery-badge.tsx';
import { useWorkspace } from '../../../context/workspace.tsx';
import { en } from '../../../texts/en.ts';
import { deliveryReads } from '../webhook-reads.ts';
import { DeliveryContent } from './delivery-content.tsx';
import styles from './delivery-panel.module.css';

const texts = en.webhooks.delivery;
const pollMs = 2_000;

interface DeliveryPanelProps {
  webhookId: string;
  eventId: string;
  isActive: boolean;
  mayManage: boolean;
  /** False if the page was opened with the delivery. */
  takesFocus: boolean;
  onClose: () => void;
}

/** One delivery beside the log. Where there is little room, it takes the place of the log. */
export const DeliveryPanel = ({ webhookId, eventId, takesFocus, onClose, ...may }: DeliveryPanelProps) => {
  const params = { workspace_id: useWorkspace().id, id: webhookId, event_id: eventId };
  const panel = useRef<HTMLElement>(null);
  const query = useLive('getDelivery', params, { everyMs: pollMs, isFinal: ({ data }) => isOver(data) });
  const redeliver = useOperation('redeliverEvent', deliveryReads);
  const delivery = query.data?.data;
  const title = delivery?.event ?? texts.title;
  const isGone = query.error !== null && toProblem(query.error).status === 404;
  useEffect(() => {
    if (takesFocus) panel.current?.focus();
  }, [takesFocus]);
  const resend = () => redeliver.mutate({ params }, { onSuccess: () => toast(texts.resent) });
  return (
    <section ref={panel} tabIndex={-1} className={styles.panel} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <div className={styles.actions}>
          {may.mayManage && delivery && (
            <ResendButton
              delivery={delivery}
              isActive={may.isActive}
              isPending={redeliver.isPending}
              onPress={resend}
            />
          )}
          <Button variant="ghost" size="icon" aria-label={texts.close} onPress={onClose}>
            <X aria-hidden="true" />
          </Button>
        </div>
      </div>
      <div className={styles.content}>
        {redeliver.error && <Problem error={redeliver.error} />}
        {isGone && <p className={styles.gone}>{texts.gone}</p>}
        {query.error && !isGone && (
          <Problem
            error={query.error}
            title={texts.loadFailed}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        )}
        {delivery ? <DeliveryContent delivery={delivery} /> : !query.error && <SkeletonRows />}
      </div>
    </section>
  );
};

interface ResendButtonProps {
  delivery: DeliveryDetails;
  isActive: boolean;
  isPending: boolean;
  onPress: () => void;
}

/** Resending needs a webhook that is on and an event that is not under way. */
const ResendButton = ({ delivery, isActive, isPending, onPress }: ResendButtonProps) =>
  isActive &&
  isOver(delivery) && (
    <Button size="small" aria-label={texts.resendLabel(delivery.event)} onPress={onPress} isPending={isPending}>
      <RotateCcw aria-hidden="true" />
      {texts.resend}
    </Button>
  );
