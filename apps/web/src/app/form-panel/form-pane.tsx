import { useBlocker } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { lazy, Suspense, useEffect } from 'react';
import { usePage } from '../../shared/routing/use-page.ts';
import { answerDiscard, discardForm, formPanel, useOpenForm, whenLosable } from '../../workspace/form-panel.ts';

const FormPaneBody = lazy(async () => ({ default: (await import('./form-pane-body.tsx')).FormPaneBody }));
const DiscardDialog = lazy(async () => ({ default: (await import('./discard-dialog.tsx')).DiscardDialog }));

/** Where forms open. Another screen closes them, and asks before something that was entered is lost. */
export function FormPane() {
  const open = useOpenForm();
  const { name } = usePage();
  const isAsked = useSelector(formPanel, ({ asked }) => asked !== null);
  useBlocker({
    disabled: open === null,
    enableBeforeUnload: () => formPanel.get().isDirty,
    shouldBlockFn: ({ current, next }) => {
      if (current.pathname === next.pathname || !formPanel.get().isDirty) return false;
      return new Promise((resolve) => {
        whenLosable(() => resolve(false));
        const subscription = formPanel.subscribe(({ asked, isDirty }) => {
          if (asked !== null) return;
          subscription.unsubscribe();
          if (isDirty) resolve(true);
        });
      });
    },
  });
  // The form lies outside of React, and belongs to the screen that opened it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name of the page is the reason
  useEffect(() => discardForm, [name]);
  return (
    <>
      {open && (
        <Suspense>
          <FormPaneBody open={open} />
        </Suspense>
      )}
      {isAsked && (
        <Suspense>
          <DiscardDialog onAnswer={answerDiscard} />
        </Suspense>
      )}
    </>
  );
}
