import { code, element, type Html, inline, link } from './html.ts';

/** The pages of docs/ for those who use the API, and the areas that each explains. */
const areasByGuide: Record<string, readonly string[]> = {
  api: ['me', 'contacts', 'openapi'],
  sending: ['messages', 'templates', 'media'],
  conversations: ['conversations', 'members'],
  importing: ['contacts'],
  segments: ['segments'],
  broadcasts: ['broadcasts'],
  webhooks: ['webhooks', 'deliveries', 'events'],
  feeds: ['feeds', 'events'],
  handover: ['conversations'],
  crm: ['contacts', 'feeds'],
  errors: ['errors'],
  limits: [],
  versioning: [],
  channels: [],
  dashboard: [],
  mcp: [],
  glossary: [],
};

export interface Guide {
  file: string;
  title: string;
  areas: readonly string[];
  sections: { id: string; title: string }[];
  content: Html[];
}

export const readGuides = (read: (path: string) => string): Guide[] =>
  Object.entries(areasByGuide).map(([name, areas]) => {
    const text = read(`docs/${name}.md`);
    const [title = name, ...sections] = [...text.matchAll(/^##? (.+)$/gm)].map(([, heading = '']) => heading);
    return {
      file: `guide-${name}.html`,
      title,
      areas,
      sections: sections.map((heading) => ({ id: toSlug(heading), title: heading.replaceAll('`', '') })),
      content: viewBlocks(text.split('\n')),
    };
  });

/** Makes the same anchor of a heading as GitHub, so links hold in both places. */
const toSlug = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

/** A link to a file that is not among the guides is shown as text. */
const toHref = (target: string): string | undefined => {
  if (/^(#|https:)/.test(target)) return target;
  const [, name = '', anchor = ''] = /^([a-z-]+)\.md(#.*)?$/.exec(target) ?? [];
  return name in areasByGuide ? `guide-${name}.html${anchor}` : undefined;
};

interface Block {
  start: RegExp;
  /** Whether a further line still belongs to the block. */
  goesOn: (line: string, lines: string[]) => boolean;
  view: (lines: string[]) => Html;
}

const fence = /^```/;
const item = /^(- |\d+\. )/;

/** The Markdown that the guides use. The last kind takes any line. */
const blocks: Block[] = [
  {
    start: fence,
    goesOn: (_, lines) => lines.length === 1 || !fence.test(lines.at(-1) ?? ''),
    view: (lines) => element('pre', {}, code(lines.slice(1, -1).join('\n'))),
  },
  {
    start: /^#{1,4} /,
    goesOn: () => false,
    view: ([line = '']) => {
      const [marks = '', ...words] = line.split(' ');
      const heading = words.join(' ');
      return element(`h${marks.length}`, { id: toSlug(heading) }, ...inline(heading, toHref));
    },
  },
  { start: /^\|/, goesOn: (line) => line.startsWith('|'), view: (lines) => viewTable(lines) },
  { start: item, goesOn: (line) => item.test(line) || /^( {2,}|$)/.test(line), view: (lines) => viewList(lines) },
  {
    start: /./,
    goesOn: (line) => line !== '' && !fence.test(line) && !item.test(line),
    view: (lines) => element('p', {}, ...inline(lines.join(' '), toHref)),
  },
];

const viewBlocks = (lines: readonly string[]): Html[] => {
  const views: Html[] = [];
  for (let position = 0; position < lines.length; ) {
    const first = lines[position] ?? '';
    const block = blocks.find(({ start }) => start.test(first));
    const taken = [first];
    position += 1;
    while (block && position < lines.length && block.goesOn(lines[position] ?? '', taken)) {
      taken.push(lines[position] ?? '');
      position += 1;
    }
    if (block) views.push(block.view(taken));
  }
  return views;
};

const viewList = (lines: string[]): Html => {
  const items: string[][] = [];
  for (const line of lines) {
    if (item.test(line)) items.push([line.replace(item, '')]);
    else items.at(-1)?.push(line.replace(/^ {2,3}/, ''));
  }
  const tag = lines[0]?.startsWith('-') ? 'ul' : 'ol';
  return element(tag, {}, ...items.map((content) => element('li', {}, ...viewBlocks(content))));
};

const viewTable = ([head = '', , ...rows]: string[]): Html => {
  const cells = (line: string, tag: string) =>
    line
      .slice(1, line.lastIndexOf('|'))
      .split(/(?<!\\)\|/)
      .map((text) => text.trim())
      .map((text) => element(text === '' ? 'td' : tag, {}, ...inline(text.replaceAll('\\|', '|'), toHref)));
  const table = element(
    'table',
    { class: 'guide' },
    element('thead', {}, element('tr', {}, ...cells(head, 'th'))),
    element('tbody', {}, ...rows.map((row) => element('tr', {}, ...cells(row, 'td')))),
  );
  return element('div', { class: 'scroll', tabindex: '0' }, table);
};

export const viewGuideLinks = (guides: readonly Guide[]): Html =>
  element('ul', {}, ...guides.map(({ file, title }) => element('li', {}, link(file, title))));
