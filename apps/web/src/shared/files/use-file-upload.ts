import { AppError } from '@solvane/contract/errors';
import { LIMITS } from '@solvane/contract/limits';
import type { DroppedFile } from '@solvane/ui/file-drop';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { CallOptions } from '../../api/call.ts';
import { toErrorText } from '../states/error-text.ts';
import { useServerText } from '../text/use-server-text.ts';

export type SendFile<Response> = (file: File, options: Pick<CallOptions, 'signal' | 'onProgress'>) => Promise<Response>;

interface FileUploadOptions<Response> {
  send: SendFile<Response>;
  /** File name extensions, as `.csv,.xlsx`: another file is refused before it is sent. */
  accept: string;
}

/** One file on its way to the server: refused, sent with progress, cancelled, sent again. `drop` is what the file drop takes. */
export function useFileUpload<Response>({ send, accept }: FileUploadOptions<Response>) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState<number>();
  const controller = useRef<AbortController>(null);
  const upload = useMutation({
    mutationFn: (chosen: File) => {
      controller.current = new AbortController();
      setShare(undefined);
      return send(chosen, { signal: controller.current.signal, onProgress: setShare });
    },
    meta: { isShownInPlace: true },
  });
  const refusal = file && refusalOf(file, accept);
  const choose = (chosen: File | null): void => {
    controller.current?.abort();
    setFile(chosen);
    upload.reset();
    if (chosen && !refusalOf(chosen, accept)) upload.mutate(chosen);
  };
  const text = upload.error && toErrorText(upload.error, 'part');
  const reasons = upload.error instanceof AppError ? upload.error.issues.map(({ message, values }) => serverText(message, values)) : [];
  const message = (): string | undefined => {
    if (refusal) return formatMessage({ id: refusal }, { accept: accept.replaceAll(',', ', '), megabytes: LIMITS.uploadBytes / 1024 ** 2 });
    if (text)
      return [
        formatMessage({ id: text.title }),
        ...(reasons.length > 0 ? reasons : [formatMessage({ id: text.message }, text.values)]),
      ].join(' ');
    // Everything was sent: the server reads it now.
    return upload.isPending && share === 1 ? formatMessage({ id: 'File_Reading' }) : undefined;
  };
  const shown: DroppedFile | null = file && {
    id: file.name,
    name: file.name,
    sizeBytes: file.size,
    state: refusal || upload.error ? 'refused' : upload.isPending ? 'busy' : 'done',
    progress: share === 1 ? undefined : share,
    message: message(),
    canRetry: upload.error !== null,
  };
  return {
    file,
    data: upload.data,
    drop: {
      accept,
      files: shown ? [shown] : [],
      onFiles: ([chosen]: File[]) => choose(chosen ?? null),
      onCancel: () => choose(null),
      onRemove: () => choose(null),
      onRetry: () => choose(file),
    },
  };
}

function refusalOf({ name, size }: File, accept: string): 'File_WrongType' | 'File_TooLarge' | undefined {
  if (!accept.split(',').some((extension) => name.toLowerCase().endsWith(extension))) return 'File_WrongType';
  return size > LIMITS.uploadBytes ? 'File_TooLarge' : undefined;
}
