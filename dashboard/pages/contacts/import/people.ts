import type { ImportResult } from '../../../../functions/model/contacts/import.ts';
import { findKeyConflict, keyConflicts } from '../../../../functions/model/contacts/key-conflicts.ts';

/** Compares all lines of a file: the check of the service compares those of one call, and names each person by an id. */
export const createPeople = () => {
  const externalIds = new Map<string, string | undefined>();
  const owners = new Map<string, string>();
  const added = new Set<string>();
  return {
    /** How many are no contacts yet. A line that repeats one of them adds nobody. */
    countAdded: (): number => added.size,
    isAdded: (person: string): boolean => added.has(person),
    /** Why the import would refuse the line. */
    findRefusal: (
      { status, contact_id: person, error }: ImportResult,
      externalId: string | undefined,
    ): string | undefined => {
      if (error) {
        const isFound = externalId !== undefined && owners.has(externalId);
        return isFound && findKeyConflict(error.message) === 'unknown_id' ? undefined : error.message;
      }
      if (person === null) return undefined;
      const known = externalIds.get(person);
      if (externalId !== undefined) {
        if (known !== undefined && known !== externalId) return keyConflicts.other_id;
        if ((owners.get(externalId) ?? person) !== person) return keyConflicts.other_person;
        owners.set(externalId, person);
      }
      if (status === 'created' && !externalIds.has(person)) added.add(person);
      externalIds.set(person, known ?? externalId);
      return undefined;
    },
  };
};
