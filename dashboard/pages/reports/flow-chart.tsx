import { type PointerEvent, useState } from 'react';
import { roundTicks } from '../../components/charts/bars.ts';
import { mediaQueries, useMedia } from '../../context/media.ts';
import { shortDayName } from '../../texts/calendar.ts';
import { reportTexts as texts } from '../../texts/en/reports.ts';
import { count, shortCount } from '../../texts/numbers.ts';
import { weekdayName } from './report-words.ts';
import styles from './reports.module.css';

export interface FlowDay {
  day: string;
  incoming: number;
  answered: number;
  before: { day: string; count: number } | undefined;
  /** Today, of which the rest is to come. */
  isOpen: boolean;
}

export const dayTitle = ({ day, isOpen }: FlowDay): string =>
  isOpen ? texts.flow.daySoFar(weekdayName(day)) : weekdayName(day);

const height = 236;
const [top, bottom] = [10, 206];

/** On a phone, the legend has the names of the lines. */
const sizes = {
  wide: { width: 900, left: 40, right: 800, labels: 6 },
  phone: { width: 270, left: 30, right: 264, labels: 3 },
};

interface FlowChartProps {
  days: readonly FlowDay[];
  onOpen: (day: string) => void;
}

/** A line for each of the numbers. The slider below the pointer is what keys and screen readers walk; Enter opens a day. */
export const FlowChart = ({ days, onOpen }: FlowChartProps) => {
  const [chosen, choose] = useState<number>();
  const isPhone = useMedia(mediaQueries.phone);
  const { width, left, right, labels } = sizes[isPhone ? 'phone' : 'wide'];
  const last = days.length - 1;
  const index = chosen ?? last;
  const one = days[index];
  const ticks = roundTicks(
    Math.max(...days.flatMap(({ incoming, answered, before }) => [incoming, answered, before?.count ?? 0])),
  );
  const toX = (at: number): number => left + (at * (right - left)) / Math.max(1, last);
  const toY = (value: number): number => bottom - (value / (ticks.at(-1) ?? 1)) * (bottom - top);
  const line = (numberOf: (day: FlowDay) => number, from = 0, to = last): string =>
    days
      .slice(from, to + 1)
      .map((day, at) => `${at === 0 ? 'M' : 'L'}${toX(from + at).toFixed(1)} ${toY(numberOf(day)).toFixed(1)}`)
      .join('');
  const firstOpen = days.findIndex(({ isOpen }) => isOpen);
  const lastClosed = firstOpen < 0 ? last : firstOpen - 1;
  const chooseAt = ({ currentTarget, clientX }: PointerEvent) => {
    const frame = currentTarget.getBoundingClientRect();
    const x = ((clientX - frame.left) / frame.width) * width;
    choose(Math.max(0, Math.min(last, Math.round(((x - left) / (right - left)) * last))));
  };
  if (!one) return null;
  const words = texts.flow.words(dayTitle(one), one.incoming, one.answered);
  const lines = [
    { className: styles.incomingLine, numberOf: (day: FlowDay) => day.incoming },
    { className: styles.answeredLine, numberOf: (day: FlowDay) => day.answered },
  ];
  const incoming = line((day) => day.incoming, 0, lastClosed);
  return (
    <div className={styles.plot}>
      <p className={styles.readout}>
        <b>{dayTitle(one)}</b>
        <span>
          <b>{count(one.incoming)}</b> {texts.flow.incoming.toLowerCase()}
        </span>
        <span>
          <b>{count(one.answered)}</b> {texts.flow.answered.toLowerCase()}
        </span>
        {one.before && <span>{texts.flow.beforeWords(one.before.count, weekdayName(one.before.day))}</span>}
      </p>
      <div
        onPointerMove={chooseAt}
        onPointerDown={chooseAt}
        onPointerUp={() => onOpen(one.day)}
        onPointerLeave={() => choose(undefined)}
      >
        <svg className={styles.chart} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {ticks.map((tick) => (
            <g key={tick}>
              <line className={styles.grid} x1={left} x2={right} y1={toY(tick)} y2={toY(tick)} />
              <text x={left - 8} y={toY(tick) + 4} className={styles.end}>
                {shortCount(tick)}
              </text>
            </g>
          ))}
          {incoming && (
            <path className={styles.area} d={`${incoming}L${toX(lastClosed)} ${bottom}L${left} ${bottom}Z`} />
          )}
          {one.before && <path className={styles.beforeLine} d={line((day) => day.before?.count ?? 0)} />}
          {lines.map(({ className, numberOf }) => (
            <g key={className} className={className}>
              <path d={line(numberOf, 0, lastClosed)} />
              {firstOpen > 0 && <path className={styles.openLine} d={line(numberOf, lastClosed)} />}
            </g>
          ))}
          {chosen !== undefined && (
            <line className={styles.guide} x1={toX(index)} x2={toX(index)} y1={top} y2={bottom} />
          )}
          <circle className={styles.incomingDot} cx={toX(index)} cy={toY(one.incoming)} r={4.5} />
          <circle className={styles.answeredDot} cx={toX(index)} cy={toY(one.answered)} r={4.5} />
          {days.map(({ day }, at) =>
            at % Math.ceil(days.length / labels) === 0 && at < days.length - days.length / (2 * labels) ? (
              <text key={day} x={toX(at)} y={height - 8} className={at === 0 ? undefined : styles.middle}>
                {shortDayName(day)}
              </text>
            ) : null,
          )}
          {!isPhone && <LineEnds day={days[last] ?? one} x={right + 8} toY={toY} />}
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
        {one.before && <Key className={styles.beforeLine} name={texts.flow.legendBefore} />}
      </p>
    </div>
  );
};

const labelHeight = 16;

/** The names are beside the ends of the lines, one below the other where they meet. */
const LineEnds = ({ day, x, toY }: { day: FlowDay; x: number; toY: (value: number) => number }) => {
  const first = toY(day.incoming) + 4;
  const second = Math.max(toY(day.answered) + 4, first + labelHeight);
  return (
    <g className={styles.ends}>
      <text x={x} y={first}>{`${texts.flow.incoming} ${count(day.incoming)}`}</text>
      <text x={x} y={second}>{`${texts.flow.answered} ${count(day.answered)}`}</text>
      {day.isOpen && (
        <text x={x} y={second + labelHeight}>
          {texts.flow.soFar}
        </text>
      )}
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
