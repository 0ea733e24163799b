import { useOperation } from '../../../api/use-operation.ts';
import { useNow } from '../../../components/content/now.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Problem } from '../../../components/feedback/problem.tsx';
import { useWorkspace } from '../../../context/workspace.tsx';
import { playgroundTexts } from '../../../texts/en/playground.ts';
import type { Customer } from '../customer.ts';
import styles from './phone.module.css';

const texts = playgroundTexts.phone;
const hourMs = 3_600_000;

interface WindowBarProps {
  channel: 'msgapp' | 'social';
  customer: Customer;
  endsAt: string | null;
  mayManage: boolean;
}

/** Until when the business may send free text to the customer. */
export const WindowBar = ({ channel, customer, endsAt, mayManage }: WindowBarProps) => {
  const { id: workspaceId } = useWorkspace();
  const change = useOperation('setPlaygroundWindow', ['getPlayground']);
  const nowMs = useNow();
  const leftMs = endsAt === null ? undefined : Date.parse(endsAt) - nowMs;
  const isOpen = leftMs === undefined || leftMs > 0;
  const set = (is_open: boolean) =>
    change.mutate({ params: { workspace_id: workspaceId }, input: { channel, customer: customer.id, is_open } });
  return (
    <>
      <div className={styles.window} data-state={leftMs === undefined ? 'unknown' : isOpen ? 'open' : 'closed'}>
        <span role="status">
          {leftMs === undefined && texts.windowUnknown}
          {leftMs !== undefined && (isOpen ? texts.windowOpen(Math.ceil(leftMs / hourMs)) : texts.windowClosed)}
        </span>
        {mayManage && (
          <Button size="small" variant="ghost" isPending={change.isPending} onPress={() => set(!isOpen)}>
            {isOpen ? texts.closeWindow : texts.openWindow}
          </Button>
        )}
      </div>
      {change.error && <Problem error={change.error} title={texts.windowFailed} />}
    </>
  );
};
