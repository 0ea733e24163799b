import * as z from 'zod';
import type { DemoFile } from './demo.ts';
import { runAdmin } from './run-admin.ts';

export const demoMembers = [
  { email: 'olivia@demo.example', name: 'Olivia Owner', role: 'owner' },
  { email: 'adam@demo.example', name: 'Adam Admin', role: 'admin' },
  { email: 'agnes@demo.example', name: 'Agnes Agent', role: 'agent' },
];

/** They become members when they sign in for the first time, like anybody else. */
export const inviteDemoMembers = async (file: DemoFile, localDir: string): Promise<void> => {
  for (const { email, role } of demoMembers) {
    const invited = file.demo.invited_members ?? [];
    if (invited.includes(email)) continue;
    const options = ['--workspace', file.demo.workspace_id, '--role', role];
    await runAdmin(localDir, ['member', 'invite', email, ...options], z.unknown());
    file.update({ invited_members: [...invited, email] });
  }
};
