import { describe, expect, it } from 'vitest';
import { consumers } from '../../functions/consumers/consumers.ts';
import { readPage } from './pages.ts';

const { text } = readPage('docs/architecture.md');
const diagrams = [...text.matchAll(/^```mermaid\n([\s\S]*?)^```$/gm)].map(([, diagram]) => diagram).join('');

describe('the architecture page', () => {
  it.each(consumers)('the architecture diagrams show the consumer $name', ({ name }) => {
    expect(diagrams).toContain(name);
  });
});
