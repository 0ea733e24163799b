import { useLive } from '../../api/queries.ts';
import { CountBadge } from '../../components/feedback/count-badge.tsx';
import { useShellWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';

const everyMs = 60_000;

/** Those that wait for an answer and are the person's or nobody's. An open inbox reads them more often by itself. */
export const InboxBadge = () => {
  const workspace = useShellWorkspace();
  const params = workspace ? { workspace_id: workspace.id } : {};
  const { data } = useLive('countInbox', params, { everyMs, isEnabled: workspace !== undefined, isAside: true });
  const due = data?.data.due ?? 0;
  return <CountBadge count={due} label={en.shell.due(due)} />;
};
