import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { UPLOAD_LIMITS } from '@solvane/contract/uploads/uploads';
import { openUpload } from './check-file.ts';
import type { CheckMessage, CheckTask } from './check-upload.ts';
import type { Known } from './known.ts';

if (parentPort) {
  const { kind, fileName, content, wantsRows } = workerData as CheckTask;
  const port = parentPort;
  const post = (message: CheckMessage): void => port.postMessage(message);
  const { names, check } = await openUpload(kind, { fileName, content: Buffer.from(content) });
  post({ type: 'names', names });
  const [known] = (await once(port, 'message')) as [Known];
  const { rowsOf, findings, ...checked } = check(known);
  for (const { name } of wantsRows ? checked.sheets : []) {
    const rows = rowsOf(name);
    for (let from = 0; from < rows.length; from += UPLOAD_LIMITS.rowsPerPage) {
      const block = from / UPLOAD_LIMITS.rowsPerPage;
      post({ type: 'rows', sheet: name, block, rows: rows.slice(from, from + UPLOAD_LIMITS.rowsPerPage) });
    }
  }
  post({ type: 'checked', checked: { ...checked, findings: findings.slice(0, UPLOAD_LIMITS.findings) } });
}
