/** Why the keys of an entry lead to no contact, in the words of the API. The dashboard has its own. */
export const keyConflicts = {
  other_id: 'The contact with this phone number has another "external_id". Change it with PATCH /contacts/{id}.',
  other_person:
    '"external_id" belongs to a contact with another phone number. Leave out "phone", or change the "external_id" ' +
    'of that contact with PATCH /contacts/{id}.',
  taken_id: 'Another contact has this "external_id". GET /contacts?external_id= finds it; change that contact first.',
  unknown_id: 'No contact has this "external_id". To create one, send its "phone", too.',
} as const;

export type KeyConflict = keyof typeof keyConflicts;

export const findKeyConflict = (message: string): KeyConflict | undefined =>
  (Object.keys(keyConflicts) as KeyConflict[]).find((conflict) => keyConflicts[conflict] === message);
