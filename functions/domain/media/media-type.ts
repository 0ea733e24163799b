/** The types of files that customers can send, told by their first bytes. None of them runs in a browser. */
const signatures: readonly { type: string; offset?: number; bytes: readonly (number | string)[] }[] = [
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/png', bytes: [0x89, 'PNG\r\n', 0x1a, '\n'] },
  { type: 'image/gif', bytes: ['GIF8'] },
  { type: 'image/webp', offset: 8, bytes: ['WEBP'] },
  { type: 'image/heic', offset: 4, bytes: ['ftyphe'] },
  { type: 'image/heic', offset: 4, bytes: ['ftypmif1'] },
  { type: 'image/avif', offset: 4, bytes: ['ftypavif'] },
  { type: 'audio/mp4', offset: 4, bytes: ['ftypM4A'] },
  { type: 'video/3gpp', offset: 4, bytes: ['ftyp3g'] },
  { type: 'video/quicktime', offset: 4, bytes: ['ftypqt'] },
  { type: 'video/mp4', offset: 4, bytes: ['ftyp'] },
  { type: 'video/webm', bytes: [0x1a, 0x45, 0xdf, 0xa3] },
  { type: 'audio/ogg', bytes: ['OggS'] },
  { type: 'audio/amr', bytes: ['#!AMR'] },
  { type: 'audio/wav', offset: 8, bytes: ['WAVE'] },
  { type: 'audio/mpeg', bytes: ['ID3'] },
  { type: 'audio/mpeg', bytes: [0xff, 0xfb] },
  { type: 'audio/mpeg', bytes: [0xff, 0xf3] },
  { type: 'audio/mpeg', bytes: [0xff, 0xf2] },
  { type: 'audio/aac', bytes: [0xff, 0xf1] },
  { type: 'audio/aac', bytes: [0xff, 0xf9] },
  { type: 'application/pdf', bytes: ['%PDF-'] },
  { type: 'application/zip', bytes: ['PK', 3, 4] },
  { type: 'application/x-ole-storage', bytes: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1] },
];

/** Containers of office documents. Which one it is, only the channel says. */
const contents: Record<string, RegExp> = {
  'application/zip':
    /^application\/(vnd\.openxmlformats-officedocument\.[a-z.]+|vnd\.oasis\.opendocument\.[a-z]+|epub\+zip)$/,
  'application/x-ole-storage': /^application\/(msword|vnd\.ms-excel|vnd\.ms-powerpoint)$/,
  'audio/ogg': /^video\/ogg$/,
  'video/mp4': /^audio\/mp4$/,
  'video/3gpp': /^audio\/3gpp$/,
};

export const sniffedBytes = 4_096;

/**
 * The type that the bytes show, whatever the channel declared: a page that a customer sends as an image must not open
 * as a page. Text is plain text, and anything unknown is a stream of bytes.
 */
export const sniffType = (head: Buffer, declaredType: string | null): string => {
  const found = signatures.find((signature) => matches(head, signature))?.type;
  const declared = toEssence(declaredType);
  if (found !== undefined) return declared !== null && contents[found]?.test(declared) ? declared : found;
  return isText(head) ? 'text/plain; charset=utf-8' : 'application/octet-stream';
};

/** The type has no parameters such as `codecs`. */
export const toEssence = (type: string | null): string | null => type?.split(';', 1)[0]?.trim().toLowerCase() || null;

const matches = (head: Buffer, { offset = 0, bytes }: (typeof signatures)[number]): boolean => {
  const expected = Buffer.concat(
    bytes.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))),
  );
  return head.subarray(offset, offset + expected.length).equals(expected);
};

/** The last character may be cut off. */
const isText = (head: Buffer): boolean => {
  if (head.length === 0 || head.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
};

const zippedExtensions = ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'epub'];
const officeExtensions = [...zippedExtensions, 'doc', 'xls', 'ppt'];

/** The extensions of each type, the usual one first. Without a row, the subtype is the extension. */
const extensions: Record<string, readonly string[]> = {
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'image/heic': ['heic', 'heif'],
  'audio/mp4': ['m4a', 'mp4'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/mpeg': ['mp3', 'mpga'],
  'video/mp4': ['mp4', 'm4v'],
  'video/3gpp': ['3gp', '3gpp'],
  'audio/3gpp': ['3gp', '3gpp'],
  'video/quicktime': ['mov', 'qt'],
  'video/ogg': ['ogv', 'ogg'],
  'application/zip': ['zip', ...zippedExtensions],
  'application/x-ole-storage': ['doc', 'xls', 'ppt', 'msg'],
  'text/plain': ['txt', 'csv', 'tsv', 'md', 'log', 'json', 'ics', 'vcf'],
};

/** Files of a type that we do not know keep their extension, unless a click on it opens or runs them. */
const active = /^([xs]?html?|xht|mhtml?|svgz?|xml|xsl|hta|url|lnk|jse?|mjs|vb[es]?|wsf|scr|bat|cmd|com|ps1)$/;

/** A name under which the file can be saved: it hides nothing and leads to no folder, and its extension is one of the type that we found. */
export const toSafeFilename = (filename: string, contentType: string): string => {
  const shown = filename
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, '')
    .replaceAll(/[/\\]/g, '_');
  // Windows drops dots and blanks at the end, and so would bring another extension to light.
  const name = shown.replace(/(?<![.\s])[.\s]+$/, '') || 'file';
  const extension = /\.([^.]*)$/.exec(name)?.[1]?.trim().toLowerCase() ?? '';
  const type = toEssence(contentType) ?? '';
  if (type === 'application/octet-stream') return active.test(extension) ? `${name}.bin` : name;
  const isOffice = /^application\/(vnd\.|msword|epub)/.test(type);
  const allowed = isOffice ? officeExtensions : (extensions[type] ?? [type.split('/')[1] ?? 'bin']);
  return allowed.includes(extension) ? name : `${name}.${isOffice ? 'bin' : allowed[0]}`;
};

const filenameCharactersMax = 200;
const encodedLengthMax = 1_500;

/**
 * S3 keeps 2 KB of metadata with a file, in which an encoded character takes up to 12 bytes. The end of a long name goes,
 * and the extension stays.
 */
export const shortenFilename = (filename: string): string => {
  const name = filename.toWellFormed();
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  const stem = [...name.slice(0, name.length - extension.length)].slice(0, filenameCharactersMax);
  while (encodeURIComponent(stem.join('') + extension).length > encodedLengthMax) stem.pop();
  return stem.join('') + extension;
};
