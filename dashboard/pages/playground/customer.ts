/** Whose phone the page shows. */
export interface Customer {
  id: string;
  name: string | null;
}

export const nameOf = ({ id, name }: Customer): string => name ?? id;
