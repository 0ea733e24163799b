import { weekdays } from '../../../functions/model/routing/office-hours.ts';
import { reportTexts as texts } from '../../texts/en/reports.ts';
import styles from './reports.module.css';

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const shades = 4;

/** A table with the number in each cell. On a phone the days are across, and hours of the night are left out if they are empty. */
export const HeatMap = ({ counts }: { counts: ReadonlyMap<string, number> }) => {
  const most = Math.max(1, ...counts.values());
  const numberOf = (weekday: string, hour: number): number => counts.get(`${weekday} ${hour}`) ?? 0;
  const isBusy = (hour: number): boolean => weekdays.some((weekday) => numberOf(weekday, hour) > 0);
  const busyHours = hours.slice(Math.min(7, hours.findIndex(isBusy)), Math.max(22, hours.findLastIndex(isBusy)) + 1);
  const cell = (weekday: string, hour: number) => {
    const value = numberOf(weekday, hour);
    return (
      <td key={`${weekday}${hour}`} data-shade={Math.min(shades, Math.floor((value / most) * (shades + 1)))}>
        {value || ''}
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
          {busyHours.map((hour) => (
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
      </p>
    </>
  );
};
