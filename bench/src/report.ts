import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import type { Measurement } from './measure.ts';

const ADDITIONS = 200_000_000;
const NUMBERS = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** Replaces one section of the benchmark page and leaves the others: a single benchmark can be run again by itself. */
export function writeSection({ file, title, measurements }: { file: string; title: string; measurements: readonly Measurement[] }): void {
  const [head, tail] = [`## ${title}\n`, `<!-- end of ${title} -->\n`];
  const section = [
    head,
    `Measured on ${machine()}, commit ${commit()}. ${yardstick()}\n`,
    '| measurement | value | goal | how |',
    '|---|---|---|---|',
    ...measurements.map(toRow),
    '',
    tail,
  ].join('\n');
  const page = existsSync(file)
    ? readFileSync(file, 'utf8')
    : '# Benchmarks\n\nWritten by `npm run bench`. Results vary with the load of the machine: compare ratios within one run, not values of two runs.\n\n';
  const [from, to] = [page.indexOf(head), page.indexOf(tail)];
  writeFileSync(file, from >= 0 && to > from ? page.slice(0, from) + section + page.slice(to + tail.length) : `${page}${section}\n`);
}

export function toRow({ name, value, unit, goal, note = '' }: Measurement): string {
  const met = goal && (goal.direction === 'atMost' ? value <= goal.value : value >= goal.value);
  const promise = goal ? `${goal.direction === 'atMost' ? '≤' : '≥'} ${NUMBERS.format(goal.value)} ${unit}${met ? '' : ' **missed**'}` : '';
  return `| ${name} | ${NUMBERS.format(value)} ${unit} | ${promise} | ${note} |`;
}

function machine(): string {
  const processors = cpus();
  return `${processors.length} cores (${processors[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}, Node ${process.version}`;
}

/** How fast the processor is while this is measured: shared machines differ by factors from hour to hour. */
function yardstick(): string {
  const times = Array.from({ length: 3 }, () => {
    const startMs = performance.now();
    let sum = 0;
    for (let i = 0; i < ADDITIONS; i += 1) sum += i;
    return sum > 0 ? performance.now() - startMs : Number.NaN;
  });
  return `${NUMBERS.format(ADDITIONS / 1e6)} million additions in a row took ${NUMBERS.format(Math.min(...times))} ms.`;
}

function commit(): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
}
