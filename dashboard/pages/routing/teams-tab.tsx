import Ellipsis from 'lucide-react/icons/ellipsis';
import Plus from 'lucide-react/icons/plus';
import UsersRound from 'lucide-react/icons/users-round';
import { Suspense } from 'react';
import * as z from 'zod/mini';
import { channels } from '../../../functions/model/channels/channel.ts';
import type { Team, TeamWork } from '../../../functions/model/teams/team.ts';
import { useLive } from '../../api/queries.ts';
import { useTeams } from '../../api/teams.ts';
import { Meter } from '../../components/charts/meter.tsx';
import { Avatar } from '../../components/content/avatar.tsx';
import { Card } from '../../components/content/card.tsx';
import content from '../../components/content/content.module.css';
import { Table } from '../../components/content/table.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { RoleNote } from '../../components/feedback/role-note.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { MenuButton } from '../../components/overlays/menu-button.tsx';
import { useSearch } from '../../context/search.ts';
import { useMay, useWorkspace } from '../../context/workspace.tsx';
import { teamTexts as texts } from '../../texts/en/teams.ts';
import styles from './teams.module.css';

const TeamDialog = lazyComponent(() => import('./team-dialogs.tsx'), 'TeamDialog');
const DeleteDialog = lazyComponent(() => import('./team-dialogs.tsx'), 'DeleteDialog');

const search = { dialog: z.optional(z.enum(['create', 'edit', 'delete'])), team: z.optional(z.uuid()) };

export const TeamsTab = () => {
  const { role } = useWorkspace();
  const mayManage = useMay('admin');
  const [{ dialog, team: teamId }, setSearch] = useSearch(search);
  const teams = useTeams();
  const query = useLive('listTeamWork', {}, { everyMs: 15_000 });
  const { teams: work, is_exact: isExact = true } = query.data?.data ?? { teams: [] };
  const chosen = teams.find(({ id }) => id === teamId);
  const close = () => setSearch({ dialog: undefined, team: undefined }, { replace: true });
  const create = mayManage && (
    <Button variant="primary" onPress={() => setSearch({ dialog: 'create' })}>
      <Plus aria-hidden="true" />
      {texts.create}
    </Button>
  );
  return (
    <div className={styles.teams}>
      {!mayManage && <RoleNote role={role} required="admin" action={texts.manage} />}
      <Steps teams={teams} />
      {work.length > 0 && (
        <div className={styles.actions}>
          <h2>{texts.title}</h2>
          {create}
        </div>
      )}
      <Listing
        query={query}
        failed={texts.loadFailed}
        isEmpty={work.length === 0}
        empty={
          <Empty icon={UsersRound} title={texts.emptyTitle} action={create}>
            {texts.empty}
          </Empty>
        }
      >
        {teams.map((team) => (
          <TeamCard
            key={team.id}
            team={team}
            work={work.find(({ team_id }) => team_id === team.id)}
            isExact={isExact}
            onOpen={mayManage ? (next) => setSearch({ dialog: next, team: team.id }) : undefined}
          />
        ))}
      </Listing>
      <Suspense>
        {dialog === 'create' && mayManage && <TeamDialog onClose={close} />}
        {dialog === 'edit' && chosen && mayManage && <TeamDialog key={chosen.id} team={chosen} onClose={close} />}
        {dialog === 'delete' && chosen && mayManage && <DeleteDialog team={chosen} onClose={close} />}
      </Suspense>
    </div>
  );
};

/** The steps of a new conversation, with the teams and office hours as they are set now. */
const Steps = ({ teams }: { teams: readonly Team[] }) => {
  const routing = useLive('getRouting', {}, { isAside: true }).data?.data;
  const inTurn = teams.filter(({ auto_assign }) => auto_assign.is_on).map(({ name }) => name);
  const hasHours = [routing, ...teams].some((one) => Boolean(one?.office_hours));
  const awayOn = channels.filter((channel) => routing?.away_message.channels[channel].is_active);
  return (
    <Card title={texts.steps.title}>
      <ul className={styles.steps}>
        <li>{texts.steps.arrives}</li>
        <li>{teams.length === 0 ? texts.steps.noTeam : texts.steps.team}</li>
        {teams.length > 0 && <li>{inTurn.length === 0 ? texts.steps.byHand : texts.steps.inTurn(inTurn)}</li>}
        {routing && (
          <li>
            {!hasHours ? texts.steps.always : awayOn.length === 0 ? texts.steps.noAway : texts.steps.away(awayOn)}
          </li>
        )}
      </ul>
    </Card>
  );
};

interface TeamCardProps {
  team: Team;
  work: TeamWork | undefined;
  isExact: boolean;
  onOpen: ((dialog: 'edit' | 'delete') => void) | undefined;
}

const TeamCard = ({ team, work, isExact, onOpen }: TeamCardProps) => {
  const known = useLive('listMembers', {}).data?.data ?? [];
  const nameOf = (id: string) => known.find(({ user_id }) => user_id === id)?.name ?? texts.former;
  const shown = (count: number) => `${count}${isExact ? '' : '+'}`;
  const members: TeamWork['members'] = work?.members ?? team.member_ids.map((user_id) => ({ user_id, open: 0 }));
  const { is_on: isAssigning, open_max: openMax } = team.auto_assign;
  const open = work?.open ?? 0;
  const isNobodyHere = members.every(({ turn }) => turn?.state === 'away' || turn?.state === 'gone');
  return (
    <section className={content.card} aria-label={team.name}>
      <div className={styles.head}>
        <div className={styles.name}>
          <h3>
            <svg width={10} height={10} aria-hidden="true">
              <circle cx={5} cy={5} r={5} fill={team.color} />
            </svg>{' '}
            <bdi>{team.name}</bdi>
          </h3>
          <p className="muted">{members.length === 0 ? texts.nobody : texts.facts(members.length, shown(open))}</p>
          {onOpen && members.length === 0 && (
            <Button size="small" aria-label={texts.addMembersTo(team.name)} onPress={() => onOpen('edit')}>
              {texts.addMembers}
            </Button>
          )}
        </div>
        {onOpen && (
          <MenuButton
            label={texts.actions(team.name)}
            placement="bottom end"
            sections={[
              {
                id: 'actions',
                entries: [
                  { id: 'edit', label: texts.edit, onAction: () => onOpen('edit') },
                  { id: 'delete', label: texts.remove, isDangerous: true, onAction: () => onOpen('delete') },
                ],
              },
            ]}
          >
            <Ellipsis aria-hidden="true" />
          </MenuButton>
        )}
      </div>
      {members.length === 0 && open > 0 && (
        <div className={styles.warning}>
          <Notice tone="warn">{texts.waits(shown(open))}</Notice>
        </div>
      )}
      {isAssigning && members.length > 0 && isNobodyHere && (work?.unassigned ?? 0) > 0 && (
        <div className={styles.warning}>
          <Notice tone="warn">{texts.nobodyHere(shown(work?.unassigned ?? 0))}</Notice>
        </div>
      )}
      {members.length > 0 && (
        <Table
          label={team.name}
          columns={[
            {
              header: texts.columns.member,
              kind: 'title',
              cell: ({ user_id: id }) => (
                <span className={styles.person}>
                  <Avatar name={nameOf(id)} id={id} kind="person" />
                  <bdi>{nameOf(id)}</bdi>
                </span>
              ),
            },
            ...(isAssigning
              ? [
                  {
                    header: texts.presence,
                    cell: ({ turn }: TeamWork['members'][number]) =>
                      turn && <Badge tone={tones[turn.state]}>{texts.states[turn.state]}</Badge>,
                  },
                ]
              : []),
            {
              header: texts.columns.open,
              cell: ({ user_id: id, open: ofTeam, turn }) => {
                const own = turn?.open ?? ofTeam;
                return (
                  <span className={styles.load}>
                    {isAssigning && (
                      <Meter
                        label={texts.load(nameOf(id))}
                        value={own}
                        max={openMax}
                        tone={turn && own >= openMax ? 'warn' : 'accent'}
                      />
                    )}
                    <span>{turn ? texts.room(shown(own), openMax, own >= openMax) : shown(own)}</span>
                  </span>
                );
              },
            },
          ]}
          rows={members}
          keyOf={({ user_id: id }) => id}
        />
      )}
      {work?.next_user_id !== undefined && members.length > 0 && (
        <NextInTurn team={team} work={work} nameOf={nameOf} shown={shown} />
      )}
    </section>
  );
};

const tones = { here: 'ok', full: 'ok', away: 'warn', gone: 'off' } as const;

const reasonsMax = 5;

interface NextInTurnProps {
  team: Team;
  work: TeamWork;
  nameOf: (id: string) => string;
  shown: (count: number) => string;
}

/** Who gets the next conversation, and why the others do not. */
const NextInTurn = ({ team, work: { next_user_id: next, members }, nameOf, shown }: NextInTurnProps) => {
  const reasons = members.flatMap(({ user_id: id, turn }) =>
    turn && id !== next ? texts.reasons[turn.state](nameOf(id), shown(turn.open), team.auto_assign.open_max) : [],
  );
  const others = reasons.length - reasonsMax;
  const said = [...reasons.slice(0, reasonsMax), ...(others > 0 ? [texts.moreReasons(others)] : [])];
  return (
    <p className={styles.next}>
      {texts.next} <b>{next ? <bdi>{nameOf(next)}</bdi> : texts.nextNobody}</b>.
      {said.length > 0 && ` ${said.join(', ')}.`}
    </p>
  );
};
