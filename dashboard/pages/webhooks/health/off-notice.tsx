import { Link } from 'wouter';
import type { WebhookDetails } from '../../../../functions/model/webhooks/webhook.ts';
import { useLive } from '../../../api/queries.ts';
import { RelativeTime } from '../../../components/content/relative-time.tsx';
import { Button } from '../../../components/controls/button.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { describeAttempt } from '../../../components/webhooks/attempt-words.ts';
import { useWorkspace } from '../../../context/workspace.tsx';
import { en } from '../../../texts/en.ts';
import { missedSince } from '../recovery/missed-since.ts';
import { useHealth } from './use-health.ts';

const texts = en.webhooks;

interface OffNoticeProps {
  webhook: WebhookDetails;
  /** Missing for members who may only look. */
  onTurnOn: ((thenRecover: boolean) => void) | undefined;
  isPending: boolean;
  /** The log, filtered to what failed. */
  failedHref: string;
}

/** Why the webhook is off, and what to do. */
export const OffNotice = (props: OffNoticeProps) =>
  props.webhook.off_by === 'failures' ? <FailedNotice {...props} /> : <PausedNotice {...props} />;

const PausedNotice = ({ onTurnOn, isPending }: OffNoticeProps) => (
  <Notice
    tone="info"
    title={texts.off.person}
    actions={
      onTurnOn && (
        <Button variant="primary" onPress={() => onTurnOn(false)} isPending={isPending}>
          {texts.turnOn.action}
        </Button>
      )
    }
  >
    <p>{texts.off.personText}</p>
  </Notice>
);

const FailedNotice = ({ webhook, onTurnOn, isPending, failedHref }: OffNoticeProps) => {
  const { id, failing_since, failure_count } = webhook;
  const since = missedSince(failing_since);
  const workspace = useWorkspace();
  const missed = useLive(
    'countRecoverable',
    { workspace_id: workspace.id, id },
    { everyMs: 60_000, input: { since: since ?? '' }, isEnabled: since !== undefined },
  ).data?.data;
  const count = missed?.count ? texts.count(missed.count, !missed.is_exact) : undefined;
  return (
    <Notice
      tone="bad"
      title={texts.off.failures(failure_count)}
      actions={
        onTurnOn && (
          <>
            <Button onPress={() => onTurnOn(false)} isPending={isPending}>
              {texts.turnOn.action}
            </Button>
            {count && (
              <Button variant="primary" onPress={() => onTurnOn(true)} isDisabled={isPending}>
                {texts.turnOn.andRecover(count)}
              </Button>
            )}
          </>
        )
      }
    >
      <LastWords webhookId={id} />
      <p>
        {failing_since && (
          <>
            {texts.off.since} <RelativeTime at={failing_since} />.{' '}
          </>
        )}
        {count && texts.off.kept(count)} <Link href={failedHref}>{texts.off.show}</Link>
      </p>
      <p>{texts.off.steps}</p>
    </Notice>
  );
};

const LastWords = ({ webhookId }: { webhookId: string }) => {
  const attempt = useHealth(webhookId, 60_000).data?.data.last_attempt;
  if (!attempt) return null;
  const answer = attempt.answer.trim().slice(0, answerCharactersMax);
  return (
    <p>
      {texts.off.lastAnswer} {describeAttempt(attempt.code)}
      {typeof attempt.code === 'number' && answer && ` “${answer}”`}, <RelativeTime at={attempt.at} />.
    </p>
  );
};

const answerCharactersMax = 80;
