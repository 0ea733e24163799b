import { beforeAll, expect, it } from 'vitest';
import { createContact } from '../../functions/domain/contacts/contacts.ts';
import { listMembers, removeMember } from '../../functions/domain/members/members.ts';
import { newId } from '../../functions/platform/ids.ts';
import { checkAccessibility } from '../support/browser/accessibility.ts';
import { dialog, fill, gone, press, row, shows } from '../support/browser/controls.ts';
import { loseSockets, watchSockets } from '../support/browser/live.ts';
import { allowErrors, holdClock, journeys, openBrowser, openPage } from '../support/browser/open.ts';
import { joinAs, makeOwnedWorkspace, type OwnedWorkspace, pageLoaded } from '../support/browser/people.ts';
import { readAgain, showsSoon } from '../support/browser/read-again.ts';

/** The list of contacts does not poll, so only a hint makes it read again. */
const contactsPath = (workspaceId: string): string => `/w/${workspaceId}/contacts`;

let numbers = 0;

const addContact = async (workspaceId: string, name: string): Promise<void> => {
  numbers += 1;
  await createContact(workspaceId, newId(), { phone: `+1415555${String(1_000 + numbers)}`, name });
};

journeys('live', () => {
  let acme: OwnedWorkspace;

  beforeAll(async () => {
    acme = await makeOwnedWorkspace();
    await addContact(acme.id, 'Ada Ash');
  });

  const openContacts = async (person = acme.owner) => {
    const page = await openPage(person.storageState.cookies);
    const sockets = watchSockets(page);
    await page.goto(contactsPath(acme.id));
    await pageLoaded(page);
    return { page, sockets };
  };

  it('what one member changes shows for the other at once', async () => {
    const olivia = await openContacts();
    const adam = await openContacts(await joinAs(acme.id, 'agent', 'Adam Agent'));
    await olivia.sockets.listens();
    await press(adam.page, 'Create contact');
    await fill(dialog(adam.page), 'Phone', '+14155550101');
    await fill(dialog(adam.page), 'Name', 'Ana Silva');
    await press(dialog(adam.page), 'Create contact');
    await row(olivia.page, 'Ana Silva').waitFor();
    expect(await olivia.page.getByText('Updates are slower').count()).toBe(0);
  });

  it('the tabs of a browser share one socket, which the next tab replaces when the first is closed', async () => {
    const context = await openBrowser({ storageState: acme.owner.storageState });
    const tabs = await Promise.all([context.newPage(), context.newPage()]);
    const [first, second] = tabs.map((page) => ({ page, sockets: watchSockets(page) }));
    if (!first || !second) throw new Error('There are two tabs.');
    await first.page.goto(contactsPath(acme.id));
    await first.sockets.listens();
    await second.page.goto(contactsPath(acme.id));
    await pageLoaded(second.page);
    await addContact(acme.id, 'Bo Berg');
    for (const { page } of [first, second]) await row(page, 'Bo Berg').waitFor();
    expect([first.sockets.count(), second.sockets.count()]).toEqual([1, 0]);
    await first.page.close();
    await second.sockets.listens();
    await addContact(acme.id, 'Cy Cole');
    await row(second.page, 'Cy Cole').waitFor();
  });

  it('without push everything works more slowly, as a line says until it is back', async () => {
    const page = await (await openBrowser({ storageState: acme.owner.storageState })).newPage();
    const sockets = await loseSockets(page, 'down');
    await page.goto(contactsPath(acme.id));
    const sign = page.getByRole('status').getByText('Updates are slower right now.');
    await sign.waitFor();
    await checkAccessibility(page);
    await addContact(acme.id, 'Dee Dow');
    await showsSoon(row(page, 'Dee Dow'));
    sockets.set(false);
    await readAgain(page);
    await gone(sign);
    await addContact(acme.id, 'Eve Ek');
    await row(page, 'Eve Ek').waitFor();
  });

  it('after a half-open socket the page reads what it missed', async () => {
    const page = await (await openBrowser({ storageState: acme.owner.storageState })).newPage();
    await holdClock(page);
    const sockets = await loseSockets(page, 'half-open');
    sockets.set(false);
    await page.goto(contactsPath(acme.id));
    await expect.poll(sockets.listening).toBe(1);
    await addContact(acme.id, 'Fay Fox');
    await row(page, 'Fay Fox').waitFor();
    sockets.set(true);
    await addContact(acme.id, 'Gil Gray');
    await page.clock.fastForward(280_000);
    sockets.set(false);
    await page.clock.fastForward(30_000);
    await row(page, 'Gil Gray').waitFor();
  });

  it('a member who is removed sees it at once', async () => {
    const adam = await joinAs(acme.id, 'agent', 'Adam Leaves');
    const { page, sockets } = await openContacts(adam);
    allowErrors(page.context(), /status of 40[34]/);
    await sockets.listens();
    const { user_id = '' } = (await listMembers(acme.id)).find(({ name }) => name === adam.name) ?? {};
    await removeMember({ workspaceId: acme.id, role: 'owner' }, user_id);
    await shows(page, 'You have no access to this workspace');
  });
});
