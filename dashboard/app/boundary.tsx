import { Component, type ReactNode } from 'react';
import { Button } from '../components/controls/button.tsx';
import { Notice } from '../components/feedback/notice.tsx';
import { ChunkError } from '../components/import-repeatedly.ts';
import { forgetFailures } from '../components/lazy-component.ts';
import { en } from '../texts/en.ts';

interface PageBoundaryProps {
  /** Another path is another chance. */
  path?: string;
  children: ReactNode;
  frame?: (notice: ReactNode) => ReactNode;
}

/** React catches errors of rendering only in a class. The navigation around it goes on working. */
export class PageBoundary extends Component<PageBoundaryProps, { error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidMount() {
    window.addEventListener('online', this.retry);
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.retry);
  }

  override componentDidUpdate({ path }: PageBoundaryProps) {
    if (path !== this.props.path) this.retry();
  }

  retry = () => {
    if (!(this.state.error instanceof ChunkError) && this.state.error !== undefined) return;
    forgetFailures();
    this.setState({ error: undefined });
  };

  override render() {
    const { children, frame = (notice) => notice } = this.props;
    const { error } = this.state;
    if (error === undefined) return children;
    return frame(error instanceof ChunkError ? <NotLoaded onRetry={this.retry} /> : <Crashed />);
  }
}

const NotLoaded = ({ onRetry }: { onRetry: () => void }) => {
  // The server answers, so the chunk is one of an older version: a reload gets the new one.
  const retry = () =>
    fetch(window.location.pathname, { method: 'HEAD' }).then(
      ({ ok }) => (ok ? window.location.reload() : onRetry()),
      onRetry,
    );
  return (
    <Notice
      tone="bad"
      isAlert
      title={en.problem.pageTitle}
      actions={<Button onPress={() => void retry()}>{en.problem.retry}</Button>}
    >
      <p>{en.problem.page}</p>
    </Notice>
  );
};

const Crashed = () => (
  <Notice
    tone="bad"
    isAlert
    title={en.problem.crashTitle}
    actions={<Button onPress={() => window.location.reload()}>{en.problem.reload}</Button>}
  >
    <p>{en.problem.crash}</p>
  </Notice>
);
