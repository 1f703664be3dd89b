import type { Part } from '../part.ts';
import { type FaultCheck, runCheck } from './check.ts';
import { clockJumps } from './clock-jumps.ts';
import { fullDisks } from './full-disk.ts';
import { killsDuringBackup } from './kill-backup.ts';
import { killsDuringIngestion } from './kill-ingestion.ts';
import { killsDuringStart } from './kill-start.ts';
import { killsDuringWork } from './kill-work.ts';
import { killsOfWorkers } from './kill-worker.ts';
import { slowClients } from './slow-clients.ts';
import { storesAway } from './store-away.ts';

export const FAULT_CHECKS: readonly FaultCheck[] = [
  ...killsDuringIngestion,
  ...killsDuringWork,
  ...killsOfWorkers,
  ...killsDuringStart,
  ...killsDuringBackup,
  ...storesAway,
  ...clockJumps,
  ...slowClients,
  ...fullDisks,
];

export const faultsPart: Part = {
  title: 'Faults',
  async *run(options) {
    const isWanted = ({ name, loops }: FaultCheck) =>
      name.includes(options.only ?? '') && (options.loops ?? loops[options.isLong ? 'long' : 'short']) > 0;
    for (const check of FAULT_CHECKS.filter(isWanted)) yield await runCheck(check, options);
  },
};
