import { describe, expect, it } from 'vitest';
import { messageStatuses, sendTypes } from '../../functions/model/messages/message.ts';
import { cardParams, structuredParams } from '../../functions/model/templates/template.ts';
import { fileTypes } from '../../tools/simulator/channel/media.ts';
import { codeSpans, readPage, tableBelow } from './pages.ts';

const page = readPage('docs/sending.md');

const cell = (heading: string, label: string, column: number): string =>
  tableBelow(page, heading).find(([first]) => first === label)?.[column] ?? '';

describe('the page about sending', () => {
  it('docs/sending.md lists every kind of message', () => {
    expect(codeSpans(cell('## The request', '`type`', 1)).sort()).toEqual([...sendTypes].sort());
  });

  it('docs/sending.md lists every field of template params, and no other', () => {
    const documented = tableBelow(page, '## Templates').map(([field = '']) => codeSpans(field)[0]);
    expect(documented.sort()).toEqual(Object.keys(structuredParams.shape).sort());
  });

  it('docs/sending.md lists every field of a carousel card, and no other', () => {
    const documented = codeSpans(cell('## Templates', '`cards`', 1));
    expect(documented.sort()).toEqual(Object.keys(cardParams.shape).sort());
  });

  it('docs/sending.md has the statuses of a message', () => {
    const [, statuses = ''] = /\*\*Status\.\*\* (.*?)\. /.exec(page.text) ?? [];
    expect(codeSpans(statuses).sort()).toEqual([...messageStatuses].sort());
  });

  it.each([
    ['image', 'image/jpeg'],
    ['video', 'video/mp4'],
    ['audio', 'audio/ogg'],
    ['document', 'application/pdf'],
  ])('docs/sending.md gives the size that the channel allows for a file of kind %s', (kind, mimeType) => {
    const { bytesMax = 0 } = fileTypes.find((type) => type.mimeType.test(mimeType)) ?? {};
    expect(cell('## Media', `\`${kind}\``, 2)).toBe(`${bytesMax / 1024 / 1024} MB`);
  });
});
