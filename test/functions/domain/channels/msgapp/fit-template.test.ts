import { describe, expect, it } from 'vitest';
import { fitTemplate } from '../../../../../functions/domain/channels/msgapp/fit-template.ts';
import { body, bodyWith, buttons, define, header, headerWith, itFits, itRequires, text } from './template-cases.ts';

describe('the body', () => {
  const two = [body('Hi {{1}}, order {{2}}')];
  const named = [body('Hi {{first_name}}, order {{order_id}}')];
  itFits([
    ['the body takes a plain list in order', two, ['Ana', 'A-17'], [bodyWith(text('Ana'), text('A-17'))]],
    ['the body takes the same list by part', two, { body: ['Ana', 'A-17'] }, [bodyWith(text('Ana'), text('A-17'))]],
    ['the body drops values beyond its placeholders', two, ['Ana', 'A-17', 'x'], [bodyWith(text('Ana'), text('A-17'))]],
    ['a body without placeholders is left out', [body('Hello')], ['Ana'], []],
    ['the body keeps an empty value', two, ['', 'A-17'], [bodyWith(text(''), text('A-17'))]],
    ['a repeated placeholder gets one value', [body('{{1}} {{1}}')], ['a'], [bodyWith(text('a'))]],
    [
      'numbered placeholders are filled in numeric order',
      [body('{{2}} {{1}}')],
      ['a', 'b'],
      [bodyWith(text('a'), text('b'))],
    ],
    [
      'a value named by number precedes the list',
      two,
      { body: ['Ana', 'A-17'], bodyNamed: { '2': 'B-18' } },
      [bodyWith(text('Ana'), text('B-18'))],
    ],
    [
      'named placeholders get their named values',
      named,
      { bodyNamed: { order_id: 'A-17', first_name: 'Ana', other: 'x' } },
      [bodyWith(text('Ana', 'first_name'), text('A-17', 'order_id'))],
    ],
    [
      'named placeholders take a plain list by position',
      named,
      ['Ana', 'A-17'],
      [bodyWith(text('Ana', 'first_name'), text('A-17', 'order_id'))],
    ],
    [
      'named placeholders prefer a named value to the list',
      named,
      { body: ['Ana', 'A-17'], bodyNamed: { first_name: 'Bo' } },
      [bodyWith(text('Bo', 'first_name'), text('A-17', 'order_id'))],
    ],
  ]);
  itRequires([
    ['the body needs a value for each placeholder', two, ['Ana'], 'body.1'],
    ['the body needs its values', two, undefined, 'body.0'],
    ['the body needs a value for each name', named, { bodyNamed: { first_name: 'Ana' } }, 'bodyNamed.order_id'],
    [
      'inherited property names are not values',
      [body('{{constructor}} {{toString}}')],
      { bodyNamed: {} },
      'bodyNamed.constructor',
    ],
  ]);
});

describe('the header', () => {
  const sample = { header_handle: ['https://scontent.whatsapp.net/x.jpg'] };
  const image = [header({ format: 'IMAGE', example: sample }), body('Hello')];
  const bare = [header({ format: 'VIDEO' }), body('Hello')];
  const file = [header({ format: 'DOCUMENT' }), body('Hello')];
  const location = { latitude: '52.5200', longitude: '13.4050', name: 'Depot', address: '1 Example St' };
  itFits([
    [
      'a text header takes its text',
      [header({ format: 'TEXT', text: 'Sale {{1}}' }), body('Hello')],
      { headerText: 'May' },
      [headerWith(text('May'))],
    ],
    [
      'a text header with a named placeholder takes its text',
      [header({ format: 'TEXT', text: 'Sale {{sale_name}}' }), body('Hello')],
      { headerText: 'May' },
      [headerWith(text('May', 'sale_name'))],
    ],
    [
      'a text header without a placeholder ignores the text',
      [header({ format: 'TEXT', text: 'Sale' }), body('x')],
      { headerText: 'May' },
      [],
    ],
    [
      'an image header takes a link',
      image,
      { headerMediaUrl: 'https://cdn.example.com/1.jpg' },
      [headerWith({ type: 'image', image: { link: 'https://cdn.example.com/1.jpg' } })],
    ],
    [
      'an image header prefers an uploaded file to a link',
      image,
      { headerMediaUrl: 'https://cdn.example.com/1.jpg', headerMediaId: '1037540000000002' },
      [headerWith({ type: 'image', image: { id: '1037540000000002' } })],
    ],
    [
      'a document header takes a filename',
      file,
      { headerMediaId: '1037540000000003', headerFilename: 'terms.pdf' },
      [headerWith({ type: 'document', document: { id: '1037540000000003', filename: 'terms.pdf' } })],
    ],
    [
      'a document header needs no filename',
      file,
      { headerMediaUrl: 'https://cdn.example.com/r.pdf' },
      [headerWith({ type: 'document', document: { link: 'https://cdn.example.com/r.pdf' } })],
    ],
    [
      'a video header ignores a filename',
      bare,
      { headerMediaId: '1', headerFilename: 'a.mp4' },
      [headerWith({ type: 'video', video: { id: '1' } })],
    ],
    [
      'a location header takes a location',
      [header({ format: 'LOCATION' }), body('Hello')],
      { headerLocation: location },
      [headerWith({ type: 'location', location })],
    ],
    [
      'a location header takes coordinates alone',
      [header({ format: 'LOCATION' }), body('Hello')],
      { headerLocation: { latitude: '1', longitude: '2' } },
      [headerWith({ type: 'location', location: { latitude: '1', longitude: '2' } })],
    ],
    [
      'a template without a header ignores header values',
      [body('Hello')],
      { headerText: 'a', headerMediaUrl: 'b', headerMediaId: 'c', headerFilename: 'd', headerLocation: location },
      [],
    ],
    [
      'a header of an unsupported format is left out',
      [header({ format: 'GIF' }), body('Hello')],
      { headerMediaId: '1' },
      [],
    ],
  ]);
  itRequires([
    [
      'a text header with a placeholder needs its text',
      [header({ format: 'TEXT', text: '{{1}}' }), body('x')],
      {},
      'headerText',
    ],
    ['an image header needs a file, because the sample is never sent', image, undefined, 'headerMediaUrl'],
    ['a video header needs a file', bare, { headerMediaUrl: '', headerMediaId: '' }, 'headerMediaUrl'],
    ['a document header needs a file', file, { headerFilename: 'terms.pdf' }, 'headerMediaUrl'],
    [
      'a location header needs a location',
      [header({ format: 'LOCATION' }), body('Hello')],
      undefined,
      'headerLocation',
    ],
  ]);
});

it('components are ordered header, body, carousel, buttons', () => {
  const definition = define(
    buttons({ type: 'COPY_CODE', example: 'A' }),
    { type: 'CAROUSEL', cards: [{ components: [body('{{1}}')] }] },
    body('{{1}}'),
    header({ format: 'TEXT', text: '{{1}}' }),
  );
  const wire = fitTemplate(definition, {
    headerText: 'a',
    body: ['b'],
    cards: [{ body: ['c'] }],
    buttonParams: { '0': 'd' },
  });
  expect(wire.map(({ type }) => type)).toEqual(['header', 'body', 'carousel', 'button']);
});
