import type { MessageKey } from '@solvane/i18n/messages';
import { QueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { isProgramFileMissing } from '../../api/program-files.ts';
import { ErrorState } from './error-state.tsx';
import type { ErrorLevel } from './error-text.ts';

interface ErrorBoundaryProps {
  level?: ErrorLevel;
  /** Takes the place of the error table's title. */
  title?: MessageKey;
  /** Another value forgets the failure: what is shown has changed. */
  resetKey?: unknown;
  actions?: ReactNode;
  children: ReactNode;
}

/** Keeps a failure where it happened. Retry forgets it and asks failed queries again. */
export function ErrorBoundary(props: ErrorBoundaryProps) {
  return <QueryErrorResetBoundary>{({ reset }) => <Boundary {...props} onRetry={reset} />}</QueryErrorResetBoundary>;
}

class Boundary extends Component<ErrorBoundaryProps & { onRetry: () => void }, { error: unknown; resetKey: unknown }> {
  override state: { error: unknown; resetKey: unknown } = { error: undefined, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Unknown') };
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: { error: unknown; resetKey: unknown }) {
    return resetKey === state.resetKey ? null : { error: undefined, resetKey };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    console.error('Could not be drawn', error, componentStack);
  }

  override render(): ReactNode {
    const { level = 'part', title, actions, children, onRetry } = this.props;
    if (this.state.error === undefined) return children;
    const retry = (): void => {
      if (isProgramFileMissing(this.state.error)) {
        window.location.reload();
        return;
      }
      onRetry();
      this.setState({ error: undefined });
    };
    return (
      <ErrorState error={this.state.error} level={level} onRetry={retry} {...(title && { title })}>
        {actions}
      </ErrorState>
    );
  }
}
