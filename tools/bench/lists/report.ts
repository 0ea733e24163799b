import { alignColumns } from '../../terminal/layout.ts';
import type { ListRow } from './lists.ts';

export const formatLists = (rows: ListRow[]): string => {
  const sizes = [...new Set(rows.map(({ contacts }) => contacts))];
  const calls = [...new Set(rows.map(({ call }) => call))];
  const header = ['list', ...sizes.flatMap((size) => [`${size} contacts: round trips`, 'read units', 'rows'])];
  const lines = calls.map((call) => [
    call,
    ...sizes.flatMap((size) => {
      const row = rows.find((candidate) => candidate.call === call && candidate.contacts === size);
      return row
        ? [String(row.round_trips), String(row.read_units), `${row.rows}${row.hasNext ? ' and more' : ''}`]
        : [];
    }),
  ]);
  return alignColumns([header, ...lines]).join('\n');
};
