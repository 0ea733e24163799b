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

/** Counts the webhooks that fail or were turned off by failures, as their list and the overview do. */
export const WebhooksBadge = () => {
  const [params, isEnabled] = useShellParams();
  const { data } = useLive('listWebhooks', params, { everyMs: 5 * everyMs, isEnabled, isAside: true });
  const count = data?.data.filter(({ off_by, failure_count }) => off_by !== 'person' && failure_count > 0).length ?? 0;
  return <CountBadge count={count} label={en.shell.failing(count)} />;
};
