import ChevronDown from 'lucide-react/icons/chevron-down';
import type { MenuEntry } from '../overlays/menu.tsx';
import { MenuButton } from '../overlays/menu-button.tsx';
import styles from './button.module.css';
import { Button, type ButtonProps } from './button.tsx';

interface SplitButtonProps extends Omit<ButtonProps, 'size'> {
  /** Names the menu, such as "Other ways to send". */
  menuLabel: string;
  entries: readonly MenuEntry[];
}

/** The usual action, and a menu of its variants. */
export const SplitButton = ({ menuLabel, entries, variant = 'primary', ...props }: SplitButtonProps) => (
  <span className={styles.split} data-variant={variant}>
    <Button {...props} variant={variant} size="small" />
    <MenuButton
      className={styles.more}
      label={menuLabel}
      placement="top end"
      sections={[{ id: 'variants', entries }]}
      isDisabled={props.isDisabled}
    >
      <ChevronDown aria-hidden="true" />
    </MenuButton>
  </span>
);
