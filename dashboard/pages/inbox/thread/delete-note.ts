import { call } from '../../../api/call.ts';
import { toProblem } from '../../../api/problem.ts';
import { toast, toastProblem } from '../../../context/toast.ts';
import { inboxTexts as texts } from '../../../texts/en/inbox.ts';
import { addEntries, hiddenEntries, readInboxNow, removeEntry } from '../cache.ts';
import type { NoteEntry } from './timeline.ts';

/** A deleted note cannot be restored, so it is only hidden until the offer to undo is over, or the page is left. */
export const deleteNote = (workspaceId: string, conversationId: string, note: NoteEntry): void => {
  const restore = () => {
    window.removeEventListener('pagehide', run);
    hiddenEntries.delete(note.id);
    addEntries(workspaceId, conversationId, [note]);
  };
  const run = () => {
    window.removeEventListener('pagehide', run);
    void call('deleteNote', { workspace_id: workspaceId, id: conversationId, note_id: note.id })
      .catch((error: unknown) => {
        restore();
        toastProblem(toProblem(error).plainMessage);
      })
      .then(readInboxNow);
  };
  hiddenEntries.add(note.id);
  removeEntry(workspaceId, conversationId, note.id);
  window.addEventListener('pagehide', run);
  toast(texts.thread.noteDeleted, { action: { label: texts.done.undo, onPress: restore }, onGone: run });
};
