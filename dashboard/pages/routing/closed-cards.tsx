import Plus from 'lucide-react/icons/plus';
import { Fragment } from 'react';
import { channels } from '../../../functions/model/channels/channel.ts';
import { type AwayMessage, awayTextCharactersMax } from '../../../functions/model/routing/away-message.ts';
import { type Holiday, holidayNameCharactersMax, holidaysMax } from '../../../functions/model/routing/office-hours.ts';
import { Card } from '../../components/content/card.tsx';
import content from '../../components/content/content.module.css';
import { Button } from '../../components/controls/button.tsx';
import { Checkbox } from '../../components/controls/checkbox.tsx';
import field from '../../components/controls/fields.module.css';
import { TextField } from '../../components/controls/text-field.tsx';
import { hoursTexts as texts } from '../../texts/en/routing.ts';
import { awayFault, holidayFault } from './hours-draft.ts';
import styles from './routing.module.css';
import { SpanFields } from './span-fields.tsx';

interface HolidaysCardProps {
  holidays: Holiday[];
  isChecked: boolean;
  mayEdit: boolean;
  onChange: (holidays: Holiday[]) => void;
}

export const HolidaysCard = ({ holidays, isChecked, mayEdit, onChange }: HolidaysCardProps) => {
  const change = (index: number, fields: Partial<Holiday>) =>
    onChange(holidays.map((holiday, at) => (at === index ? { ...holiday, ...fields } : holiday)));
  const add = (
    <Button size="small" onPress={() => onChange([...holidays, { date: '', name: '', spans: [] }])}>
      <Plus aria-hidden="true" />
      {texts.addHoliday}
    </Button>
  );
  return (
    <Card title={texts.holidays} actions={mayEdit && holidays.length < holidaysMax && add}>
      {holidays.length === 0 && <p className={field.fieldHint}>{texts.noHolidays}</p>}
      <ul className={content.grid} aria-label={texts.holidays}>
        {holidays.map(({ date, name, spans }, index) => {
          const label = name || date || texts.holiday(index + 1);
          return (
            // Its day and name are what is being typed.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={index} className={`${styles.row} ${styles.day} ${styles.holiday}`}>
              <TextField
                label={texts.date}
                type="date"
                value={date}
                onChange={(next) => change(index, { date: next })}
              />
              <TextField
                label={texts.name}
                value={name}
                onChange={(next) => change(index, { name: next })}
                maxLength={holidayNameCharactersMax}
                autoComplete="off"
              />
              {spans.length === 0 && <span className={field.fieldHint}>{texts.closed}</span>}
              <SpanFields
                day={label}
                spans={spans}
                fault={isChecked ? holidayFault(holidays, index) : undefined}
                onChange={(next) => change(index, { spans: next })}
              />
              <Button
                size="small"
                variant="danger-ghost"
                aria-label={texts.removeHoliday(label)}
                onPress={() => onChange(holidays.filter((_, at) => at !== index))}
              >
                {texts.remove}
              </Button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
};

interface AwayCardProps {
  away: AwayMessage;
  hasHours: boolean;
  isChecked: boolean;
  onChange: (away: AwayMessage) => void;
}

export const AwayCard = ({ away, hasHours, isChecked, onChange }: AwayCardProps) => {
  const change = (channel: (typeof channels)[number], fields: Partial<AwayMessage['channels']['web']>) =>
    onChange({ ...away, channels: { ...away.channels, [channel]: { ...away.channels[channel], ...fields } } });
  return (
    <Card title={texts.away}>
      <div className={content.grid}>
        <p className={field.fieldHint}>{hasHours ? texts.awayHint : texts.awayNeedsHours}</p>
        <TextField
          label={texts.text}
          value={away.text}
          onChange={(text) => onChange({ ...away, text })}
          maxLength={awayTextCharactersMax}
          error={isChecked ? awayFault(away) : undefined}
          isMultiline
        />
        <div className={content.section}>
          {channels.map((channel) => (
            <Fragment key={channel}>
              <Checkbox
                isSelected={away.channels[channel].is_active}
                onChange={(is_active) => change(channel, { is_active })}
              >
                {texts.sendOn[channel]}
              </Checkbox>
              {away.channels[channel].is_active && (
                <div className={styles.own}>
                  <TextField
                    label={texts.ownText[channel]}
                    hint={texts.ownTextHint}
                    value={away.channels[channel].text ?? ''}
                    onChange={(text) => change(channel, { text: text === '' ? null : text })}
                    maxLength={awayTextCharactersMax}
                    isMultiline
                  />
                </div>
              )}
            </Fragment>
          ))}
        </div>
      </div>
    </Card>
  );
};
