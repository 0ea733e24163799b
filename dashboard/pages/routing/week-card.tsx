import { type OfficeHours, type Span, weekdays } from '../../../functions/model/routing/office-hours.ts';
import { Card } from '../../components/content/card.tsx';
import content from '../../components/content/content.module.css';
import { Checkbox } from '../../components/controls/checkbox.tsx';
import field from '../../components/controls/fields.module.css';
import { Select } from '../../components/controls/select.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { hoursTexts as texts } from '../../texts/en/routing.ts';
import { timeZones } from '../../texts/time-zones.ts';
import { type HoursDraft, spansFault } from './hours-draft.ts';
import styles from './routing.module.css';
import { SpanFields } from './span-fields.tsx';

interface WeekCardProps {
  draft: HoursDraft;
  /** Whether the saved hours are open now, in words. */
  state: { isOpen: boolean; words: string };
  /** `isOn` labels the box; `off` replaces the week while the box is empty. */
  texts: { isOn: string; off: string };
  isChecked: boolean;
  onChange: (changes: Partial<HoursDraft>) => void;
}

export const WeekCard = ({ draft: { isOn, hours }, state, texts: own, isChecked, onChange }: WeekCardProps) => {
  const change = (fields: Partial<OfficeHours>) => onChange({ hours: { ...hours, ...fields } });
  return (
    <Card title={texts.week} actions={<Badge tone={state.isOpen ? 'ok' : 'off'}>{state.words}</Badge>}>
      <div className={content.grid}>
        <Checkbox isSelected={isOn} onChange={(on) => onChange({ isOn: on })}>
          {own.isOn}
        </Checkbox>
        {!isOn && <p className={field.fieldHint}>{own.off}</p>}
        {isOn && (
          <>
            <div className={styles.narrow}>
              <Select
                label={texts.timeZone}
                hint={texts.timeZoneHint}
                value={hours.time_zone}
                options={timeZones(hours.time_zone)}
                onChange={(time_zone) => change({ time_zone })}
              />
            </div>
            <ul aria-label={texts.week}>
              {weekdays.map((day) => {
                const spans = hours.week[day];
                const setSpans = (next: Span[]) => change({ week: { ...hours.week, [day]: next } });
                return (
                  <li key={day} className={`${styles.row} ${styles.day}`}>
                    <span>{texts.days[day]}</span>
                    {spans.length === 0 && <span className={field.fieldHint}>{texts.closed}</span>}
                    <SpanFields
                      day={texts.days[day]}
                      spans={spans}
                      fault={isChecked ? spansFault(spans) : undefined}
                      onChange={setSpans}
                    />
                  </li>
                );
              })}
            </ul>
          </>
        )}
      </div>
    </Card>
  );
};
