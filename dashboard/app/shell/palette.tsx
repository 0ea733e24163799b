import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { Kbd } from '../../components/content/kbd.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { paletteTexts as texts } from '../../texts/en/palette.ts';
import styles from './overlays.module.css';
import { fittingSections, type PaletteEntry } from './palette-entries.ts';
import type { ShellDialog } from './shell-keys.ts';
import { usePaletteCommands } from './use-palette-commands.ts';
import { usePaletteFound } from './use-palette-found.ts';

interface PaletteProps {
  onClose: () => void;
  onOpen: (dialog: ShellDialog) => void;
}

export const Palette = ({ onClose, onOpen }: PaletteProps) => {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const listId = useId();
  const typed = text.trim();
  const found = usePaletteFound(typed);
  const sections = fittingSections([...usePaletteCommands(onOpen), ...found.sections], typed);
  const entries = sections.flatMap((section) => section.entries);
  const isNothing = sections.every(({ title }) => title === texts.messages) && !found.isLooking;
  const run = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && entries.length > 0) setActive((active + step + entries.length) % entries.length);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(entries[active]);
    else return;
    event.preventDefault();
  };
  const activeId = entries[active] && `${listId}${active}`;
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <Dialog title={texts.title} lead={texts.lead} onClose={onClose}>
      <input
        className={styles.field}
        role="combobox"
        aria-label={texts.field}
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-activedescendant={activeId}
        placeholder={texts.field}
        value={text}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        autoFocus
      />
      <p role="status" className={styles.state}>
        {found.note ?? (isNothing && texts.none(typed))}
      </p>
      <div id={listId} role="listbox" aria-label={texts.results} className={styles.results}>
        {sections.map((section) => (
          // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by role.
          <div key={section.title} role="group" aria-label={section.title}>
            <p className={styles.groupTitle} aria-hidden="true">
              {section.title}
            </p>
            {section.entries.map((entry) => {
              const index = entries.indexOf(entry);
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and the keys.
                <div
                  key={entry.id}
                  id={`${listId}${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  className={styles.option}
                  onPointerMove={() => setActive(index)}
                  onClick={() => run(entry)}
                >
                  <span className={styles.optionLabel}>
                    {entry.label} {entry.sign && <span className={styles.sign}>{entry.sign}</span>}
                  </span>
                  {entry.hint && <bdi className={styles.hint}>{entry.hint}</bdi>}
                  {entry.keys && <Kbd keys={entry.keys} />}
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </Dialog>
  );
};
