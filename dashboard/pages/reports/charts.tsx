import { type PointerEvent, useState } from 'react';
import { weekdays } from '../../../functions/model/routing/office-hours.ts';
import { roundTicks } from '../../components/charts/bars.ts';
import { shortDayName } from '../../texts/calendar.ts';
import { reportTexts as texts } from '../../texts/en/reports.ts';
import { count, shortCount } from '../../texts/numbers.ts';
import { weekdayName } from './report-words.ts';
import styles from './reports.module.css';

export interface FlowDay {
  day: string;
  incoming: number;
  answered: number;
  before: number | undefined;
}

const [width, height] = [900, 236];
const plot = { left: 40, right: 800, top: 10, bottom: 206 };

interface FlowChartProps {
  days: readonly FlowDay[];
  onOpen: (day: string) => void;
}

/** A line for each of the numbers. The slider below the pointer is what keys and screen readers walk; Enter opens a day. */
export const FlowChart = ({ days, onOpen }: FlowChartProps) => {
  const [chosen, choose] = useState<number>();
  const last = days.length - 1;
  const index = chosen ?? last;
  const one = days[index];
  const ticks = roundTicks(
    Math.max(...days.flatMap(({ incoming, answered, before = 0 }) => [incoming, answered, before])),
  );
  const toX = (at: number): number => plot.left + (at * (plot.right - plot.left)) / Math.max(1, last);
  const toY = (value: number): number => plot.bottom - (value / (ticks.at(-1) ?? 1)) * (plot.bottom - plot.top);
  const line = (numberOf: (day: FlowDay) => number): string =>
    days.map((day, at) => `${at === 0 ? 'M' : 'L'}${toX(at).toFixed(1)} ${toY(numberOf(day)).toFixed(1)}`).join('');
  const chooseAt = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width: shown } = currentTarget.getBoundingClientRect();
    const x = ((clientX - left) / shown) * width;
    choose(Math.max(0, Math.min(last, Math.round(((x - plot.left) / (plot.right - plot.left)) * last))));
  };
  if (!one) return null;
  const words = texts.flow.words(weekdayName(one.day), one.incoming, one.answered);
  const incoming = line((day) => day.incoming);
  return (
    <div className={styles.plot}>
      <p className={styles.readout}>
        <b>{weekdayName(one.day)}</b>
        <span>
          <b>{count(one.incoming)}</b> {texts.flow.incoming.toLowerCase()}
        </span>
        <span>
          <b>{count(one.answered)}</b> {texts.flow.answered.toLowerCase()}
        </span>
        {one.before !== undefined && <span>{texts.flow.beforeWords(one.before)}</span>}
      </p>
      <div
        onPointerMove={chooseAt}
        onPointerDown={chooseAt}
        onPointerUp={() => onOpen(one.day)}
        onPointerLeave={() => choose(undefined)}
      >
        <svg className={`${styles.chart} ${styles.lines}`} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {ticks.map((tick) => (
            <g key={tick}>
              <line className={styles.grid} x1={plot.left} x2={plot.right} y1={toY(tick)} y2={toY(tick)} />
              <text x={plot.left - 8} y={toY(tick) + 4} className={styles.end}>
                {shortCount(tick)}
              </text>
            </g>
          ))}
          <path className={styles.area} d={`${incoming}L${toX(last)} ${plot.bottom}L${plot.left} ${plot.bottom}Z`} />
          {one.before !== undefined && <path className={styles.beforeLine} d={line((day) => day.before ?? 0)} />}
          <path className={styles.incomingLine} d={incoming} />
          <path className={styles.answeredLine} d={line((day) => day.answered)} />
          {chosen !== undefined && (
            <line className={styles.guide} x1={toX(index)} x2={toX(index)} y1={plot.top} y2={plot.bottom} />
          )}
          <circle className={styles.incomingDot} cx={toX(index)} cy={toY(one.incoming)} r={4.5} />
          <circle className={styles.answeredDot} cx={toX(index)} cy={toY(one.answered)} r={4.5} />
          {days.map(({ day }, at) =>
            at % Math.ceil(days.length / 6) === 0 && at < days.length - days.length / 12 ? (
              <text
                key={day}
                x={toX(at)}
                y={height - 8}
                className={at === 0 ? undefined : styles.middle}
                data-minor={(at / Math.ceil(days.length / 6)) % 2 === 1 || undefined}
              >
                {shortDayName(day)}
              </text>
            ) : null,
          )}
          <LineEnds day={days[last] ?? one} toY={toY} />
        </svg>
      </div>
      <input
        type="range"
        className={styles.keys}
        aria-label={texts.flow.title}
        aria-valuetext={words}
        min={0}
        max={last}
        value={index}
        onChange={({ currentTarget }) => choose(currentTarget.valueAsNumber)}
        onKeyDown={({ key }) => key === 'Enter' && onOpen(one.day)}
        onFocus={() => choose(index)}
        onBlur={() => choose(undefined)}
      />
      <p className={styles.legend} aria-hidden="true">
        <Key className={styles.incomingLine} name={texts.flow.incoming} />
        <Key className={styles.answeredLine} name={texts.flow.answered} />
        {one.before !== undefined && <Key className={styles.beforeLine} name={texts.flow.legendBefore} />}
      </p>
    </div>
  );
};

const labelHeight = 16;

/** The names are beside the ends of the lines, one below the other where they meet. */
const LineEnds = ({ day, toY }: { day: FlowDay; toY: (value: number) => number }) => {
  const first = toY(day.incoming) + 4;
  const second = Math.max(toY(day.answered) + 4, first + labelHeight);
  return (
    <g className={styles.ends}>
      <text x={plot.right + 8} y={first}>{`${texts.flow.incoming} ${count(day.incoming)}`}</text>
      <text x={plot.right + 8} y={second}>{`${texts.flow.answered} ${count(day.answered)}`}</text>
    </g>
  );
};

const Key = ({ className, name }: { className: string | undefined; name: string }) => (
  <span className={styles.key}>
    <svg width="24" height="8" aria-hidden="true">
      <line className={className} x1="1" x2="23" y1="4" y2="4" />
    </svg>
    {name}
  </span>
);

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const shades = 4;

/** A table with the number in each cell. On a phone the days are across. */
export const HeatMap = ({ counts, zone }: { counts: ReadonlyMap<string, number>; zone: string }) => {
  const most = Math.max(1, ...counts.values());
  const numberOf = (weekday: string, hour: number): number => counts.get(`${weekday} ${hour}`) ?? 0;
  const cell = (weekday: string, hour: number) => {
    const value = numberOf(weekday, hour);
    return (
      <td key={`${weekday}${hour}`} data-shade={Math.min(shades, Math.floor((value / most) * (shades + 1)))}>
        {value}
      </td>
    );
  };
  return (
    <>
      <table className={styles.heat} data-layout="wide" aria-label={texts.heat.title}>
        <thead>
          <tr>
            <td />
            {hours.map((hour) => (
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((weekday) => (
            <tr key={weekday}>
              <th scope="row">{texts.heat.weekdays[weekday]}</th>
              {hours.map((hour) => cell(weekday, hour))}
            </tr>
          ))}
        </tbody>
      </table>
      <table className={styles.heat} data-layout="tall" aria-label={texts.heat.title}>
        <thead>
          <tr>
            <td />
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col">
                {texts.heat.weekdays[weekday]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.slice(7, 23).map((hour) => (
            <tr key={hour}>
              <th scope="row">{hour}</th>
              {weekdays.map((weekday) => cell(weekday, hour))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.legend}>
        <span className={styles.scale} aria-hidden="true">
          {texts.heat.fewest}
          {[0, 1, 2, 3, 4].map((shade) => (
            <i key={shade} data-shade={shade} />
          ))}
          {texts.heat.most}
        </span>
        <span>{texts.heat.zone(zone)}</span>
      </p>
    </>
  );
};

interface BarsProps {
  bars: readonly { from_seconds: number; to_seconds: number | null; count: number }[];
  onOpen: (bar: number) => void;
}

const barPlot = { width: 440, height: 190, top: 22, bottom: 150 };

/** A button for each bar leads to its conversations. */
export const AnswerBars = ({ bars, onOpen }: BarsProps) => {
  const most = Math.max(1, ...bars.map(({ count: value }) => value));
  const slot = barPlot.width / Math.max(1, bars.length);
  const nameOf = (index: number): string => texts.bars.names[index] ?? '';
  return (
    <div className={styles.plot}>
      <svg className={styles.chart} viewBox={`0 0 ${barPlot.width} ${barPlot.height}`} aria-hidden="true">
        {bars.map(({ from_seconds, count: value }, index) => {
          const size = value === 0 ? 1 : Math.max(3, (value / most) * (barPlot.bottom - barPlot.top));
          const [left, top] = [index * slot, barPlot.bottom - size];
          return (
            <g key={from_seconds}>
              <rect className={styles.bar} x={left + 3} y={top} width={slot - 6} height={size} rx={2} />
              <text x={left + slot / 2} y={top - 6} className={styles.strong}>
                {count(value)}
              </text>
              <text x={left + slot / 2} y={barPlot.bottom + 16} className={styles.middle}>
                {nameOf(index)}
              </text>
            </g>
          );
        })}
        <text x={barPlot.width / 2} y={barPlot.height - 4} className={styles.middle}>
          {texts.bars.axis}
        </text>
      </svg>
      <ul className={styles.bars} aria-label={texts.bars.axis}>
        {bars.map(({ from_seconds, count: value }, index) => (
          <li key={from_seconds}>
            <button
              type="button"
              disabled={value === 0}
              aria-label={texts.bars.words(nameOf(index), value)}
              onClick={() => onOpen(index)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
};
