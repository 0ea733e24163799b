import { expect, it } from 'vitest';
import { lastMorning, nextMorning } from '../../../../functions/model/reports/week.ts';

const hourMs = 60 * 60_000;

it.each(['UTC', 'America/New_York', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'in %s, mornings are at eight on Mondays and a week apart, whenever clocks change',
  (zone) => {
    const format = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: zone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    });
    for (let atMs = Date.parse('2026-01-01'); atMs < Date.parse('2027-01-01'); atMs += 29 * hourMs) {
      const [last, next] = [lastMorning(zone, atMs), nextMorning(zone, atMs)];
      expect([last, next].map((one) => format.format(one.atMs))).toEqual(['Mon 08:00', 'Mon 08:00']);
      expect(last.atMs).toBeLessThanOrEqual(atMs);
      expect(next.atMs).toBeGreaterThan(atMs);
      expect(Math.abs(next.atMs - last.atMs - 7 * 24 * hourMs)).toBeLessThanOrEqual(hourMs);
    }
  },
);
