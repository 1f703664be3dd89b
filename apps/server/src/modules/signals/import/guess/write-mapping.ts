import type { MappingDoubt } from '@solvane/contract/data-import';
import { findCatalogueRow } from '@solvane/energy/signals/catalogue';
import { Document, isScalar, type Node } from 'yaml';
import type { FileGuess } from './file-guess.ts';

/** Where the user names a device. */
export const PLACEHOLDER = 'your-segment';

/** A guess as YAML whose comments mark what wants a response. */
export function writeMapping({ mapping, doubts, leftOut, unknown }: Pick<FileGuess, 'mapping' | 'doubts' | 'leftOut' | 'unknown'>): string {
  const { device, signals } = mapping;
  const named =
    device && 'column' in device
      ? { ...device, segments: Object.fromEntries(Object.keys(device.segments).map((name) => [name, PLACEHOLDER])) }
      : device && { segmentId: PLACEHOLDER };
  const document = new Document({
    ...mapping,
    ...(named && { device: named }),
    signals: signals.map((signal) => ('segmentId' in signal ? { ...signal, segmentId: PLACEHOLDER } : signal)),
  });
  document.commentBefore =
    ' A guess from the file. Check every line with DOUBT: "likely" can stay as it is if you agree, "open" must be filled in.';
  const byPath = Map.groupBy(doubts, ({ path }) => path.join('.'));
  for (const own of byPath.values()) {
    const node = document.getIn(own[0]?.path ?? [], true) as Node | undefined;
    if (!node) continue;
    const comment = own.map((doubt) => ` DOUBT (${doubt.confidence}): ${textOf(doubt, mapping)}`).join(';');
    // Behind a scalar its own line has room; a map shows what stands above it.
    if (isScalar(node)) node.comment = comment;
    else node.commentBefore = comment;
  }
  const notMapped = [
    ...leftOut.map(({ column, why }) => ` ${column}: ${why}`),
    ...(unknown.length > 0 ? [` ${unknown.join(', ')}: unknown`] : []),
  ];
  if (notMapped.length > 0) document.comment = [' Not mapped:', ...notMapped].join('\n');
  return document.toString({ lineWidth: 0 });
}

function textOf({ what, path, values = {} }: MappingDoubt, { device, signals }: FileGuess['mapping']): string {
  const row = findCatalogueRow(signals[Number(path[1])]?.signal.split('||')[0] ?? '');
  const { low, high, unit, share, minutes } = values;
  const texts: Record<MappingDoubt['what'], string> = {
    zone: 'the times have no time zone; enter that of the logger, e.g. Europe/Stockholm or -08:00',
    stamp: 'is a time the start, the middle or the end of its interval?',
    interval: 'the rows are not evenly spaced; which interval is it?',
    device:
      device && 'column' in device && path[0] === 'device' ? 'enter the segment of each device' : 'which segment do these data belong to?',
    quantity: `read as ${row?.name}`,
    unit: `read as ${row?.name}; is the unit ${row?.unit || 'none'}?`,
    order: 'the rows do not show whether the day or the month comes first; write dayFirst or monthFirst',
    magnitude: `read as ${row?.name}; values from ${low} to ${high}: is the unit ${unit || 'a fraction of 1'}?`,
    perUnit: `values from ${low} to ${high}: a fraction of the rating? Then add factor: with the rating in kW, otherwise enter the unit`,
    forecast: 'looks like a forecast or a model, not a measurement',
    counter: 'the values only rise: a register. Energy of each interval would be ActiveEnergy',
    hold: 'the time between rows varies: does the logger send only changed values? Then set maxHoldMinutes of the site',
    duplicate: `${share} % of the rows repeat a time: is a column that identifies the device missing? To skip rows use only: { column: [texts] }`,
    shared: `${row?.name} is read from another column too; which segment does this one belong to?`,
    phase: `times are ${minutes} min off the interval and are moved onto it`,
  };
  return texts[what];
}
