import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Texts } from '../../languages/texts.ts';
import type { Settings } from '../../settings.ts';
import type { Actions } from '../actions.ts';

export interface Surroundings {
  settings: Settings;
  texts: Texts;
  locale: string;
  actions: Actions;
}

export const SurroundingsContext = createContext<Surroundings | undefined>(undefined);

export const useSurroundings = (): Surroundings => {
  const found = useContext(SurroundingsContext);
  if (!found) throw new Error('This part is outside of the chat.');
  return found;
};
