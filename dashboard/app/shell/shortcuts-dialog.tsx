import { Kbd } from '../../components/content/kbd.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx';
import { activeShortcuts } from '../../context/shortcuts.ts';
import { en } from '../../texts/en.ts';
import styles from './overlays.module.css';

/** The keys of the page, and those that work everywhere. */
export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={en.keys.title} lead={en.keys.lead} onClose={onClose}>
    <div className={styles.groups}>
      {activeShortcuts().map(({ title, shortcuts }) => (
        <section key={title} aria-label={title}>
          <h3 className={styles.groupTitle}>{title}</h3>
          <dl className={styles.keys}>
            {shortcuts
              .filter(({ isHidden }) => !isHidden)
              .map(({ keys, label }) => (
                <div key={keys}>
                  <dt>{label}</dt>
                  <dd>
                    <Kbd keys={keys} />
                    <span className="visually-hidden">{keys}</span>
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </div>
    <DialogActions>
      <Button onPress={onClose} autoFocus>
        {en.dialog.close}
      </Button>
    </DialogActions>
  </Dialog>
);
