import { ActionIcon, Button, Menu } from '@mantine/core';
import { type Annotation, annotationEndpoints } from '@solvane/contract/annotations';
import type { SegmentId, SignalId } from '@solvane/contract/ids';
import type { Period } from '@solvane/energy/time/local-day';
import { IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../../api/call.ts';
import { annotationKeys, annotationsQuery } from '../../../shared/annotations/annotations.queries.ts';
import { useSignalName } from '../../../shared/signals/use-signal-name.ts';
import { periodText } from '../../../shared/time/period-text.ts';
import { confirmDelete } from '../../../workspace/delete-confirmation.ts';
import classes from '../views/views.module.css';

const AnnotationDialog = lazy(async () => ({ default: (await import('./annotation-dialog.tsx')).AnnotationDialog }));

interface AnnotationListProps {
  segmentIds: readonly SegmentId[];
  signalIds: readonly SignalId[];
  period: Period;
  /** What is in view: a new annotation is about it. */
  view: Period;
  zone: string;
  onShow: (span: Period) => void;
}

/** Annotations of the chosen signals in the period; a click shows their range. */
export function AnnotationList({ segmentIds, signalIds, period, view, zone, onShow }: AnnotationListProps) {
  const { formatMessage, locale } = useIntl();
  const queryClient = useQueryClient();
  const signalName = useSignalName();
  const { data } = useQuery(annotationsQuery({ segmentIds, signalIds, period }));
  const [dialog, setDialog] = useState<{ edited: Annotation | undefined } | null>(null);
  const remove = useMutation({
    mutationFn: (annotationId: string) => call(annotationEndpoints.remove, { body: { annotationId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: annotationKeys.all }),
    meta: { failedMessage: 'DataStudio_Annotation_Failed' },
  });
  const times = periodText(locale, zone);
  const items = data?.items ?? [];
  const isPossible = segmentIds.length > 0 && signalIds.length > 0;
  return (
    <div className={classes.part}>
      {items.length === 0 && <p className={classes.quiet}>{formatMessage({ id: 'DataStudio_Annotation_None' })}</p>}
      <ul className={classes.list}>
        {items.map((each) => (
          <li key={each.annotationId} className={classes.item}>
            <button type="button" className={classes.open} onClick={() => onShow(around(each))}>
              <span>{each.text}</span>
              <span className={classes.quiet}>
                {each.segmentId}, {signalName(each.signalId)}
              </span>
              <span className={classes.quiet}>
                {times.time(each.startMs)}, {each.author}
              </span>
            </button>
            {each.can.edit && (
              <Menu position="bottom-end" withinPortal>
                <Menu.Target>
                  <ActionIcon aria-label={formatMessage({ id: 'DataStudio_Annotation_Actions' })}>
                    <IconDots size={16} />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setDialog({ edited: each })}>
                    {formatMessage({ id: 'DataStudio_Annotation_Edit' })}
                  </Menu.Item>
                  <Menu.Item
                    leftSection={<IconTrash size={16} />}
                    onClick={() =>
                      confirmDelete({
                        title: 'DataStudio_Annotation_Delete_Title',
                        message: 'DataStudio_Annotation_Delete_Message',
                        values: { author: each.author },
                        label: 'DataStudio_Annotation_Delete',
                        run: async () => {
                          await remove.mutateAsync(each.annotationId);
                        },
                      })
                    }
                  >
                    {formatMessage({ id: 'DataStudio_Annotation_Delete' })}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            )}
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="sm"
          disabled={!isPossible}
          leftSection={<IconPlus size={15} />}
          onClick={() => setDialog({ edited: undefined })}
        >
          {formatMessage({ id: 'DataStudio_Annotation_New' })}
        </Button>
      </div>
      {dialog && (
        <Suspense>
          <AnnotationDialog
            annotation={dialog.edited}
            span={view}
            zone={zone}
            segmentIds={segmentIds}
            signalIds={signalIds}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The range with as much again on both sides. */
function around({ startMs, endMs }: Period): Period {
  const length = endMs - startMs;
  return { startMs: startMs - length, endMs: endMs + length };
}
