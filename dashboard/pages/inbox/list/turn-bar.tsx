import { useOperation } from '../../../api/use-operation.ts';
import { Button } from '../../../components/controls/button.tsx';
import { inboxPartsTexts } from '../../../texts/en/inbox-parts.ts';
import styles from './list.module.css';

const texts = inboxPartsTexts.turns;

/** Says what being away does. Only members of teams that assign by turns see it. */
export const TurnBar = ({ isAway }: { isAway: boolean }) => {
  const update = useOperation('updateAway', ['countInbox', 'listTeamWork']);
  return (
    <section className={styles.turns} aria-label={texts.label} data-away={isAway || undefined}>
      <p role="status">{isAway ? texts.away : texts.here}</p>
      <Button
        size="small"
        variant={isAway ? 'primary' : 'secondary'}
        isPending={update.isPending}
        onPress={() => update.mutate({ input: { is_away: !isAway } })}
      >
        {isAway ? texts.comeBack : texts.leave}
      </Button>
    </section>
  );
};
