import { mediaQueries, useMedia } from '../../context/media.ts';
import { reportTexts as texts } from '../../texts/en/reports.ts';
import { count } from '../../texts/numbers.ts';
import styles from './reports.module.css';

interface BarsProps {
  bars: readonly { from_seconds: number; to_seconds: number | null; count: number }[];
  onOpen: (bar: number) => void;
}

const barPlot = { height: 200, top: 22, bottom: 150 };
const widths = { wide: 440, phone: 280 };

/** A button for each bar leads to its conversations. */
export const AnswerBars = ({ bars, onOpen }: BarsProps) => {
  const most = Math.max(1, ...bars.map(({ count: value }) => value));
  const isPhone = useMedia(mediaQueries.phone);
  const width = widths[isPhone ? 'phone' : 'wide'];
  // Side by side, they would touch.
  const toLine = (index: number) => (isPhone && index % 2 === 1 ? 14 : 0);
  const slot = width / Math.max(1, bars.length);
  const nameOf = (index: number): string => texts.bars.names[index] ?? '';
  return (
    <div className={styles.plot}>
      <svg className={styles.chart} viewBox={`0 0 ${width} ${barPlot.height}`} aria-hidden="true">
        {bars.map(({ from_seconds, count: value }, index) => {
          const size = value === 0 ? 1 : Math.max(3, (value / most) * (barPlot.bottom - barPlot.top));
          const [left, top] = [index * slot, barPlot.bottom - size];
          return (
            <g key={from_seconds}>
              <rect className={styles.bar} x={left + 3} y={top} width={slot - 6} height={size} rx={2} />
              <text x={left + slot / 2} y={top - 6} className={styles.strong}>
                {count(value)}
              </text>
              <text x={left + slot / 2} y={barPlot.bottom + 16 + toLine(index)} className={styles.middle}>
                {nameOf(index)}
              </text>
            </g>
          );
        })}
        <text x={width / 2} y={barPlot.height - 2} className={styles.middle}>
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
