import type { Role } from '../../../functions/model/members/member.ts';
import { en } from '../../texts/en.ts';
import styles from './feedback.module.css';
import { Notice } from './notice.tsx';

interface RoleNoteProps {
  role: Role;
  required: Role;
  /** "create and revoke keys" */
  action: string;
}

/** Why a page has no buttons, and who has them. */
export const RoleNote = ({ role, required, action }: RoleNoteProps) => (
  <div className={styles.note}>
    <Notice tone="info">
      <p>{en.roleNote(role, required, action)}</p>
    </Notice>
  </div>
);
