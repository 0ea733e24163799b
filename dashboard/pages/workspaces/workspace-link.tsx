import ChevronRight from 'lucide-react/icons/chevron-right';
import { Link } from 'wouter';
import type { WorkspaceMembership } from '../../../functions/model/members/user.ts';
import { Avatar } from '../../components/content/avatar.tsx';
import { workspacePath } from '../../context/paths.ts';
import { en } from '../../texts/en.ts';
import styles from './workspaces-page.module.css';

export const WorkspaceLink = ({ workspace }: { workspace: WorkspaceMembership }) => (
  <li>
    <Link href={workspacePath(workspace.id)} className={styles.row}>
      <Avatar name={workspace.name} kind="workspace" />
      <span className={styles.text}>
        <span className={styles.name}>{workspace.name}</span>
        <span className={styles.detail}>{en.roles[workspace.role]}</span>
      </span>
      <ChevronRight className={styles.arrow} aria-hidden="true" />
    </Link>
  </li>
);
