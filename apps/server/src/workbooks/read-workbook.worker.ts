import { parentPort, workerData } from 'node:worker_threads';
import readXlsxFile from 'read-excel-file/node';
import type { WorkbookMessage } from './read-workbook.ts';

const MOST_CELLS = 1_000_000;

parentPort?.postMessage(await read(Buffer.from(workerData as Uint8Array)));

async function read(content: Buffer): Promise<WorkbookMessage> {
  try {
    const sheets = await readXlsxFile(content);
    const cells = sheets.reduce((sum, { data }) => data.reduce((ofSheet, row) => ofSheet + row.length, sum), 0);
    return cells > MOST_CELLS ? { reason: `it has more than ${MOST_CELLS} cells` } : { sheets };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}
