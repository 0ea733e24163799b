import { buttonTemplates } from './button-templates.ts';
import { mediaTemplates } from './media-templates.ts';
import { body, templateRow } from './row.ts';
import { textTemplates } from './text-templates.ts';

const unsendableTemplates = ['PAUSED', 'DISABLED', 'PENDING', 'REJECTED'].map((status, index) =>
  templateRow(18 + index, `${status.toLowerCase()}_offer`, [body('This offer is not sent.')], {
    status,
    category: 'MARKETING',
  }),
);

export const defaultTemplates = [...textTemplates, ...mediaTemplates, ...buttonTemplates, ...unsendableTemplates];
