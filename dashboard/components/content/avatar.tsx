import AtSign from 'lucide-react/icons/at-sign';
import Globe from 'lucide-react/icons/globe';
import MessageSquare from 'lucide-react/icons/message-square';
import type { Channel } from '../../../functions/model/channels/channel.ts';
import styles from './content.module.css';
import { hueOf, initialsOf } from './initials.ts';

interface AvatarProps {
  name: string;
  kind: 'person' | 'workspace';
  /** Tells people with the same initials apart. */
  id?: string;
  size?: 18 | 28 | 36 | 40;
  /** Marks where a customer writes. The name of the channel must stand beside it. */
  channel?: Channel;
}

const marks = { msgapp: MessageSquare, social: AtSign, web: Globe };

/**
 * The initials of a person (round) or a workspace (square). The name stands beside it, so the style sheet shows them:
 * as text they would be part of what a button around them reads, but not of its name.
 */
export const Avatar = ({ name, kind, id = name, size = 28, channel }: AvatarProps) => {
  const Mark = channel && marks[channel];
  return (
    <span
      className={styles.avatar}
      data-kind={kind}
      data-size={size}
      data-hue={kind === 'person' ? hueOf(id) : undefined}
      data-initials={initialsOf(name, kind === 'person' ? 2 : 1)}
      aria-hidden="true"
    >
      {Mark && (
        <span className={styles.mark}>
          <Mark />
        </span>
      )}
    </span>
  );
};
