export const programName = 'npx switchboard';

export const exampleHelp = (...lines: string[]): string =>
  `\nExample${lines.length === 1 ? '' : 's'}:\n${lines.map((line) => `  ${programName} ${line}`).join('\n')}`;

export const placeholderIds = {
  workspace: '0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123',
  key: '0199f3a2-0c4d-7e8f-8b13-1a2b3c4d5e6f',
  webhook: '0199f3a2-3e5f-7a6b-8c7d-8e9fa0b1c2d3',
  event: '0199f3a3-1111-7e8f-8b13-1a2b3c4d5e6f',
  user: '0199f3a4-1111-7e8f-8b13-1a2b3c4d5e6f',
  invitation: '0199f3a4-1212-7e8f-8b13-1a2b3c4d5e6f',
  contact: '0199f3a4-3333-7e8f-8b13-1a2b3c4d5e6f',
  broadcast: '0199f3a4-2222-7e8f-8b13-1a2b3c4d5e6f',
};
