import type { Reporter, TestModule } from 'vitest/node';
import { readDurations, writeDurations } from './fast-tier.ts';

const SHOWN = 12;

/** Ends a run with the files that cost most, so that growth is seen while it is small. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const costs = modules
      .map((module) => ({ name: `${module.project.name} ${module.relativeModuleId}`, ms: costOf(module) }))
      .sort((left, right) => right.ms - left.ms);
    console.log(`\nSlowest of ${costs.length} test files:`);
    for (const { name, ms } of costs.slice(0, SHOWN)) console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
    const byProject = Map.groupBy(modules, ({ project }) => project.name);
    const sums = [...byProject].map(([name, own]) => `${name} ${(own.reduce((sum, one) => sum + costOf(one), 0) / 1000).toFixed(0)} s`);
    console.log(`Together: ${sums.join(', ')}`);
    if (process.env.RECORD_DURATIONS) record(process.env.RECORD_DURATIONS, modules);
  }
}

/** A whole run has two parts: each replaces what it measured. The second database says nothing about a file's first run. */
function record(root: string, modules: readonly TestModule[]): void {
  const own = modules.filter(({ project }) => project.name !== 'postgres');
  writeDurations(root, { ...readDurations(root), ...Object.fromEntries(own.map((one) => [one.relativeModuleId, costOf(one) / 1000])) });
}

/** Imports are part of a file's cost. */
function costOf(module: TestModule): number {
  const { collectDuration, duration, environmentSetupDuration, setupDuration } = module.diagnostic();
  return collectDuration + duration + environmentSetupDuration + setupDuration;
}
