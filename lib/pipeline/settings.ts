export interface PipelineSettings {
  /** The ids never change and are never reused: `gh api repos/<owner>/<name> --jq '.owner.id, .id'`. */
  repository: { owner: string; ownerId: number; name: string; id: number };
  branch: string;
}

/** Unset: the roles must trust only your own repository. See docs/operations.md. */
export const pipelineSettings: PipelineSettings | undefined = undefined;

export const checkPipelineSettings = (settings: PipelineSettings | undefined): PipelineSettings => {
  if (!settings)
    throw new Error('The pipeline has no repository to trust. Set "pipelineSettings" in lib/pipeline/settings.ts.');
  const { repository, branch } = settings;
  checkName('repository.owner', repository.owner, /^[\w-]+$/);
  checkName('repository.name', repository.name, /^[\w.-]+$/);
  checkName('branch', branch, /^[\w./-]+$/);
  checkId('repository.ownerId', repository.ownerId);
  checkId('repository.id', repository.id);
  return settings;
};

const checkName = (field: string, name: string, pattern: RegExp): void => {
  if (pattern.test(name)) return;
  throw new Error(`pipelineSettings.${field} is "${name}". Use the exact name on GitHub, without wildcards.`);
};

const checkId = (field: string, id: number): void => {
  if (Number.isSafeInteger(id) && id > 0) return;
  throw new Error(`pipelineSettings.${field} is ${id}. Use the numeric id that the GitHub API shows.`);
};
