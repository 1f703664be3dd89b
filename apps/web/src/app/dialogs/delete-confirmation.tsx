import { lazy, Suspense, useEffect } from 'react';
import { usePage } from '../../shared/routing/use-page.ts';
import { closeDeleteConfirmation, useDeleteQuestion } from '../../workspace/delete-confirmation.ts';

const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }));

/** The one place where the question before a deletion is asked; another screen takes it away. */
export function DeleteConfirmation() {
  const question = useDeleteQuestion();
  const { name } = usePage();
  // The question lies outside of React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name of the page is the reason
  useEffect(() => closeDeleteConfirmation, [name]);
  return (
    question && (
      <Suspense>
        <DeleteDialog question={question} />
      </Suspense>
    )
  );
}
