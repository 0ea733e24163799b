import Check from 'lucide-react/icons/check';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Header } from 'react-aria-components/Header';
import { Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { foldText } from '../../../functions/model/fold-text.ts';
import { Kbd } from '../content/kbd.tsx';
import fields from '../controls/fields.module.css';
import styles from './menu.module.css';

export type Placement = 'bottom start' | 'top start' | 'bottom end' | 'top end' | 'right top';

export interface MenuEntry {
  id: string;
  label: string;
  icon?: ReactNode;
  /** Stands beside the label. */
  hint?: string;
  isDangerous?: boolean;
  isDisabled?: boolean;
  /** The shortcut that does the same. */
  keys?: string;
  onAction: () => void;
}

export interface MenuGroup {
  id: string;
  title?: string;
  entries: readonly MenuEntry[];
  /** The entry that is in effect, where the section is a choice. */
  selected?: string;
}

/** A field above the entries, for a list that can be long. */
export interface MenuSearch {
  label: string;
  /** Shown if no entry fits. */
  empty: string;
}

interface MenuProps {
  label: string;
  search: MenuSearch | undefined;
  sections: readonly MenuGroup[];
  trigger: { className: string; 'aria-label': string };
  children: ReactNode;
  placement: Placement;
  isDisabled: boolean;
  /** The fallback was pressed before the code of the menu arrived. */
  wasPressed: boolean;
}

/** `MenuButton` loads it lazily, with the trigger as the fallback. */
export const Menu = ({ label, trigger, children, wasPressed, search, ...rest }: MenuProps) => (
  <MenuTrigger defaultOpen={wasPressed}>
    <Button {...trigger} isDisabled={rest.isDisabled}>
      {children}
    </Button>
    <Popover placement={rest.placement} className={styles.popover ?? ''}>
      {search ? (
        <SearchedEntries label={label} sections={rest.sections} search={search} />
      ) : (
        <Entries label={label} sections={rest.sections} />
      )}
    </Popover>
  </MenuTrigger>
);

type EntriesProps = Pick<MenuProps, 'label' | 'sections'>;

/** The field keeps the focus until an arrow key moves it to the entries. Enter takes the first. */
const SearchedEntries = ({ label, sections, search }: EntriesProps & { search: MenuSearch }) => {
  const [typed, setTyped] = useState('');
  const fits = (entry: MenuEntry) => foldText(entry.label).includes(foldText(typed.trim()));
  const found = sections
    .map((section) => ({ ...section, entries: section.entries.filter(fits) }))
    .filter(({ entries }) => entries.length > 0);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || (event.key !== 'ArrowDown' && event.key !== 'Enter')) return;
    const first = event.currentTarget.parentElement?.querySelector<HTMLElement>('[role^="menuitem"]');
    if (event.key === 'Enter') first?.click();
    else first?.focus();
    event.preventDefault();
  };
  return (
    <>
      <input
        type="search"
        // biome-ignore lint/a11y/noAutofocus: the person has just opened it.
        autoFocus
        className={`${fields.fieldInput} ${styles.search}`}
        aria-label={search.label}
        placeholder={search.label}
        value={typed}
        maxLength={100}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {found.length > 0 ? (
        <Entries label={label} sections={found} autoFocus={false} />
      ) : (
        <p className={styles.title} role="status">
          {search.empty}
        </p>
      )}
    </>
  );
};

/** A digit chooses the entry that shows it. */
const chooseByDigit = (event: KeyboardEvent<HTMLElement>, sections: EntriesProps['sections']): void => {
  const at = sections.flatMap(({ entries }) => entries).findIndex(({ keys }) => keys === event.key);
  if (at < 0 || !/^\d$/.test(event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')[at]?.click();
};

const Entries = ({ label, sections, ...focus }: EntriesProps & { autoFocus?: false }) => (
  <div onKeyDownCapture={(event) => chooseByDigit(event, sections)}>
    <AriaMenu className={styles.menu ?? ''} aria-label={label} {...focus}>
      {sections.map(({ id, title, entries, selected }) => (
        <MenuSection
          key={id}
          className={styles.section ?? ''}
          {...(title ? {} : { 'aria-label': label })}
          {...(selected ? { selectionMode: 'single', selectedKeys: [selected], disallowEmptySelection: true } : {})}
        >
          {title && <Header className={styles.title}>{title}</Header>}
          {entries.map((entry) => (
            <MenuItem
              key={entry.id}
              id={entry.id}
              textValue={entry.label}
              {...(entry.hint && { 'aria-label': `${entry.label}, ${entry.hint}` })}
              onAction={entry.onAction}
              isDisabled={entry.isDisabled ?? false}
              className={styles.item ?? ''}
              data-dangerous={entry.isDangerous || undefined}
            >
              {entry.icon}
              <span className={styles.label}>{entry.label}</span>
              {entry.hint && <span className={styles.hint}>{entry.hint}</span>}
              {entry.keys && <Kbd keys={entry.keys} />}
              {entry.id === selected && <Check className={styles.check} aria-hidden="true" />}
            </MenuItem>
          ))}
        </MenuSection>
      ))}
    </AriaMenu>
  </div>
);
