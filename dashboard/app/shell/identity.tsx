import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { Avatar } from '../../components/content/avatar.tsx';
import styles from './identity.module.css';

interface IdentityProps {
  name: string;
  detail: string;
  kind: 'person' | 'workspace';
  hasMenu: boolean;
}

/** A workspace or a person: avatar, name and a line below it. */
export const Identity = ({ name, detail, kind, hasMenu }: IdentityProps) => (
  <>
    <Avatar name={name} kind={kind} />
    <span className={styles.text}>
      <span className={styles.name}>{name}</span> <span className={styles.detail}>{detail}</span>
    </span>
    {hasMenu && <ChevronsUpDown className={styles.chevron} aria-hidden="true" />}
  </>
);
