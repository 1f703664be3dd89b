import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { HomeButton } from './home-button.tsx';

/** A page that cannot be shown. Retry forgets the failure and loads the page again. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const retry = (): void => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  return (
    <ErrorState error={error} level="page" onRetry={retry}>
      <HomeButton />
    </ErrorState>
  );
}
