import ShieldX from 'lucide-react/icons/shield-x';
import type { Role } from '../../../functions/model/members/member.ts';
import { en } from '../../texts/en.ts';
import { Card } from '../content/card.tsx';
import { Empty } from './empty.tsx';

/** A page that the member's role may not see. */
export const Forbidden = ({ role, required }: { role: Role; required: Role }) => (
  <Card>
    <Empty icon={ShieldX} title={en.forbidden.title}>
      {en.forbidden.text(role, required)}
    </Empty>
  </Card>
);
