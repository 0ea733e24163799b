import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ShownPreview } from '../../../functions/model/broadcasts/preview.ts';
import { Card } from '../../components/content/card.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { contactsPath, segmentsPath } from '../../context/paths.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { contactName } from '../../texts/contact-name.ts';
import { broadcastTexts } from '../../texts/en/broadcasts.ts';
import { count } from '../../texts/numbers.ts';
import { linesWords } from './broadcast-words.ts';
import styles from './broadcasts.module.css';
import { defaultsOf, type ValueChoice } from './draft.ts';

const texts = broadcastTexts.composer;

interface CheckCardProps {
  preview: ShownPreview | undefined;
  /** The numbers are those of before the last change. */
  isStale: boolean;
  error: unknown;
  /** The part that the person still has to choose or fill in before it can be checked. */
  lack: keyof typeof texts.missing | undefined;
  /** The problem stands in the card that causes it. */
  isRefused: boolean;
  /** The audience, if it is one. */
  segmentId: string | undefined;
  /** The values of the template. */
  values: readonly ValueChoice[];
}

export const CheckCard = ({ preview, isStale, error, lack, isRefused, ...given }: CheckCardProps) => (
  <Card title={texts.check}>
    {error !== undefined && <Problem error={error} />}
    {lack && <p className="muted">{lack === 'values' ? texts.missing.values : texts.checkFirst}</p>}
    {isRefused && error === undefined && <p className="muted">{texts.refused}</p>}
    {!lack && !isRefused && !preview && <p role="status">{texts.checking}</p>}
    {!isRefused && preview && <Findings preview={preview} isStale={isStale} {...given} />}
  </Card>
);

/** "about 12,000" where the size of a segment is not known exactly. */
export const numberWords = ({ precision }: ShownPreview, number: number): string => {
  if (precision === 'exact') return count(number);
  return precision === 'estimate' ? texts.about(number) : texts.atLeast(number);
};

export const planWords = ({ quota: { left }, expected_messages }: ShownPreview): string =>
  left === null ? texts.noLimit : texts.plan(left, Math.max(0, left - expected_messages));

interface FindingsProps extends Pick<CheckCardProps, 'isStale' | 'segmentId' | 'values'> {
  preview: ShownPreview;
}

const Findings = ({ preview, isStale, segmentId, values }: FindingsProps) => {
  const { expected_messages: messages, precision, rejected_by_reason, expected_failures } = preview;
  const left = Object.entries({ ...rejected_by_reason, ...expected_failures }).filter(([, number]) => number > 0);
  return (
    <ul className={styles.findings} aria-busy={isStale} data-stale={isStale || undefined}>
      <Finding isGood={messages > 0}>
        <b role="status">{texts.gets(numberWords(preview, messages), messages === 1)}</b>
        {precision === 'minimum' && <span className="muted"> {texts.rest}</span>}
      </Finding>
      {left.map(([reason, number]) => (
        <Finding key={reason} isGood={false}>
          <Reason
            reason={reason as keyof typeof texts.reasons}
            number={number}
            errors={preview.file_errors}
            people={preview.examples.filter((example) => example.reason === reason)}
            segmentId={segmentId}
          />
        </Finding>
      ))}
      {preview.missing_values
        .filter(({ with_default }) => with_default > 0)
        .map(({ field, with_default }) => (
          <Finding key={field} isGood>
            {texts.fallback(with_default, field, defaultsOf(values, field))}
          </Finding>
        ))}
      <Finding isGood={expected_failures.plan_limit_reached === 0}>{planWords(preview)}</Finding>
      <Finding isGood>{texts.duration(preview.duration_seconds, preview.messages_per_second)}</Finding>
    </ul>
  );
};

const Finding = ({ isGood, children }: { isGood: boolean; children: ReactNode }) => (
  <li className={styles.finding} data-good={isGood || undefined}>
    {isGood ? <Check aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
    <div>{children}</div>
  </li>
);

interface ReasonProps extends Pick<CheckCardProps, 'segmentId'> {
  reason: keyof typeof texts.reasons;
  number: number;
  errors: ShownPreview['file_errors'];
  /** The first of them. */
  people: ShownPreview['examples'];
}

const Reason = ({ reason, number, errors, people, segmentId }: ReasonProps) => {
  const { id: workspaceId } = useWorkspace();
  const { title, text } = texts.reasons[reason];
  return (
    <details>
      <summary>{title(number)}</summary>
      <p className="muted">
        {text} {linesWords(errors, reason)}{' '}
        {reason === 'opted_out' && (
          <Link href={`${contactsPath(workspaceId)}?consent=opted_out`}>{texts.showOptedOut}</Link>
        )}
        {segmentId && (reason === 'no_phone' || reason === 'missing_value') && (
          <Link href={segmentsPath(workspaceId, segmentId)}>{texts.showSegment}</Link>
        )}
      </p>
      {people.length > 0 && (
        <ul className={styles.examples}>
          {people.map((person) => (
            <li key={person.contact_id ?? person.phone}>
              <Example person={person} />
            </li>
          ))}
          {number > people.length && <li className="muted">{texts.more(number - people.length)}</li>}
        </ul>
      )}
    </details>
  );
};

const Example = ({ person: { contact_id: id, ...person } }: { person: ShownPreview['examples'][number] }) => {
  const { id: workspaceId } = useWorkspace();
  const name = contactName({ ...person, id: id ?? '' });
  return id ? <Link href={contactsPath(workspaceId, id)}>{name}</Link> : name;
};
