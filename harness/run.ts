import { fileURLToPath } from 'node:url';
import { type HarnessOptions, parseOptions, USAGE } from './src/options.ts';
import { PARTS } from './src/parts.ts';
import { toRow, writeSection } from './src/report.ts';
import type { CheckResult } from './src/result.ts';

const PAGE = fileURLToPath(new URL('../docs/reliability.md', import.meta.url));

if (process.argv.includes('--help')) console.log(USAGE);
else process.exit(await main(process.argv.slice(2)));

async function main(args: readonly string[]): Promise<number> {
  let options: HarnessOptions;
  try {
    options = parseOptions(args, Object.keys(PARTS));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
  let failed = 0;
  for (const [name, load] of Object.entries(PARTS)) {
    if (options.parts.length > 0 && !options.parts.includes(name)) continue;
    const { title, run } = await load();
    console.log(`\n${title}`);
    const results: CheckResult[] = [];
    for await (const result of run(options)) {
      console.log(toRow(result));
      for (const { seed, message } of result.failures) console.log(`  seed ${seed}: ${message}`);
      results.push(result);
      failed += result.failures.length;
    }
    if (options.only === undefined) writeSection({ file: PAGE, title, isLong: options.isLong, results });
  }
  return failed === 0 ? 0 : 1;
}
