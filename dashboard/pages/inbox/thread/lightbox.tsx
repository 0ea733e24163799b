import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Download from 'lucide-react/icons/download';
import X from 'lucide-react/icons/x';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { type KeyboardEvent, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { inboxPartsTexts } from '../../../texts/en/inbox-parts.ts';
import type { MessageEntry } from '../store/timeline.ts';
import styles from './thread.module.css';

const texts = inboxPartsTexts.lightbox;
const zoomMax = 5;

interface LightboxProps {
  photos: readonly MessageEntry[];
  shownId: string;
  onShow: (id: string) => void;
  onClose: () => void;
}

export const Lightbox = ({ photos, shownId, onShow, onClose }: LightboxProps) => {
  const [zoom, setZoom] = useState(1);
  const at = photos.findIndex(({ id }) => id === shownId);
  const { file } = photos[at] ?? {};
  const step = (by: number) => {
    const next = photos[at + by];
    if (!next) return;
    setZoom(1);
    onShow(next.id);
  };
  const zoomBy = (by: number) => setZoom((now) => Math.min(zoomMax, Math.max(1, now + by)));
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') step(-1);
    if (key === 'ArrowRight') step(1);
    if (key === '+') zoomBy(1);
    if (key === '-') zoomBy(-1);
  };
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()} className={styles.scrim ?? ''}>
      <Modal className={styles.lightbox ?? ''}>
        <Dialog className={styles.lightboxDialog ?? ''} aria-label={inboxTexts.files.photo}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys work wherever the focus is in the dialog. */}
          <div className={styles.lightboxBody} onKeyDown={onKeyDown}>
            <div className={styles.lightboxBar}>
              <button type="button" aria-label={texts.zoomOut} disabled={zoom === 1} onClick={() => zoomBy(-1)}>
                <ZoomOut aria-hidden="true" />
              </button>
              <button type="button" aria-label={texts.zoomIn} disabled={zoom === zoomMax} onClick={() => zoomBy(1)}>
                <ZoomIn aria-hidden="true" />
              </button>
              {file?.url && (
                <a href={file.url} download={file.filename ?? true} aria-label={inboxTexts.files.download}>
                  <Download aria-hidden="true" />
                </a>
              )}
              {/* biome-ignore lint/a11y/noAutofocus: the dialog has just been opened. */}
              <button type="button" aria-label={texts.close} autoFocus onClick={onClose}>
                <X aria-hidden="true" />
              </button>
            </div>
            <div className={styles.stage}>
              {file?.url && (
                <img
                  src={file.url}
                  alt={inboxTexts.files.photo}
                  style={zoom > 1 ? { width: `${zoom * 100}%`, maxWidth: 'none', maxHeight: 'none' } : {}}
                />
              )}
            </div>
            {at > 0 && (
              <button type="button" className={styles.step} aria-label={texts.previous} onClick={() => step(-1)}>
                <ChevronLeft aria-hidden="true" />
              </button>
            )}
            {at < photos.length - 1 && (
              <button type="button" className={styles.step} data-next aria-label={texts.next} onClick={() => step(1)}>
                <ChevronRight aria-hidden="true" />
              </button>
            )}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
};
