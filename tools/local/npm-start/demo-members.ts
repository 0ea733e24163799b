import * as z from 'zod';
import { runAdmin } from './run-admin.ts';

export const demoMembers = [
  { email: 'olivia@demo.example', name: 'Olivia Owner', role: 'owner' },
  { email: 'adam@demo.example', name: 'Adam Admin', role: 'admin' },
  { email: 'agnes@demo.example', name: 'Agnes Agent', role: 'agent' },
] as const;

const person = z.object({ email: z.string() });
const listSchema = z.object({ members: z.array(person), invitations: z.array(person) });

/** They join when they sign in for the first time, like anybody else. Checked at each start: an invitation expires. */
export const inviteDemoMembers = async (workspaceId: string, localDir: string): Promise<void> => {
  const workspaceOption = ['--workspace', workspaceId];
  const { members, invitations } = await runAdmin(localDir, ['member', 'list', ...workspaceOption], listSchema);
  const known = new Set<string>([...members, ...invitations].map(({ email }) => email));
  const missing = demoMembers.filter(({ email }) => !known.has(email));
  const invite = (email: string, role: string) =>
    runAdmin(localDir, ['member', 'invite', ...workspaceOption, '--email', email, '--role', role], z.unknown());
  await Promise.all(missing.map(({ email, role }) => invite(email, role)));
};
