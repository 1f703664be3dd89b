import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { isProgramFileMissing } from '../../api/program-files.ts';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { HomeButton } from './home-button.tsx';

/** A page that cannot be shown. Retry forgets the failure and loads the page again. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const retry = (): void => {
    // Browsers differ in whether they load a file again that has failed; a new page does.
    if (isProgramFileMissing(error)) {
      window.location.reload();
      return;
    }
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
