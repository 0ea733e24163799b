import { type ReactNode, Suspense, useState } from 'react';
import styles from '../controls/button.module.css';
import { lazyComponent } from '../lazy-component.ts';
import type { MenuGroup, MenuSearch, Placement } from './menu.tsx';

const Menu = lazyComponent(() => import('./menu.tsx'), 'Menu');

interface MenuButtonProps {
  label: string;
  sections: readonly MenuGroup[];
  search?: MenuSearch;
  placement?: Placement;
  isDisabled?: boolean | undefined;
  /** `icon`: square and without a border; `small`: as a small button. */
  look?: 'icon' | 'small';
  /** A look of the page's own. */
  className?: string | undefined;
  children: ReactNode;
}

/** Looks the same before and after the menu's code has arrived. */
export const MenuButton = ({ label, sections, look = 'icon', className, children, ...props }: MenuButtonProps) => {
  const { placement = 'bottom start', isDisabled = false } = props;
  const trigger = {
    className: className ?? styles.button ?? '',
    'aria-label': label,
    ...(className ? {} : { 'data-size': look, 'data-variant': look === 'icon' ? 'ghost' : 'secondary' }),
  };
  const [wasPressed, setPressed] = useState(false);
  return (
    <Suspense
      fallback={
        <button type="button" {...trigger} disabled={isDisabled} onClick={() => setPressed(true)}>
          {children}
        </button>
      }
    >
      <Menu
        label={label}
        sections={sections}
        search={props.search}
        placement={placement}
        isDisabled={isDisabled}
        trigger={trigger}
        wasPressed={wasPressed}
      >
        {children}
      </Menu>
    </Suspense>
  );
};
