import { ActionIcon } from '@mantine/core';
import { PANES } from '@solvane/contract/limits';
import { ResizablePane } from '@solvane/ui/resizable-pane';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { type ReactNode, useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { z } from 'zod';
import type { FormResponse } from '../../api/post-form.ts';
import { saveFile } from '../../shared/files/save-file.ts';
import { FormView } from '../../shared/form-definition/form-view.tsx';
import { formQuery } from '../../shared/form-definition/forms.queries.ts';
import { useShortcut } from '../../shared/keys/use-shortcut.ts';
import classes from '../../shared/panes/content-pane.module.css';
import { useViewport } from '../../shared/screen/use-viewport.ts';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { useServerText } from '../../shared/text/use-server-text.ts';
import { closeForm, discardForm, type OpenForm, setFormDirty } from '../../workspace/form-panel.ts';
import { showNotice } from '../../workspace/notices.ts';
import { paneSizes, setPaneSize } from '../../workspace/panels.ts';
import { DeviceSelect } from './device-select.tsx';

export function FormPaneBody({ open }: { open: OpenForm }) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const room = useViewport();
  const { form: size } = useSelector(paneSizes);
  const name = typeof open.form === 'string' ? open.form : '';
  const query = useQuery({ ...formQuery(name), enabled: name !== '' });
  const definition = typeof open.form === 'string' ? query.data : open.form;
  const title = definition ? serverText(definition.title) : formatMessage({ id: 'Common_Loading' });
  useShortcut('Escape', closeForm);

  const done = (answer: FormResponse): void => {
    discardForm();
    const message = messageOf(answer);
    if (message !== undefined) showNotice({ kind: 'success', title: 'Form_Done', values: { message: serverText(message) } });
    if (answer.kind === 'file') saveFile(answer.file, answer.fileName);
    open.onDone?.(answer);
  };
  const content = (
    <FocusedPane key={title}>
      <header className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        <ActionIcon aria-label={formatMessage({ id: 'Form_Close' })} onClick={closeForm}>
          <IconX />
        </ActionIcon>
      </header>
      {query.error && <ErrorState error={query.error} title="Common_Error_Query_Title" onRetry={() => void query.refetch()} />}
      {!definition && !query.error && <div className={classes.ghost} aria-hidden="true" />}
      {definition && (
        <FormView
          key={definition.name}
          definition={definition}
          values={open.values}
          DeviceSelect={DeviceSelect}
          onDirtyChange={setFormDirty}
          onCancel={closeForm}
          onDone={done}
        />
      )}
    </FocusedPane>
  );
  if (room !== 'wide')
    return (
      <section className={classes.overlay} data-kind="form" aria-label={title}>
        {content}
      </section>
    );
  const { min, max, default: defaultSize } = PANES.form;
  return (
    <ResizablePane
      title={title}
      label={formatMessage({ id: 'Form_Resize' })}
      side="right"
      size={size}
      min={min}
      max={max}
      defaultSize={defaultSize}
      onResize={(next) => setPaneSize('form', next)}
    >
      {content}
    </ResizablePane>
  );
}

/** The first field has the focus when a form opens, and what opened it has it again afterwards. */
function FocusedPane({ children }: { children: ReactNode }) {
  const pane = useRef<HTMLDivElement>(null);
  // Focus lies outside of React.
  useEffect(() => {
    const before = document.activeElement;
    const first = pane.current?.querySelector<HTMLElement>('form input:not([type=hidden]), form textarea, form select, form button');
    (first ?? pane.current)?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <div ref={pane} className={classes.pane} tabIndex={-1}>
      {children}
    </div>
  );
}

const withMessageSchema = z.object({ message: z.string().min(1) });

/** What the endpoint says about its success: the message of a JSON answer, or a text as it stands. */
function messageOf(answer: FormResponse): string | undefined {
  if (answer.kind === 'text') return answer.text.trim() || undefined;
  return answer.kind === 'json' ? withMessageSchema.safeParse(answer.value).data?.message : undefined;
}
