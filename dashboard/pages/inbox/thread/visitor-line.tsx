import { visitTexts as texts } from '../../../texts/en/visit.ts';
import { shortTime } from '../../../texts/time.ts';
import type { ChangeEntry } from '../store/timeline.ts';
import styles from './thread.module.css';

/** What a visitor of the web chat thought of the conversation, or that an answer went to them by email. */
export const VisitorLine = ({
  change: { change, rating, created_at },
  name,
}: {
  change: ChangeEntry;
  name: string;
}) => (
  <p className={styles.event}>
    {change === 'rated' && <Face score={rating?.score ?? 3} />}
    {change === 'rated' ? texts.rated(name, rating?.score ?? 0) : texts.mailed(name)}
    {rating?.text && (
      <>
        : <q dir="auto">{rating.text}</q>
      </>
    )}{' '}
    · {shortTime(Date.parse(created_at))}
  </p>
);

/** From a mouth that points down to one that laughs. */
const mouths = ['M8 17q4-5 8 0', 'M8.5 16q3.5-2.5 7 0', 'M8.5 15h7', 'M8.5 14q3.5 2.5 7 0', 'M8 13.5q4 5.5 8 0z'];

const Face = ({ score }: { score: number }) => (
  <svg className={styles.face} viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="10" />
    <path d={`M9 9.5h.01M15 9.5h.01${mouths[score - 1] ?? ''}`} />
  </svg>
);
