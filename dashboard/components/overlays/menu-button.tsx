import { type ReactNode, Suspense, useState } from 'react';
import { lazyComponent } from '../lazy-component.ts';
import type { MenuGroup } from './menu.tsx';

const loadMenu = () => import('./menu.tsx');
const Menu = lazyComponent(loadMenu, 'Menu');

/** Once the first page shows, so that the first click on a menu does not wait. */
export const preloadMenu = (): void => {
  const whenIdle = window.requestIdleCallback ?? ((run: () => void) => window.setTimeout(run, 500));
  whenIdle(() => void loadMenu().catch(() => undefined));
};

interface MenuButtonProps {
  label: string;
  sections: readonly MenuGroup[];
  placement?: 'bottom start' | 'top start' | 'bottom end';
  className: string | undefined;
  children: ReactNode;
}

/** Looks the same before and after the menu's code has arrived. */
export const MenuButton = ({ label, sections, placement = 'bottom start', className, children }: MenuButtonProps) => {
  const [wasPressed, setPressed] = useState(false);
  return (
    <Suspense
      fallback={
        <button type="button" className={className} aria-label={label} onClick={() => setPressed(true)}>
          {children}
        </button>
      }
    >
      <Menu
        label={label}
        sections={sections}
        placement={placement}
        trigger={children}
        triggerClassName={className ?? ''}
        wasPressed={wasPressed}
      />
    </Suspense>
  );
};
