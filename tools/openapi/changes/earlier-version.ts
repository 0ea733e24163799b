import { execFileSync } from 'node:child_process';

const git = (...args: string[]): string | undefined => {
  try {
    return execFileSync('git', args, {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return undefined;
  }
};

/**
 * The file before the change under way: as committed, or, once the change is committed, as in the first parent. For a
 * pull request's merge commit that is its target. Undefined without a repository or with a history of one commit.
 */
export const readEarlierVersion = (path: string, text: string): string | undefined => {
  const committed = git('show', `HEAD:${path}`);
  return committed === text ? git('show', `HEAD^:${path}`) : committed;
};
