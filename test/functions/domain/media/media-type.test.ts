import { describe, expect, it } from 'vitest';
import { shortenFilename, sniffType, toSafeFilename } from '../../../../functions/domain/media/media-type.ts';
import { readOpusSeconds } from '../../../../functions/domain/media/opus-duration.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const box = (brand: string): Buffer => Buffer.concat([hex('00000018'), Buffer.from(`ftyp${brand}`), Buffer.alloc(8)]);
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const opusHead = Buffer.concat([
  Buffer.from('OggS'),
  Buffer.alloc(24),
  Buffer.from('OpusHead\x01\x01\x38\x01', 'latin1'),
]);
const lastPage = Buffer.concat([Buffer.from('xxOggS\0\x04'), hex('3895110000000000')]);

it.each([
  ['that of its last page, without the samples that are skipped', opusHead, lastPage, 24],
  ['unknown for another codec', Buffer.from('OggS vorbis'), lastPage, undefined],
  ['unknown for a file that ends early', opusHead, lastPage.subarray(0, -1), undefined],
  ['unknown without a last page', opusHead, Buffer.from('xx'), undefined],
  ['unknown if the last page ends no packet', opusHead, hex('4f6767530000ffffffffffffffff'), undefined],
])('the length of a voice message is %s', (_, head, tail, seconds) => {
  expect(readOpusSeconds(head, tail)).toBe(seconds);
});

describe('the type of a file', () => {
  it.each([
    ['image/jpeg', hex('ffd8ffe000104a464946')],
    ['image/png', hex('89504e470d0a1a0a0000')],
    ['image/gif', Buffer.from('GIF89a')],
    ['image/webp', Buffer.from('RIFF\x01\x02\x03\x04WEBPVP8 ', 'latin1')],
    ['image/heic', box('heic')],
    ['image/avif', box('avif')],
    ['video/mp4', box('isom')],
    ['video/mp4', box('mp42')],
    ['video/3gpp', box('3gp4')],
    ['video/quicktime', box('qt  ')],
    ['audio/mp4', box('M4A ')],
    ['video/webm', hex('1a45dfa3')],
    ['audio/ogg', Buffer.from('OggS\0')],
    ['audio/amr', Buffer.from('#!AMR\n')],
    ['audio/wav', Buffer.from('RIFF\x01\x02\x03\x04WAVEfmt ', 'latin1')],
    ['audio/mpeg', Buffer.from('ID3\x03')],
    ['audio/mpeg', hex('fffb9064')],
    ['audio/aac', hex('fff15080')],
    ['application/pdf', Buffer.from('%PDF-1.7')],
    ['application/zip', hex('504b0304')],
    ['application/octet-stream', hex('00010203')],
    ['application/octet-stream', hex('c328')],
    ['application/octet-stream', Buffer.alloc(0)],
    ['text/plain; charset=utf-8', Buffer.from('Grüße')],
  ])('%s is told by its first bytes', (type, head) => {
    expect(sniffType(head, null)).toBe(type);
    expect(sniffType(head, 'text/html')).toBe(type);
  });

  it('text may end within a character', () => {
    expect(sniffType(Buffer.from('Grüße').subarray(0, 3), null)).toBe('text/plain; charset=utf-8');
  });

  it.each([
    [docx, hex('504b0304'), docx],
    ['application/msword', hex('d0cf11e0a1b11ae1'), 'application/msword'],
    ['audio/mp4; codecs=mp4a', box('isom'), 'audio/mp4'],
    ['text/html', hex('504b0304'), 'application/zip'],
    ['image/svg+xml', Buffer.from('<svg onload="alert(1)"/>'), 'text/plain; charset=utf-8'],
    ['text/html', Buffer.from('<script>alert(1)</script>'), 'text/plain; charset=utf-8'],
  ])('a file declared as %s is so only if its bytes can be that', (declared, head, type) => {
    expect(sniffType(head, declared)).toBe(type);
  });
});

describe('the name of a file', () => {
  it.each([
    ['photo.html', 'text/plain; charset=utf-8', 'photo.html.txt'],
    ['in\u202Egpj.exe', 'image/png', 'ingpj.exe.png'],
    ['page.HTML ', 'application/octet-stream', 'page.HTML.bin'],
    ['plan.dwg', 'application/octet-stream', 'plan.dwg'],
    ['page.html. .', 'application/octet-stream', 'page.html.bin'],
    ['\u202e', 'image/png', 'file.png'],
    ['orders.csv', 'text/plain; charset=utf-8', 'orders.csv'],
    ['Grüße (1).pdf', 'application/pdf', 'Grüße (1).pdf'],
    ['IMG_1.JPEG', 'image/jpeg', 'IMG_1.JPEG'],
    ['list.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'list.xlsx'],
    ['list.hta', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'list.hta.bin'],
    ['a\r\nb', 'video/mp4', 'ab.mp4'],
    ['../../x.png', 'image/png', '.._.._x.png'],
    ['C:\\tmp\\x.png', 'image/png', 'C:_tmp_x.png'],
  ])('%j of the type %s is saved as %j', (sent, type, saved) => expect(toSafeFilename(sent, type)).toBe(saved));

  it('a long name is cut before its extension to what S3 keeps as metadata', () => {
    expect(shortenFilename('Rechnung.pdf')).toBe('Rechnung.pdf');
    for (const character of ['x', '報', '😀']) {
      const name = shortenFilename(`${character.repeat(236)}.pdf`);
      expect(name).toMatch(/^(.)\1{100,}\.pdf$/u);
      expect(encodeURIComponent(name).length).toBeLessThanOrEqual(1_500);
    }
  });
});
