import { Button } from '@mantine/core';
import type { UploadKind } from '@solvane/contract/uploads/upload-kinds';
import type { Upload, UploadId } from '@solvane/contract/uploads/uploads';
import { IconArrowLeft, IconDownload, IconFileUpload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { StepWizard } from '../../shared/controls/step-wizard.tsx';
import { saveFile } from '../../shared/files/save-file.ts';
import { Screen } from '../../shared/screen/screen.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { ConfirmStep } from './confirm-step.tsx';
import { DoneStep } from './done-step.tsx';
import { FileStep } from './file-step.tsx';
import { ProgressStep } from './progress-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { TemplateStep } from './template-step.tsx';
import type { UploadSearch, UploadStep } from './upload-search.ts';
import { fetchFindings, uploadQuery } from './uploads.queries.ts';

interface UploadWizardProps {
  kind: UploadKind;
  search: UploadSearch;
  onSearch: (search: UploadSearch) => void;
}

/** Template, file, validation, review, confirmation, import and its end: the upload itself decides how far one can go. */
export function UploadWizard({ kind, search, onSearch }: UploadWizardProps) {
  const { formatMessage } = useIntl();
  const query = useQuery(uploadQuery(search.upload as UploadId | undefined));
  const upload = query.data?.kind === kind ? query.data : undefined;
  const step = shownStep(search.step, upload);
  const go = (next: UploadStep): void => onSearch({ ...search, step: next });
  const restart = (): void => onSearch({ kind, step: 'upload' });
  const title = formatMessage({ id: 'Upload_Title' }, { kind: formatMessage({ id: `Upload_Kind_${kind}` }) });
  const text = (id: UploadStep): string => formatMessage({ id: `Upload_Step_${id}` });
  const noFile = upload ? undefined : formatMessage({ id: 'Upload_Problem_NoFile' });
  return (
    <Screen
      title={title}
      subtitle={upload?.fileName}
      actions={
        <>
          <Button variant="default" leftSection={<IconArrowLeft size={15} />} onClick={() => onSearch({})}>
            {formatMessage({ id: 'Upload_Back' })}
          </Button>
          {upload && upload.errors + upload.warnings > 0 && <FindingsButton upload={upload} />}
          {upload && (
            <Button variant="default" leftSection={<IconFileUpload size={15} />} onClick={restart}>
              {formatMessage({ id: upload.errors > 0 ? 'Upload_Corrected' : 'Upload_Another' })}
            </Button>
          )}
        </>
      }
    >
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      <StepWizard
        label={title}
        value={step}
        onChange={go}
        isWide={step === 'review'}
        steps={[
          { name: 'template', title: text('template'), isDone: upload !== undefined, content: () => <TemplateStep kind={kind} /> },
          {
            name: 'upload',
            title: text('upload'),
            isDone: upload !== undefined,
            problem: noFile,
            content: () => <FileStep kind={kind} onUploaded={({ id }) => onSearch({ kind, upload: id })} />,
          },
          {
            name: 'validate',
            title: text('validate'),
            isDone: upload !== undefined && upload.state !== 'validating',
            problem: upload?.state === 'validating' ? formatMessage({ id: 'Upload_Problem_Validating' }) : undefined,
            content: () => upload && <ProgressStep upload={upload} of="validating" />,
          },
          {
            name: 'review',
            title: text('review'),
            isDone: upload !== undefined && upload.errors === 0 && upload.state !== 'validating',
            problem: upload && upload.errors > 0 ? formatMessage({ id: 'Upload_Problem_Errors' }, { count: upload.errors }) : undefined,
            content: () => upload && <ReviewStep key={upload.id} upload={upload} />,
          },
          {
            name: 'confirm',
            title: text('confirm'),
            isDone: upload !== undefined && upload.importedAtMs !== null,
            problem: upload?.state === 'review' ? formatMessage({ id: 'Upload_Problem_NotConfirmed' }) : undefined,
            content: () => upload && <ConfirmStep upload={upload} onConfirmed={() => onSearch({ kind, upload: upload.id })} />,
          },
          {
            name: 'import',
            title: text('import'),
            isDone: upload !== undefined && upload.importedAtMs !== null,
            problem: upload?.state === 'importing' ? formatMessage({ id: 'Upload_Problem_Importing' }) : undefined,
            content: () => upload && <ProgressStep upload={upload} of="importing" />,
          },
          { name: 'done', title: text('done'), isDone: false, content: () => upload && <DoneStep upload={upload} /> },
        ]}
        finish={
          <Button variant="default" onClick={() => onSearch({})}>
            {formatMessage({ id: 'Upload_Back' })}
          </Button>
        }
      />
    </Screen>
  );
}

/** What the upload is at, unless the user looks at an earlier step. */
function shownStep(asked: UploadStep | undefined, upload: Upload | undefined): UploadStep {
  if (!upload) return asked === undefined || asked === 'template' ? 'template' : 'upload';
  const current = STEP_OF[upload.state];
  if (asked === undefined) return current;
  // From the review on, a user goes on to the confirmation; nothing else lies ahead of what the upload is at.
  const last = upload.state === 'review' && upload.errors === 0 ? 'confirm' : current;
  return ORDER.indexOf(asked) <= ORDER.indexOf(last) ? asked : current;
}

const ORDER: readonly UploadStep[] = ['template', 'upload', 'validate', 'review', 'confirm', 'import', 'done'];

const STEP_OF = {
  validating: 'validate',
  review: 'review',
  importing: 'import',
  done: 'done',
  failed: 'done',
  cancelled: 'done',
  reverted: 'done',
} as const satisfies Record<Upload['state'], UploadStep>;

function FindingsButton({ upload }: { upload: Upload }) {
  const { formatMessage, locale } = useIntl();
  const name = `${upload.fileName.replace(/\.[^.]*$/, '')} ${formatMessage({ id: 'Upload_Findings' })}.csv`;
  const download = useMutation({
    mutationFn: async () => saveFile(await fetchFindings(upload.id, locale as never), name),
    meta: { failedMessage: 'Upload_Findings_Failed' },
  });
  return (
    <Button variant="default" leftSection={<IconDownload size={15} />} loading={download.isPending} onClick={() => download.mutate()}>
      {formatMessage({ id: 'Upload_Findings_Download' })}
    </Button>
  );
}
