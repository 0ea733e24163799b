import { expect, it } from 'vitest';
import { listConversations } from '../../functions/domain/conversations/conversations.ts';
import { updateConversation } from '../../functions/domain/conversations/work-on.ts';
import { listMembers } from '../../functions/domain/members/members.ts';
import { createTeam, listTeams } from '../../functions/domain/teams/teams.ts';
import { isoTime } from '../../functions/platform/clock.ts';
import { newId } from '../../functions/platform/ids.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { dialog, fill, gone, press, row, shows } from '../support/browser/controls.ts';
import { inboxPath, makeInbox } from '../support/browser/inbox.ts';
import { journeys } from '../support/browser/open.ts';
import { joinAs, makeOwnedWorkspace } from '../support/browser/people.ts';
import { saveLooks } from '../support/browser/screenshots.ts';
import { openTeams } from '../support/browser/teams.ts';
import { makeConversation } from '../support/messages/conversations.ts';

const first = { limit: 50, after: undefined };

/** Gives every conversation to the team. Returns their ids, the longest wait first. */
const giveTo = async (workspaceId: string, teamId: string | undefined): Promise<string[]> => {
  const { items } = await listConversations(workspaceId, {}, first);
  const ids = items.map(({ id }) => id).reverse();
  for (const id of ids) await updateConversation(workspaceId, id, { team_id: teamId ?? null });
  return ids;
};

journeys('teams', () => {
  it('teams that an Owner makes show what each member has open', async () => {
    const { id, owner } = await makeOwnedWorkspace();
    const agnes = await joinAs(id, 'agent', 'Agnes Agent');
    const routing = await openTeams(owner, id);
    await shows(routing.page, 'No teams yet');
    await routing.create('Billing', 'Agnes Agent');
    await routing.create('Wholesale');
    const [, agent] = await listMembers(id);
    const agentId = agent?.user_id ?? '';
    const teams = (await listTeams(id, first)).items;
    const idOf = (name: string) => teams.find((team) => team.name === name)?.id ?? '';
    const add = async (team: string, assigned_agent_id: string | null) => {
      const conversation = await makeConversation(id, { fields: { waiting_since: isoTime(Date.now()) } });
      await updateConversation(id, conversation, { team_id: idOf(team), assigned_agent_id });
    };
    await add('Billing', agentId);
    await add('Billing', agentId);
    await add('Wholesale', null);
    await routing.page.reload();
    await shows(routing.team('Billing'), '1 member · 2 open');
    await row(routing.team('Billing'), 'Agnes Agent').filter({ hasText: '2' }).waitFor();
    await shows(routing.team('Wholesale'), '1 open. Nobody sees them as theirs until the team has a member.');
    await checkAccessibility(routing.page);
    await routing.edit('Wholesale', 'Shops', 'Olivia Owner');
    await shows(routing.team('Shops'), '1 member · 1 open');
    await routing.remove('Billing');
    expect((await listTeams(id, first)).items.map(({ name }) => name)).toEqual(['Shops']);
    const seen = await openTeams(agnes, id);
    await seen.team('Shops').waitFor();
    expect(await seen.page.getByRole('main').getByRole('button').count()).toBe(0);
    await checkAccessibility(seen.page);
  });

  it('a team that an Owner lets assign in turn says who waits while none of its members is there', async () => {
    const acme = await makeInbox();
    const routing = await openTeams(acme.owner, acme.id);
    await joinAs(acme.id, 'agent', 'Adam Agent');
    await routing.page.reload();
    await routing.create('Billing', 'Adam Agent');
    await routing.assignInTurn('Billing', '101');
    await shows(dialog(routing.page), 'Enter a number from 1 to 100.');
    await fill(dialog(routing.page), 'Open conversations per member, at most', '1');
    await checkAccessibility(routing.page);
    await saveLooks(routing.page, 'team-dialog');
    await press(dialog(routing.page), 'Save');
    await gone(dialog(routing.page));
    await acme.arrive('Ana', 'Bo');
    await giveTo(acme.id, (await listTeams(acme.id, first)).items[0]?.id);
    await shows(routing.team('Billing'), '2 waiting. Nobody on the team is here to get them.');
    await shows(routing.team('Billing'), /Next: nobody.*Adam Agent does not have the inbox open/);
    await saveLooks(routing.page, 'teams-nobody');
  });

  it('a team that assigns in turn gives a conversation to a member who is there, not to one who is away', async () => {
    const acme = await makeInbox();
    const [agnes, adam] = [await joinAs(acme.id, 'agent', 'Agnes Agent'), await joinAs(acme.id, 'agent', 'Adam Agent')];
    const agents = (await listMembers(acme.id)).filter(({ role }) => role === 'agent');
    const team = { name: 'Billing', member_ids: agents.map(({ user_id }) => user_id) };
    const { id: teamId } = await createTeam(acme.id, newId(), { ...team, auto_assign: { is_on: true, open_max: 1 } });
    await acme.arrive('Ana', 'Bo');
    const [ana] = await giveTo(acme.id, teamId);
    const routing = await openTeams(acme.owner, acme.id);
    const away = await acme.open(adam);
    const turns = away.page.getByRole('region', { name: 'Your turns' });
    await expect.poll(away.names).toContain('Ana');
    await away.open('Ana');
    await away.log.getByText('Assigned to you by team Billing').waitFor();
    await away.page.goto(inboxPath(acme.id));
    await press(turns, 'Set me as away');
    await shows(turns, 'You are away. Your teams give you no new conversations.');
    await checkAccessibility(away.page);
    await saveLooks(away.page, 'inbox-away');
    await away.page.setViewportSize({ width: 320, height: 640 });
    await shows(turns, 'I am back');
    await checkAccessibility(away.page);
    await updateConversation(acme.id, ana ?? '', { status: 'closed' });
    await shows(routing.team('Billing'), 'Adam Agent is away');
    await saveLooks(routing.page, 'teams-turns');
    const present = await acme.open(agnes);
    await present.open('Bo');
    await present.log.getByText('Assigned to you by team Billing').waitFor();
    await shows(routing.team('Billing'), '1 of 1 · full');
    await press(turns, 'I am back');
    await shows(turns, 'Your teams give you conversations.');
    await shows(routing.team('Billing'), /Next: Adam Agent.*Agnes Agent is full \(1 of 1\)/);
    await checkAccessibility(routing.page);
    await saveLooks(routing.page, 'teams-turns-full');
    // What was closed meanwhile is a pale row until the list is read anew.
    await away.page.reload();
    await shows(turns, 'Your teams give you conversations.');
  });

  it('a conversation that a member gives to a team is listed under it', async () => {
    const acme = await makeInbox();
    await acme.arrive('Ana', 'Bo');
    const routing = await openTeams(acme.owner, acme.id);
    await routing.create('Billing');
    const inbox = await acme.open();
    const { keyboard } = inbox.page;
    await inbox.open('Ana');
    await inbox.assignTeam('Billing');
    await shows(inbox.page, 'Ana: Assigned to team Billing');
    await inbox.log.getByText('You assigned this to team Billing').waitFor();
    await inbox.undo();
    await inbox.log.getByText('You removed this from its team').waitFor();
    await inbox.assignTeam('Billing');
    await shows(inbox.contact, 'Billing');
    await inbox.filterByTeam('All teams', /^Billing 1$/);
    await expect.poll(inbox.names).toEqual(['Ana']);
    await checkAccessibility(inbox.page);
    await inbox.page.goto(inboxPath(acme.id));
    await expect.poll(inbox.names).toEqual(['Ana']);
    await inbox.filterByTeam('Billing', /^No team 1$/);
    await expect.poll(inbox.names).toEqual(['Bo']);
    await inbox.page.setViewportSize({ width: 320, height: 640 });
    await checkAccessibility(inbox.page);
    await inbox.page.setViewportSize({ width: 1280, height: 800 });
    await inbox.page.getByRole('heading', { name: 'Inbox' }).click();
    await keyboard.press('f');
    await inbox.page.getByRole('menuitemradio', { name: /^All teams 2$/ }).click();
    await expect.poll(inbox.names).toEqual(['Ana', 'Bo']);
  });
});
