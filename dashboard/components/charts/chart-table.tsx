import type { Bar } from './bar.ts';

interface ChartTableProps {
  label: string;
  bars: readonly Bar[];
  format: (value: number) => string;
  headers: { name: string; value: string };
}

/** The numbers of a chart for a screen reader. */
export const ChartTable = ({ label, bars, format, headers }: ChartTableProps) => (
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
