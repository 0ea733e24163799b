import { Component, type ReactNode } from 'react';
import { Button } from '../components/controls/button.tsx';
import { Notice } from '../components/feedback/notice.tsx';
import { messages } from '../messages/en.ts';
import styles from './full-page.module.css';

interface CrashBoundaryProps {
  children: ReactNode;
}

/** React catches errors of rendering only in a class. Also shown when a chunk of an older version is gone. */
export class CrashBoundary extends Component<CrashBoundaryProps, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override render() {
    if (!this.state.hasCrashed) return this.props.children;
    return (
      <main className={styles.center}>
        <h1 className="visually-hidden">{messages.product}</h1>
        <Notice
          tone="bad"
          isAlert
          title={messages.problem.crashTitle}
          actions={<Button onPress={() => window.location.reload()}>{messages.problem.reload}</Button>}
        >
          <p>{messages.problem.crash}</p>
        </Notice>
      </main>
    );
  }
}
