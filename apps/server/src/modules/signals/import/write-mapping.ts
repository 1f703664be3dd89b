import type { MappingDoubt } from '@solvane/contract/data-import';
import { findCatalogueRow } from '@solvane/energy/signals/catalogue';
import { Document, type Node } from 'yaml';
import type { MappingGuess } from './guess-mapping.ts';

/** A guess as YAML whose comments mark what wants a human's eyes. */
export function writeMapping({ mapping, doubts, unmapped }: MappingGuess): string {
  const { device } = mapping;
  const named =
    device && 'column' in device
      ? { ...device, segments: Object.fromEntries(Object.keys(device.segments).map((name) => [name, PLACEHOLDER])) }
      : { segmentId: PLACEHOLDER };
  const document = new Document({ ...mapping, device: named });
  document.commentBefore = ' A guess from the first rows. Lines with DOUBT want your eyes.';
  for (const doubt of doubts) {
    const node = document.getIn(doubt.path, true) as Node | undefined;
    if (node) node.comment = ` DOUBT: ${textOf(doubt, mapping)}`;
  }
  if (unmapped.length > 0) document.comment = ` Not mapped: ${unmapped.join(', ')}`;
  return document.toString({ lineWidth: 160 });
}

const PLACEHOLDER = 'your-segment';

function textOf({ what, path }: MappingDoubt, { device, signals }: MappingGuess['mapping']): string {
  const row = findCatalogueRow(signals[Number(path[1])]?.signal ?? '');
  const texts: Partial<Record<MappingDoubt['what'], string>> = {
    zone: 'the times carry no zone; name the one the logger kept, e.g. Europe/Stockholm or -08:00',
    stamp: 'does a time name the start or the end of its interval?',
    interval: 'the rows are not evenly spaced',
    device: device && 'column' in device ? 'name the segment of each device' : 'which segment are these data of?',
    quantity: `read as ${row?.name}`,
    unit: `read as ${row?.name}; is the unit ${row?.unit || 'none'}?`,
  };
  return texts[what] ?? what;
}
