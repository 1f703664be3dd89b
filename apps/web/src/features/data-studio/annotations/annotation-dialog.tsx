import { Textarea } from '@mantine/core';
import { type Annotation, annotationEndpoints } from '@solvane/contract/annotations';
import { type SegmentId, type SignalId, segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import type { Period } from '@solvane/energy/time/local-day';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../../api/call.ts';
import { annotationKeys } from '../../../shared/annotations/annotations.queries.ts';
import { FormDialog } from '../../../shared/dialogs/form-dialog.tsx';
import { SelectField } from '../../../shared/fields/select-field.tsx';
import { useSignalName } from '../../../shared/signals/use-signal-name.ts';
import { periodText } from '../../../shared/time/period-text.ts';

interface AnnotationDialogProps {
  /** undefined: a new one. */
  annotation: Annotation | undefined;
  /** What a new one is about. */
  span: Period;
  zone: string;
  segmentIds: readonly SegmentId[];
  signalIds: readonly SignalId[];
  onClose: () => void;
}

/** A note about a range of a signal of a device. */
export function AnnotationDialog({ annotation, span, zone, segmentIds, signalIds, onClose }: AnnotationDialogProps) {
  const { formatMessage, locale } = useIntl();
  const signalName = useSignalName();
  const queryClient = useQueryClient();
  const [segmentId, setSegmentId] = useState<string | null>(annotation?.segmentId ?? segmentIds[0] ?? null);
  const [signalId, setSignalId] = useState<string | null>(annotation?.signalId ?? signalIds[0] ?? null);
  const [text, setText] = useState(annotation?.text ?? '');
  const [isChecked, setChecked] = useState(false);
  const { startMs, endMs } = annotation ?? span;
  const times = periodText(locale, zone);
  const save = useMutation({
    mutationFn: () =>
      call(annotationEndpoints.save, {
        body: {
          ...(annotation && { annotationId: annotation.annotationId, seenRevision: annotation.revision }),
          segmentId: segmentIdSchema.parse(segmentId),
          signalId: signalIdSchema.parse(signalId),
          startMs,
          endMs,
          text: text.trim(),
        },
      }),
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: annotationKeys.all }),
    meta: { failedMessage: 'DataStudio_Annotation_Failed' },
  });
  const isMissing = text.trim() === '' || segmentId === null || signalId === null;
  return (
    <FormDialog
      title={formatMessage({ id: annotation ? 'DataStudio_Annotation_Edit' : 'DataStudio_Annotation_New' })}
      submitLabel={formatMessage({ id: 'DataStudio_Annotation_Save' })}
      isBusy={save.isPending}
      isEdited={text !== (annotation?.text ?? '')}
      onClose={onClose}
      onSubmit={() => {
        setChecked(true);
        if (!isMissing) save.mutate();
      }}
    >
      <p>{formatMessage({ id: 'DataStudio_Zoom' }, { from: times.time(startMs), to: times.time(endMs) })}</p>
      <Textarea
        withAsterisk
        label={formatMessage({ id: 'DataStudio_Annotation_Text' })}
        value={text}
        rows={3}
        maxLength={LIMITS.commentLength}
        error={isChecked && text.trim() === '' && formatMessage({ id: 'Common_Validation_Required' })}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <SelectField
        label={formatMessage({ id: 'DataStudio_Annotation_Device' })}
        options={[...new Set<string>(annotation ? [annotation.segmentId, ...segmentIds] : segmentIds)].map((value) => ({
          value,
          label: value,
        }))}
        value={segmentId}
        onChange={setSegmentId}
      />
      <SelectField
        label={formatMessage({ id: 'DataStudio_Filter_Signal' })}
        options={[...new Set<string>(annotation ? [annotation.signalId, ...signalIds] : signalIds)].map((value) => ({
          value,
          label: signalName(value),
        }))}
        value={signalId}
        onChange={setSignalId}
      />
    </FormDialog>
  );
}
