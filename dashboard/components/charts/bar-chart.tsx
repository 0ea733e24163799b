import { type PointerEvent, type ReactNode, useState } from 'react';
import { shortCount } from '../../texts/numbers.ts';
import { type Bar, roundTicks } from './bars.ts';
import styles from './charts.module.css';

interface BarChartProps {
  /** "Messages per day" */
  label: string;
  bars: readonly Bar[];
  /** "1,204 messages" */
  format: (value: number) => string;
  /** Stands above the chart while no bar is chosen. */
  summary: ReactNode;
  headers: { name: string; value: string };
}

const plotHeight = 148;
const topSpace = 12;
const labelSpace = 26;
const height = topSpace + plotHeight + labelSpace;

/** Widths are percentages, so it fits its card without measuring. A bar is chosen by pointer, touch or arrow keys. */
export const BarChart = ({ label, bars, format, summary, headers }: BarChartProps) => {
  const [chosen, choose] = useState<number>();
  const ticks = roundTicks(Math.max(...bars.map(({ value = 0 }) => value)));
  const isKnown = ({ value }: Bar): boolean => value !== undefined;
  const [first, last] = [Math.max(0, bars.findIndex(isKnown)), Math.max(0, bars.findLastIndex(isKnown))];
  const index = chosen ?? last;
  const bar = bars[index];
  const words = bar && `${bar.name}: ${format(bar.value ?? 0)}`;
  const chooseAt = ({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const pointed = Math.floor(((clientX - left) / width) * bars.length);
    choose(Math.max(first, Math.min(pointed, last)));
  };
  return (
    <div className={styles.chart}>
      <p className={styles.readout}>{chosen === undefined ? summary : words}</p>
      <div className={styles.frame}>
        <svg className={styles.axis} height={height} aria-hidden="true">
          {ticks.map((tick) => (
            <text key={tick} x="100%" y={toY(tick, ticks)} className={styles.label}>
              {shortCount(tick)}
            </text>
          ))}
        </svg>
        <div
          className={styles.plot}
          onPointerMove={chooseAt}
          onPointerDown={chooseAt}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && choose(undefined)}
        >
          <Bars bars={bars} ticks={ticks} chosen={chosen === undefined ? undefined : index} />
          <input
            type="range"
            className={styles.keys}
            aria-label={label}
            aria-valuetext={words}
            min={first}
            max={last}
            value={index}
            onChange={({ currentTarget }) => choose(currentTarget.valueAsNumber)}
            onFocus={() => choose(index)}
            onBlur={() => choose(undefined)}
          />
        </div>
      </div>
      <ChartTable label={label} bars={bars} format={format} headers={headers} />
    </div>
  );
};

const toY = (value: number, ticks: readonly number[]): number =>
  topSpace + plotHeight - (value / (ticks.at(-1) ?? 1)) * plotHeight;

/** Even a single message must be seen. */
const barHeightMin = 3;

const barShare = 0.72;

interface BarsProps {
  bars: readonly Bar[];
  ticks: readonly number[];
  chosen: number | undefined;
}

const Bars = ({ bars, ticks, chosen }: BarsProps) => {
  const slot = 100 / bars.length;
  const bottom = topSpace + plotHeight;
  return (
    <svg className={styles.bars} height={height} aria-hidden="true">
      {chosen !== undefined && (
        <rect className={styles.slot} x={`${chosen * slot}%`} width={`${slot}%`} y={0} height={bottom} rx={4} />
      )}
      {ticks.map((tick) => (
        <line key={tick} className={styles.line} x1="0" x2="100%" y1={toY(tick, ticks)} y2={toY(tick, ticks)} />
      ))}
      {bars.map(({ id, value = 0, tick, isMinorTick }, index) => {
        const size = value === 0 ? 0 : Math.max(barHeightMin, bottom - toY(value, ticks));
        return (
          <g key={id}>
            {size > 0 && (
              <rect
                className={styles.bar}
                x={`${(index + (1 - barShare) / 2) * slot}%`}
                width={`${barShare * slot}%`}
                y={bottom - size}
                height={size}
                rx={2}
              />
            )}
            {tick && (
              <text
                className={styles.tick}
                data-minor={isMinorTick || undefined}
                data-edge={isAtEdge(index, bars) || undefined}
                x={isAtEdge(index, bars) ? '100%' : `${(index + 0.5) * slot}%`}
                y={height - 6}
              >
                {tick}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
};

/** The label of a narrow last bar would reach beyond the chart. */
const isAtEdge = (index: number, bars: readonly Bar[]): boolean =>
  bars.length > barsWithRoomMax && index === bars.length - 1;

const barsWithRoomMax = 15;

interface ChartTableProps {
  label: string;
  bars: readonly Bar[];
  format: (value: number) => string;
  headers: { name: string; value: string };
}

/** The numbers of a chart for a screen reader. */
const ChartTable = ({ label, bars, format, headers }: ChartTableProps) => (
  <div className="visually-hidden">
    <table aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{headers.name}</th>
          <th scope="col">{headers.value}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(
          ({ id, name, value }) =>
            value !== undefined && (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>{format(value)}</td>
              </tr>
            ),
        )}
      </tbody>
    </table>
  </div>
);
