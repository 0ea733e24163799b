import { card, chooseFrom, dialog, fill, gone, press } from './controls.ts';
import { openAs, type SignedInPerson } from './people.ts';

export const openTeams = async (person: SignedInPerson, workspaceId: string) => {
  const page = await openAs(person, `/w/${workspaceId}/routing/teams`);
  const team = (name: string) => card(page, name);
  const save = async (name: string, memberNames: readonly string[], action: string): Promise<void> => {
    await fill(dialog(page), 'Name', name);
    for (const member of memberNames) await dialog(page).getByText(member, { exact: true }).click();
    await press(dialog(page), action);
    await gone(dialog(page));
  };
  return {
    page,
    team,
    create: async (name: string, ...memberNames: string[]): Promise<void> => {
      await press(page, 'Create team');
      await save(name, memberNames, 'Create team');
      await team(name).waitFor();
    },
    assignInTurn: async (name: string, openMax: string): Promise<void> => {
      await chooseFrom(page, `Actions for ${name}`, 'Edit');
      await dialog(page).getByText('Assign conversations in turn').click();
      await fill(dialog(page), 'Open conversations per member, at most', openMax);
      await press(dialog(page), 'Save');
    },
    edit: async (name: string, after: string, ...memberNames: string[]): Promise<void> => {
      await chooseFrom(page, `Actions for ${name}`, 'Edit');
      await save(after, memberNames, 'Save');
      await team(after).waitFor();
    },
    remove: async (name: string): Promise<void> => {
      await chooseFrom(page, `Actions for ${name}`, 'Delete');
      await press(page.getByRole('alertdialog'), 'Delete');
      await gone(team(name));
    },
  };
};
