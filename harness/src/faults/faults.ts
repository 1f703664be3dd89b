import type { Part } from '../part.ts';
import { type FaultCheck, runCheck } from './check.ts';
import { killsDuringIngestion } from './kill-ingestion.ts';
import { storesAway } from './store-away.ts';

export const FAULT_CHECKS: readonly FaultCheck[] = [...killsDuringIngestion, ...storesAway];

export const faultsPart: Part = {
  title: 'Faults',
  async *run(options) {
    for (const check of FAULT_CHECKS) if (check.name.includes(options.only ?? '')) yield await runCheck(check, options);
  },
};
