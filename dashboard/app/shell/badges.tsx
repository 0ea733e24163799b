import { useLive } from '../../api/queries.ts';
import styles from '../../components/feedback/feedback.module.css';
import { useShellWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';

/** `label` says to screen readers what is counted: "5 conversations wait". */
const CountBadge = ({ count, label }: { count: number; label: string }) =>
  count > 0 && (
    <span className={styles.count}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="visually-hidden"> {label}</span>
    </span>
  );

const everyMs = 60_000;

const useShellParams = () => {
  const workspace = useShellWorkspace();
  return [workspace ? { workspace_id: workspace.id } : {}, workspace !== undefined] as const;
};

/** Counts the waiting conversations that are assigned to the person or to nobody. An open inbox polls more often. */
export const InboxBadge = () => {
  const [params, isEnabled] = useShellParams();
  const { data } = useLive('countInbox', params, { everyMs, isEnabled, isAside: true });
  const due = data?.data.due ?? 0;
  return <CountBadge count={due} label={en.shell.due(due)} />;
};

/** Counts the broadcasts under way. An open overview polls more often. */
export const BroadcastsBadge = () => {
  const [params, isEnabled] = useShellParams();
  const { data } = useLive('listRunningBroadcasts', params, { everyMs, isEnabled, isAside: true });
  const count = data?.data.length ?? 0;
  return <CountBadge count={count} label={en.shell.running(count)} />;
};

/** Counts the webhooks that failures turned off, from what the pages have read: the badge sends no request. */
export const WebhooksBadge = () => {
  const { data } = useLive('listWebhooks', {}, { everyMs: false, isEnabled: false });
  const count = data?.data.filter(({ off_by }) => off_by === 'failures').length ?? 0;
  return <CountBadge count={count} label={en.shell.turnedOff(count)} />;
};
