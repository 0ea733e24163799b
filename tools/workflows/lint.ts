import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TextDocument } from 'vscode-languageserver-textdocument';

/** Returns one line per fault, with the rules by which GitHub itself reads workflows and composite actions. */
export const lintWorkflow = async (path: string, text: string): Promise<string[]> => {
  const { validate } = await loadLanguageService();
  const document = TextDocument.create(pathToFileURL(resolve(path)).href, 'yaml', 1, text);
  const faults = await validate(document);
  return faults.map(({ range, message }) => `${path}:${range.start.line + 1} ${message}`);
};

/** It imports JSON files without the attribute that Node requires. */
const loadLanguageService = async () => {
  const hooks = registerHooks({
    load: (url, context, load) =>
      load(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
  });
  try {
    return await import('@actions/languageservice');
  } finally {
    hooks.deregister();
  }
};
