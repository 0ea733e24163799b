/** The address of the composer has this word instead of the ids, which may be too many for it. */
export const chosenInTab = 'chosen';

interface ChosenPerson {
  id: string;
  name: string;
}

/** Signing out removes keys that begin like this. */
const keyOf = (userId: string, workspaceId: string): string => `draft:people:${userId}:${workspaceId}`;

/** The contacts that a person has chosen for a broadcast, kept in this tab. */
export const putChosenPeople = (userId: string, workspaceId: string, people: readonly ChosenPerson[]): void =>
  sessionStorage.setItem(keyOf(userId, workspaceId), JSON.stringify(people));

export const readChosenPeople = (userId: string, workspaceId: string): ChosenPerson[] =>
  JSON.parse(sessionStorage.getItem(keyOf(userId, workspaceId)) ?? '[]') as ChosenPerson[];
