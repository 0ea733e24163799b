import type { Parts } from '../../functions/consumers/change-patterns.ts';
import type { DeployedFunction } from '../../functions/model/deployed-function.ts';
import type { Settings } from '../settings.ts';

export const toParts = ({ email, dashboard }: Settings): Parts => ({
  mail: email !== undefined,
  hints: dashboard !== undefined,
});

/** Without a sender or a dashboard, a function has none of the rights that mails or hints need. */
export const withParts = <Entry extends DeployedFunction>(entry: Entry, settings: Settings): Entry => {
  const { grants, mailGrants = [], hintGrants = [] } = entry;
  const { mail, hints } = toParts(settings);
  return { ...entry, grants: [...grants, ...(mail ? mailGrants : []), ...(hints ? hintGrants : [])] };
};
