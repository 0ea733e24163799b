import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Header } from 'react-aria-components/Header';
import { Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Kbd } from '../content/kbd.tsx';
import styles from './menu.module.css';

export type Placement = 'bottom start' | 'top start' | 'bottom end' | 'top end' | 'right top';

export interface MenuEntry {
  id: string;
  label: string;
  icon?: ReactNode;
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

interface MenuProps {
  label: string;
  sections: readonly MenuGroup[];
  trigger: { className: string; 'aria-label': string };
  children: ReactNode;
  placement: Placement;
  isDisabled: boolean;
  /** The fallback was pressed before the code of the menu arrived. */
  wasPressed: boolean;
}

/** `MenuButton` loads it lazily, with the trigger as the fallback. */
export const Menu = ({ label, sections, trigger, children, wasPressed, ...rest }: MenuProps) => (
  <MenuTrigger defaultOpen={wasPressed}>
    <Button {...trigger} isDisabled={rest.isDisabled}>
      {children}
    </Button>
    <Popover placement={rest.placement} className={styles.popover ?? ''}>
      <AriaMenu className={styles.menu ?? ''} aria-label={label}>
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
                onAction={entry.onAction}
                isDisabled={entry.isDisabled ?? false}
                className={styles.item ?? ''}
                data-dangerous={entry.isDangerous || undefined}
              >
                {entry.icon}
                <span className={styles.label}>{entry.label}</span>
                {entry.keys && <Kbd keys={entry.keys} />}
                {entry.id === selected && <Check className={styles.check} aria-hidden="true" />}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
      </AriaMenu>
    </Popover>
  </MenuTrigger>
);
