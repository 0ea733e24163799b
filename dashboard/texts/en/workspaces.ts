export const workspacesTexts = {
  title: 'Your workspaces',
  choose: 'Workspaces',
  invitations: 'Invitations',
  invited: (name: string, role: string) => `Join ${name} as ${role}`,
  invitedBy: (who: string) => `${who} invited you.`,
  expires: 'Expires',
  join: 'Join',
  joinLabel: (name: string) => `Join ${name}`,
  decline: 'Decline',
  declineLabel: (name: string) => `Decline the invitation to ${name}`,
  joined: (name: string) => `You joined ${name}`,
  declined: (name: string) => `You declined the invitation to ${name}`,
  emptyTitle: 'No workspace yet',
  empty: (email: string) =>
    `Nobody has invited ${email}. Ask an Owner or Admin of your workspace to invite this address, then reload the page.`,
  signedInAs: (email: string) => `Signed in as ${email}`,
};
