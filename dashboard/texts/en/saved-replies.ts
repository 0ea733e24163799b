export const savedReplyTexts = {
  title: 'Saved replies',
  lead: 'Texts that you use often. In a conversation, type / to insert one.',
  create: 'Create reply',
  find: 'Search name or text',
  clear: 'Clear',
  noMatchTitle: 'No matching replies',
  noMatch: 'No name and no text has these words.',
  /** "name|there" */
  placeholder: (written: string) => {
    const [field, fallback] = written.split('|');
    return fallback?.trim() ? `${field} or “${fallback.trim()}”` : `${field}`;
  },
  loadFailed: 'The saved replies could not be loaded.',
  emptyTitle: 'No saved replies yet',
  empty: 'Write an answer once, and insert it with / in any conversation.',
  columns: { name: 'Name', text: 'Text', who: 'Who sees it', changed: 'Changed', actions: 'Actions' },
  shared: 'Everyone',
  personal: 'Only you',
  actions: (name: string) => `Actions for ${name}`,
  edit: 'Edit',
  remove: 'Delete',
  form: {
    createTitle: 'Create a saved reply',
    editTitle: (name: string) => `Edit ${name}`,
    name: 'Name',
    nameHint: 'You find it by its name or its text.',
    text: 'Text',
    textHint: 'The first name is filled in when you insert the reply, or “there” if it is not known.',
    insertName: 'Insert first name',
    namePlaceholder: '{{contact.name|there}}',
    unknown: (written: string, known: readonly string[]) =>
      `${written} is not a placeholder. Use ${known.slice(0, -1).join(', ')} or ${known.at(-1)}.`,
    who: 'Who sees it',
    personalHint: 'Nobody else can use or change it.',
    sharedHint: 'Every member can use, change and delete it.',
    missing: (field: string) => `Enter a ${field.toLowerCase()}.`,
    createAction: 'Create reply',
    editAction: 'Save changes',
    created: (name: string) => `Reply ${name} created`,
    changed: (name: string) => `Reply ${name} changed`,
  },
  delete: {
    title: (name: string) => `Delete ${name}?`,
    lead: 'Messages that were sent with it stay.',
    leadShared: 'It goes for everyone in the workspace. Messages that were sent with it stay.',
    done: (name: string) => `Reply ${name} deleted`,
  },
};
