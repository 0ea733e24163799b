import { toTagKey } from '../../../functions/model/contacts/tag.ts';
import { useLive } from '../../api/queries.ts';
import { useSettled } from '../../context/settled.ts';

const typingMs = 300;

/** The first tags whose name has the typed text, by name. While it is searched for, those of them that are known. */
export const useTagSearch = (typed: string, isEnabled = true): string[] => {
  const text = typed.trim();
  const search = useSettled(text, typingMs);
  const input = { limit: '20', ...(search ? { search } : {}) };
  const { data } = useLive('listTags', {}, { everyMs: false, input, isEnabled, keepsPrevious: true, isAside: true });
  const names = data?.data.map(({ name }) => name) ?? [];
  return names.filter((name) => toTagKey(name).includes(toTagKey(text)));
};
