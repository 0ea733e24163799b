import type { MetricName } from '../../../functions/model/reports/metrics.ts';
import { rangeBefore } from '../../../functions/model/reports/slots.ts';
import { useLive } from '../../api/queries.ts';
import { Checkbox } from '../../components/controls/checkbox.tsx';
import { Filters } from '../../components/controls/filters.tsx';
import { Select } from '../../components/controls/select.tsx';
import { reportTexts as texts } from '../../texts/en/reports.ts';
import { rangeName } from './report-words.ts';
import styles from './reports.module.css';

export interface Opened {
  title: string;
  metric: MetricName;
  input: Record<string, string>;
}

const ranges = ['7', '30', '90', 'custom'] as const;

interface Values {
  range: (typeof ranges)[number];
  from: string | undefined;
  to: string | undefined;
  compare: 'yes' | 'no';
  channel: 'msgapp' | 'social' | 'web' | undefined;
  team: string | undefined;
  agent: string | undefined;
  tag: string | undefined;
}

interface Named {
  id: string;
  name: string;
}

interface RangeBarProps {
  values: Values;
  days: { from: string; to: string } | undefined;
  members: readonly Named[];
  tags: readonly Named[];
  onChange: (changes: Partial<Values>) => void;
}

export const RangeBar = ({ values, days, members, tags, onChange }: RangeBarProps) => {
  const teams = useLive('listTeams', {}, { everyMs: 600_000 }).data?.data ?? [];
  const { range, compare, channel, team, agent, tag } = values;
  const set = [channel, team, agent, tag].filter((value) => value !== undefined).length;
  const choose = (one: Values['range']) =>
    onChange(one === 'custom' ? { range: one, ...days } : { range: one, from: undefined, to: undefined });
  const list = (name: keyof typeof texts.filter, named: readonly Named[]) => [
    { value: '', label: texts.all[name] },
    ...named.map(({ id, name: label }) => ({ value: id, label })),
  ];
  return (
    <div className={styles.bar2}>
      <div className={styles.rangeBar}>
        <fieldset className={styles.segments}>
          <legend className="visually-hidden">{texts.range}</legend>
          {ranges.map((one) => (
            <label key={one}>
              <input type="radio" name="range" checked={range === one} onChange={() => choose(one)} />
              <span>{texts.ranges[one]}</span>
            </label>
          ))}
        </fieldset>
        {range === 'custom' ? (
          <span className={styles.dates}>
            <DateField label={texts.from} value={days?.from} onChange={(from) => onChange({ from })} />
            <DateField label={texts.to} value={days?.to} onChange={(to) => onChange({ to })} />
          </span>
        ) : (
          <span>{days && rangeName(days)}</span>
        )}
        {days && (
          <Checkbox isSelected={compare === 'yes'} onChange={(isOn) => onChange({ compare: isOn ? 'yes' : 'no' })}>
            {texts.compare(rangeName(rangeBefore(days)))}
          </Checkbox>
        )}
      </div>
      <Filters
        label={texts.filters}
        clear={texts.clear}
        onClear={
          set > 0
            ? () => onChange({ channel: undefined, team: undefined, agent: undefined, tag: undefined })
            : undefined
        }
        count={set}
      >
        <Select
          label={texts.filter.channel}
          value={channel ?? ''}
          options={list(
            'channel',
            Object.entries(texts.channels).map(([id, name]) => ({ id, name })),
          )}
          onChange={(id) => onChange({ channel: id === '' ? undefined : (id as NonNullable<Values['channel']>) })}
        />
        <Select
          label={texts.filter.team}
          value={team ?? ''}
          options={list('team', teams)}
          onChange={(id) => onChange({ team: id || undefined })}
        />
        <Select
          label={texts.filter.agent}
          value={agent ?? ''}
          options={list('agent', members)}
          onChange={(id) => onChange({ agent: id || undefined })}
        />
        <Select
          label={texts.filter.tag}
          value={tag ?? ''}
          options={list('tag', tags)}
          onChange={(id) => onChange({ tag: id || undefined })}
        />
      </Filters>
    </div>
  );
};

interface DateFieldProps {
  label: string;
  value: string | undefined;
  onChange: (date: string) => void;
}

const DateField = ({ label, value = '', onChange }: DateFieldProps) => (
  <label className={styles.date}>
    {label}
    <input
      type="date"
      required
      value={value}
      onChange={({ currentTarget: { value: date } }) => date !== '' && onChange(date)}
    />
  </label>
);
