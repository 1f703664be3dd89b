import { AppError, type Issue } from '@solvane/contract/errors';
import type { FastifyRequest } from 'fastify';

/** The parser's type hides that a part may have no name, as one of a hand-written client has. */
const UNNAMED = 'file';

export interface Upload {
  fileName: string;
  content: Buffer;
}

/**
 * The one file of a multipart body. A field `fileName` names it better than the part does.
 *
 * @throws AppError upload.failed, request.tooLarge, request.unsupportedType
 */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw new AppError('request.unsupportedType');
  let upload: Upload | undefined;
  let named: string | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') upload = { fileName: part.filename || UNNAMED, content: await part.toBuffer() };
      else if (part.fieldname === 'fileName' && typeof part.value === 'string') named = part.value;
    }
  } catch (error) {
    // What the parser itself says about limits is known; anything else is a body that is not what it claims to be.
    if (error instanceof Error && 'statusCode' in error) throw error;
    throw new AppError('upload.failed', { cause: error });
  }
  if (!upload || upload.content.length === 0) throw refusedUpload('Upload_File_Empty');
  return { ...upload, fileName: named ?? upload.fileName };
}

/** @param message - key of the sentence that says what is wrong with the file */
export function refusedUpload(message: string): AppError {
  const issue: Issue = { level: 'error', path: ['file'], message };
  return new AppError('upload.failed', { issues: [issue] });
}
