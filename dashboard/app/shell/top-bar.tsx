import MenuIcon from 'lucide-react/icons/menu';
import X from 'lucide-react/icons/x';
import { Avatar } from '../../components/content/avatar.tsx';
import { Button } from '../../components/controls/button.tsx';
import { useCurrentWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';
import styles from './top-bar.module.css';

/** On a phone only. */
export const TopBar = ({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) => {
  const name = useCurrentWorkspace()?.name ?? en.product;
  return (
    <header className={styles.bar}>
      <Avatar name={name} kind="workspace" />
      <span className={styles.name}>{name}</span>
      <Button
        variant="ghost"
        size="icon"
        aria-label={isOpen ? en.shell.closeNavigation : en.shell.openNavigation}
        aria-expanded={isOpen}
        aria-controls="sidebar"
        onPress={onToggle}
      >
        {isOpen ? <X aria-hidden="true" /> : <MenuIcon aria-hidden="true" />}
      </Button>
    </header>
  );
};
