import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { Fragment, useId } from 'react';
import { type Span, spansMax } from '../../../functions/model/routing/office-hours.ts';
import { IconButton } from '../../components/controls/button.tsx';
import field from '../../components/controls/fields.module.css';
import { TextField } from '../../components/controls/text-field.tsx';
import { hoursTexts as texts } from '../../texts/en/routing.ts';
import { readClockTime } from './hours-draft.ts';
import styles from './routing.module.css';

interface SpanFieldsProps {
  /** The day, for people who do not see where the fields are. */
  day: string;
  spans: readonly Span[];
  fault: string | undefined;
  onChange: (spans: Span[]) => void;
}

/** A further span begins an hour after the last one. */
const nextSpan = (spans: readonly Span[]): Span => {
  const hour = Math.min(Number((spans.at(-1)?.to ?? '08:00').slice(0, 2)) + 1, 23);
  return { from: readClockTime(`${hour}`) ?? '', to: readClockTime(`${Math.min(hour + 4, 24)}`) ?? '' };
};

export const SpanFields = ({ day, spans, fault, onChange }: SpanFieldsProps) => {
  const id = useId();
  const change = (index: number, fields: Partial<Span>) =>
    onChange(spans.map((span, at) => (at === index ? { ...span, ...fields } : span)));
  const tidy = (index: number, end: keyof Span, text: string) => change(index, { [end]: readClockTime(text) ?? text });
  return (
    <div className={styles.row}>
      {spans.map(({ from, to }, index) => (
        // Spans have nothing but their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={index} className={`${styles.row} ${styles.times}`}>
          {(['from', 'to'] as const).map((end) => (
            <Fragment key={end}>
              {end === 'to' && <span aria-hidden="true">{texts.until}</span>}
              <TextField
                label={texts[end](day, index + 1)}
                isLabelHidden
                value={end === 'from' ? from : to}
                onChange={(text) => change(index, { [end]: text })}
                onBlur={() => tidy(index, end, end === 'from' ? from : to)}
                inputMode="numeric"
                autoComplete="off"
                aria-describedby={fault && id}
                error={fault === undefined ? undefined : ''}
              />
            </Fragment>
          ))}
          <IconButton
            label={texts.removeSpan(day, index + 1)}
            icon={X}
            onPress={() => onChange(spans.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {spans.length < spansMax ? (
        <IconButton label={texts.addSpan(day)} icon={Plus} onPress={() => onChange([...spans, nextSpan(spans)])} />
      ) : (
        <span className={field.fieldHint}>{texts.spansMax(spansMax)}</span>
      )}
      {fault && (
        <p id={id} className={field.error}>
          {fault}
        </p>
      )}
    </div>
  );
};
