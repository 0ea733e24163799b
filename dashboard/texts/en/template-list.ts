/** Only the list shows these; what is in `templates.ts` loads with each page that shows a template. */
export const templateListTexts = {
  columns: { name: 'Name', text: 'Text', category: 'Category', status: 'Status' },
  values: (count: number) => (count === 1 ? '1 value' : `${count} values`),
  filters: {
    label: 'Filters',
    status: 'Status',
    anyStatus: 'Any status',
    text: 'Name or text',
    clear: 'Clear filters',
  },
};
