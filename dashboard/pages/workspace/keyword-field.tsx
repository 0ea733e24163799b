import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useRef, useState } from 'react';
import {
  isWord,
  keywordCharactersMax,
  keywordsMax,
  splitKeywords,
} from '../../../functions/model/contacts/consent-keywords.ts';
import content from '../../components/content/content.module.css';
import { Button } from '../../components/controls/button.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { keywordTexts as texts } from '../../texts/en/workspace-settings.ts';
import styles from './workspace.module.css';

export interface Keywords {
  words: readonly string[];
  /** The text in the field, which is not among the words yet. */
  typed: string;
}

export const allWords = ({ words, typed }: Keywords): string[] => [...new Set([...words, ...splitKeywords(typed)])];

export const keywordsFault = (value: Keywords): string | undefined => {
  const words = allWords(value);
  const empty = words.find((word) => !isWord(word));
  if (empty !== undefined) return texts.noLetter(empty);
  const long = words.find(({ length }) => length > keywordCharactersMax);
  if (long !== undefined) return texts.tooLong(long, keywordCharactersMax);
  return words.length > keywordsMax ? texts.tooMany(keywordsMax, words.length) : undefined;
};

interface KeywordFieldProps {
  label: string;
  hint: string;
  value: Keywords;
  onChange: (value: Keywords) => void;
  /** True once the form was submitted. */
  isChecked: boolean;
}

/** Enter or a comma adds what was typed to the words below. */
export const KeywordField = ({ label, hint, value, onChange, isChecked }: KeywordFieldProps) => {
  const { words, typed } = value;
  const place = useRef<HTMLDivElement>(null);
  const [isTried, setTried] = useState(false);
  const add = (text: string) => {
    const next = { words, typed: text };
    const isFaulty = keywordsFault(next) !== undefined;
    setTried(isFaulty);
    onChange(isFaulty ? next : { words: allWords(next), typed: '' });
  };
  const keep = (kept: readonly string[]) => {
    onChange({ words: kept, typed });
    if (kept.length === 0) place.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={place} className={styles.field}>
      <TextField
        label={label}
        hint={hint}
        error={isChecked || isTried ? keywordsFault(value) : undefined}
        value={typed}
        onChange={(text) => (text.includes(',') ? add(text) : onChange({ words, typed: text }))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || typed.trim() === '') return event.continuePropagation();
          event.preventDefault();
          add(typed);
        }}
        autoComplete="off"
      />
      {words.length > 0 && (
        <ul aria-label={label} className={content.chips}>
          {words.map((word, index) => (
            <li key={word} className={styles.keyword}>
              <bdi>{word}</bdi>
              <button
                type="button"
                tabIndex={index === 0 ? 0 : -1}
                aria-label={texts.remove(word)}
                onKeyDown={moveFocus}
                onClick={({ currentTarget }) => {
                  focusFrom(currentTarget, 1);
                  keep(words.filter((other) => other !== word));
                }}
              >
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
          <li>
            <Button size="small" variant="ghost" aria-label={texts.removeAllOf(label)} onPress={() => keep([])}>
              {texts.removeAll}
            </Button>
          </li>
        </ul>
      )}
    </div>
  );
};

/** Only the first word is a tab stop, because there may be 50. The arrow keys lead to the others. */
const moveFocus = ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => {
  if (key === 'ArrowRight') focusFrom(currentTarget, 1);
  if (key === 'ArrowLeft') focusFrom(currentTarget, -1);
};

const focusFrom = (button: HTMLElement, step: number) => {
  const buttons = [...(button.closest('ul')?.querySelectorAll('button') ?? [])];
  buttons.find((_, index) => buttons[index - step] === button)?.focus();
};
