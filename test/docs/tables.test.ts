import { describe, expect, it } from 'vitest';
import { consumers } from '../../functions/consumers/consumers.ts';
import { publicStatusByCode } from '../../functions/model/api-error.ts';
import { defaultKeywords } from '../../functions/model/contacts/consent-keywords.ts';
import { uploadKinds } from '../../functions/model/messages/limits.ts';
import { messageStatuses, sendTypes } from '../../functions/model/messages/message.ts';
import { codesByRetryAdvice } from '../../functions/model/messages/retry-advice.ts';
import { operatorsByField } from '../../functions/model/segments/filter.ts';
import { cardParams, structuredParams } from '../../functions/model/templates/template.ts';
import { eventNames } from '../../functions/model/webhooks/webhook.ts';
import type { ItemKey } from '../../functions/table/dynamodb/item.ts';
import { keys } from '../../functions/table/keys.ts';
import { magicNumbers } from '../../tools/simulator/magic-numbers.ts';
import { codeSpans, readPage, tableBelow, tableRows } from './pages.ts';

const table = (page: string, heading: string) => tableBelow(readPage(`docs/${page}.md`), heading);

it('the architecture diagrams show every consumer', () => {
  const { text } = readPage('docs/architecture.md');
  const diagrams = [...text.matchAll(/^```mermaid\n([\s\S]*?)^```$/gm)].map(([, diagram]) => diagram).join('');
  expect(consumers.map(({ name }) => name).filter((name) => !diagrams.includes(name))).toEqual([]);
});

it('the keyword table lists exactly the default keywords of every language', () => {
  const languageNames = new Intl.DisplayNames('en', { type: 'language' });
  const documented = table('broadcasts', '## Opting out').map(([language = '', optOut = '', optIn = '']) => [
    language,
    { opt_out: codeSpans(optOut), opt_in: codeSpans(optIn) },
  ]);
  const known = Object.entries(defaultKeywords).map(([code, words]) => [languageNames.of(code), words]);
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(known));
});

it('docs/channels.md lists exactly the magic numbers of the simulator with their error codes', () => {
  const documented = tableRows(readPage('docs/channels.md')).flatMap(([ending = '', effect = '']) =>
    /^`\d+`$/.test(ending) ? `${ending} ${/\((\d+)\)/.exec(effect)?.[1]}` : [],
  );
  expect(documented).toEqual(magicNumbers.map(({ ending, code }) => `\`${ending}\` ${code}`));
});

/** Blanks every name in angle brackets, so only the shape of a key counts. */
const toShape = (cell = ''): string => cell.replaceAll('`', '').replaceAll(/<[^>]*>/g, '<>');

const keyShape = (buildKey: (...parts: never[]) => ItemKey): string => {
  const { pk, sk }: ItemKey = Reflect.apply(buildKey, undefined, Array(buildKey.length).fill('<>'));
  // A shard is the last character of an id, or the first letter of a word.
  return `${pk.replace(/#[<>]$/, '#<>')} ${sk}`;
};

it('the entity chart shows exactly the keys of all entities', () => {
  const charted = table('data-model', '## Entities').map(([, pk, sk]) => `${toShape(pk)} ${toShape(sk)}`);
  const shapes = Object.entries(keys).map(([name, buildKey]) => ({ name, shape: keyShape(buildKey) }));
  expect(shapes.filter(({ shape }) => !charted.includes(shape))).toEqual([]);
  expect(charted.filter((row) => !shapes.some(({ shape }) => shape === row))).toEqual([]);
});

describe('the errors page', () => {
  it('the error table lists exactly the error codes with their HTTP statuses', () => {
    const documented = table('errors', '## Codes').map(([code = '', status]) => [...codeSpans(code), Number(status)]);
    expect(Object.fromEntries(documented)).toEqual(publicStatusByCode);
  });

  it('the error table says for every code what it means, what to do and whether to retry', () => {
    const gaps = table('errors', '## Codes').filter((row) => row.length !== 5 || row.some((cell) => cell === ''));
    expect(gaps).toEqual([]);
  });

  it.each([
    ['in_seconds', '### In seconds'],
    ['in_minutes', '### In minutes'],
    ['in_hours', '### In hours'],
    ['after_fix', '### After a fix'],
    ['never', '### Never'],
  ] as const)('the channel codes that may succeed %s are exactly those below "%s"', (advice, heading) => {
    const documented = table('errors', heading).flatMap(([codes = '']) => codeSpans(codes).map(Number));
    expect(documented.toSorted((a, b) => a - b)).toEqual(codesByRetryAdvice[advice].toSorted((a, b) => a - b));
  });

  it('every kind of retry advice has a heading', () => expect(Object.keys(codesByRetryAdvice)).toHaveLength(5));
});

it('the glossary is in alphabetical order', () => {
  const words = tableRows(readPage('docs/glossary.md')).flatMap(([cell = '']) => /\*\*(.+)\*\*/.exec(cell)?.[1] ?? []);
  expect(words.length).toBeGreaterThan(50);
  expect(words).toEqual(words.toSorted((a, b) => a.localeCompare(b, 'en')));
});

describe('the segments page', () => {
  it('the filter table lists exactly the fields with their operators', () => {
    const documented = table('segments', '## Fields and operators').map(([field = '', operators = '']) => [
      ...codeSpans(field),
      codeSpans(operators),
    ]);
    expect(Object.fromEntries(documented)).toEqual(operatorsByField);
  });

  it('the operator table explains exactly the operators, each once', () => {
    const explained = table('segments', '## What the operators mean').flatMap(([cell = '']) => codeSpans(cell));
    const known = new Set<string>(Object.values(operatorsByField).flat());
    expect(explained.toSorted()).toEqual([...known].sort());
  });
});

describe('the page about sending', () => {
  const cell = (heading: string, label: string, column: number): string =>
    table('sending', heading).find(([first]) => first === label)?.[column] ?? '';

  it('docs/sending.md lists every kind of message', () => {
    expect(codeSpans(cell('## The request', '`type`', 1)).sort()).toEqual([...sendTypes].sort());
  });

  it('docs/sending.md lists exactly the fields of template params and of a carousel card', () => {
    const documented = table('sending', '## Templates').map(([field = '']) => codeSpans(field)[0]);
    expect(documented.sort()).toEqual(Object.keys(structuredParams.shape).sort());
    expect(codeSpans(cell('## Templates', '`cards`', 1)).sort()).toEqual(Object.keys(cardParams.shape).sort());
  });

  it.each(uploadKinds)('docs/sending.md gives the size that the channel allows for a file of kind $type', (kind) => {
    expect(cell('## Media', `\`${kind.type}\``, 2)).toBe(`${kind.bytesMax / 1_000_000} MB`);
  });
});

describe('the webhooks page', () => {
  it('the event table lists exactly the events', () => {
    const documented = table('webhooks', '## Events').map(([event]) => event);
    expect(documented).toEqual(eventNames.map((name) => `\`${name}\``));
  });

  it('the statuses are ranked as the service ranks them', () => {
    const ranked = table('webhooks', '## Statuses').map(([rank, status]) => `${rank} ${status}`);
    expect(ranked).toEqual(messageStatuses.map((status, index) => `${index + 1} \`${status}\``));
  });
});
