import type { FormDefinition } from '@solvane/contract/forms';
import { createStore, useSelector } from '@tanstack/react-store';
import type { FormResponse } from '../api/post-form.ts';
import type { FormValues } from '../shared/form-definition/form-values.ts';

export interface OpenForm {
  /** Name of a form the server defines, or a definition that came with other data. */
  form: string | FormDefinition;
  /** What it begins with, as when something is edited. */
  values?: FormValues;
  onDone?: (answer: FormResponse) => void;
}

interface FormPanelState {
  open: OpenForm | null;
  isDirty: boolean;
  /** What to do once the user agrees to lose what was entered; null: nothing is asked. */
  asked: (() => void) | null;
}

const CLOSED: FormPanelState = { open: null, isDirty: false, asked: null };

/** One form at a time, in a pane beside the screen. Never remembered: what was typed is not stored before it is sent. */
export const formPanel = createStore<FormPanelState>(CLOSED);

export function openForm(open: OpenForm): void {
  whenLosable(() => formPanel.setState(() => ({ ...CLOSED, open })));
}

export function closeForm(): void {
  whenLosable(() => formPanel.setState(() => CLOSED));
}

/** After it was sent, or when the user agreed: nothing is asked any more. */
export function discardForm(): void {
  formPanel.setState(() => CLOSED);
}

/** Does something that closes the form: at once, or after the user agreed to lose what was entered. */
export function whenLosable(act: () => void): void {
  if (formPanel.get().isDirty) formPanel.setState((state) => ({ ...state, asked: act }));
  else act();
}

export function setFormDirty(isDirty: boolean): void {
  formPanel.setState((state) => (state.isDirty === isDirty ? state : { ...state, isDirty }));
}

export function answerDiscard(isAgreed: boolean): void {
  const { asked } = formPanel.get();
  formPanel.setState((state) => ({ ...state, asked: null, isDirty: isAgreed ? false : state.isDirty }));
  if (isAgreed) asked?.();
}

export function useOpenForm(): OpenForm | null {
  return useSelector(formPanel, ({ open }) => open);
}
