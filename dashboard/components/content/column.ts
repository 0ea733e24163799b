import type { ReactNode } from 'react';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** `title` names the row, `actions` stands at its right without a visible header, `badge` where rows are compact. */
  kind?: 'title' | 'text' | 'muted' | 'mono' | 'badge' | 'actions';
}

/** Content that a row can expand below itself. */
export interface RowDetail<Row> {
  header: string;
  label: (row: Row) => string;
  content: (row: Row) => ReactNode;
}
