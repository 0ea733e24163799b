import { useEffect } from 'react';
import type { FailureGroup, ShownBroadcast } from '../../../functions/model/broadcasts/broadcast.ts';
import { useLivePages } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { Button, PageLink } from '../../components/controls/button.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { broadcastsPath } from '../../context/paths.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { broadcastPageTexts } from '../../texts/en/broadcast-page.ts';
import { failureReason } from '../../texts/en/outcomes.ts';
import { count } from '../../texts/numbers.ts';
import { isMoving, mergeFailures } from './broadcast-words.ts';
import styles from './broadcasts.module.css';

const texts = broadcastPageTexts.failures;

interface FailuresCardProps {
  broadcast: ShownBroadcast;
  onShow: (reason: string) => void;
  /** The broadcast that sends to them again. */
  resent: ShownBroadcast | undefined;
  onAgain: (() => void) | undefined;
}

/** A page looks at 500 recipients, so these are read without being asked. */
const pagesMax = 4;

export const FailuresCard = ({ broadcast, resent, onShow, onAgain }: FailuresCardProps) => {
  const { id: workspaceId } = useWorkspace();
  const { id, failed_count, temporary_count } = broadcast;
  const isLive = isMoving(broadcast);
  const pages = useLivePages('listBroadcastFailures', { id }, { everyMs: isLive ? 10_000 : false });
  const groups = mergeFailures(pages.data?.pages.flatMap(({ data }): FailureGroup[] => data) ?? []);
  const counted = groups.reduce((sum, group) => sum + group.count, 0);
  const { hasNextPage, isFetching, fetchNextPage, refetch } = pages;
  const mayCountOn = hasNextPage && !isFetching && counted < failed_count && !isLive;
  const isPartial = hasNextPage && counted < failed_count;
  // People to whom a canceled broadcast was not sent count as failed, too.
  const canceled = broadcast.status === 'canceled' && pages.data && !hasNextPage ? failed_count - counted : 0;
  const isFew = (pages.data?.pages.length ?? 0) < pagesMax;
  useEffect(() => {
    if (mayCountOn && isFew) void fetchNextPage();
  }, [mayCountOn, isFew, fetchNextPage]);
  // Some messages failed after the last read.
  const isBehind = pages.data !== undefined && !hasNextPage && counted < failed_count && !isLive;
  useEffect(() => {
    if (isBehind) void refetch();
  }, [isBehind, refetch]);
  return (
    <Card
      title={texts.title(failed_count)}
      actions={
        onAgain ? (
          <Button size="small" onPress={onAgain}>
            {texts.again(temporary_count)}
          </Button>
        ) : (
          resent && (
            <PageLink size="small" href={broadcastsPath(workspaceId, resent.id)}>
              {texts.resent}
            </PageLink>
          )
        )
      }
      isFlush
    >
      <Listing query={{ ...pages, hasNextPage: false }} failed={texts.loadFailed} isEmpty={false} empty={null}>
        <ul>
          {groups.map(({ code, reason, remedy, is_temporary, count: number }) => (
            <li key={code} className={styles.failure}>
              <span className={styles.number}>{count(number)}</span>
              <span className={styles.why}>
                <span>{failureReason(code, reason)}</span>
                <span className="muted">
                  {remedy} {is_temporary && <b>{texts.temporary}.</b>}
                </span>
              </span>
              <Button size="small" onPress={() => onShow(code)} aria-label={texts.showOf(failureReason(code, reason))}>
                {texts.show}
              </Button>
            </li>
          ))}
          {canceled > 0 && (
            <li className={styles.failure}>
              <span className={styles.number}>{count(canceled)}</span>
              <span className={styles.why}>{texts.canceled}</span>
            </li>
          )}
        </ul>
        {isPartial && (
          <p className={styles.foot} role="status">
            {texts.counted(counted, failed_count)}
            {mayCountOn && !isFew && (
              <Button size="small" onPress={() => void fetchNextPage()}>
                {texts.further}
              </Button>
            )}
          </p>
        )}
      </Listing>
    </Card>
  );
};
