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
  const names = options.parts.length > 0 ? options.parts : Object.keys(PARTS);
  const results: CheckResult[] = [];
  for (const name of names) results.push(...(await runPart(name, options)));
  if (results.length === 0) console.error(`No check was run: no name contains "${options.only}".`);
  return results.length > 0 && results.every(({ failures }) => failures.length === 0) ? 0 : 1;
}

async function runPart(name: string, options: HarnessOptions): Promise<CheckResult[]> {
  const part = await PARTS[name]?.();
  if (!part) return [];
  console.log(`\n${part.title}`);
  const results: CheckResult[] = [];
  for await (const result of part.run(options)) {
    console.log(toRow(result));
    for (const { seed, message } of result.failures) console.log(`  seed ${seed}: ${message}`);
    results.push(result);
  }
  if (options.only === undefined) writeSection({ file: PAGE, title: part.title, isLong: options.isLong, results });
  return results;
}
