import X from 'lucide-react/icons/x';
import { useId, useRef, useState } from 'react';
import { allowedSitesMax, isSite } from '../../../functions/model/web-chat/allowed-sites.ts';
import { webChatTexts } from '../../texts/en/web-chat.ts';
import { toSite } from './draft.ts';
import styles from './web-chat.module.css';

const texts = webChatTexts.where;

interface SitesFieldProps {
  value: readonly string[];
  isDisabled: boolean;
  onChange: (sites: string[]) => void;
}

/** Enter, a comma or leaving the field adds what was typed. A pasted address counts as its host. */
export const SitesField = ({ value, isDisabled, onChange }: SitesFieldProps) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const [said, setSaid] = useState('');
  const add = (text: string) => {
    const site = toSite(text);
    if (site === '') return;
    const found = findFault(value, site);
    setFault(found);
    setTyped(found ? text : '');
    if (found) return;
    onChange([...value, site]);
    setSaid(texts.added(site));
  };
  const remove = (site: string) => {
    onChange(value.filter((other) => other !== site));
    setSaid(texts.removed(site));
    input.current?.focus();
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {texts.sites}
      </label>
      <div className={styles.sites} data-invalid={fault !== undefined || undefined}>
        <ul className={styles.chips} aria-label={texts.sites}>
          {value.map((site) => (
            <li key={site} className={styles.chip}>
              <bdi>{site}</bdi>
              {!isDisabled && (
                <button type="button" aria-label={texts.remove(site)} onClick={() => remove(site)}>
                  <X aria-hidden="true" />
                </button>
              )}
            </li>
          ))}
        </ul>
        <input
          ref={input}
          id={id}
          value={typed}
          placeholder={isDisabled ? '' : texts.add}
          disabled={isDisabled}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={`${id}-hint`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ currentTarget: { value: text } }) => {
            if (text.includes(',')) return add(text.replaceAll(',', ''));
            setTyped(text);
            setFault(undefined);
          }}
          onBlur={() => add(typed)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && typed.trim() !== '') {
              event.preventDefault();
              add(typed);
            }
            const last = value.at(-1);
            if (event.key === 'Backspace' && typed === '' && last !== undefined) remove(last);
          }}
        />
      </div>
      <span id={`${id}-hint`} role={fault ? 'alert' : undefined} className={fault ? styles.fault : styles.hint}>
        {fault ?? texts.sitesHint}
      </span>
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </div>
  );
};

const findFault = (sites: readonly string[], site: string): string | undefined => {
  if (!isSite(site)) return texts.siteFault(site);
  if (sites.includes(site)) return texts.twice(site);
  return sites.length >= allowedSitesMax ? texts.full(allowedSitesMax) : undefined;
};
