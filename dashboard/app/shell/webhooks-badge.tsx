import { useLive } from '../../api/queries.ts';
import { CountBadge } from '../../components/feedback/count-badge.tsx';
import { en } from '../../texts/en.ts';

/** Those that failures turned off, as the pages have read them: the badge itself sends no request. */
export const WebhooksBadge = () => {
  const { data } = useLive('listWebhooks', {}, { everyMs: false, isEnabled: false });
  const count = data?.data.filter(({ off_by }) => off_by === 'failures').length ?? 0;
  return <CountBadge count={count} label={en.shell.turnedOff(count)} />;
};
