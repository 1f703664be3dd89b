import type { FleetDescription } from '@solvane/contract/fleet-description';
import type { FileLocation } from '@solvane/contract/fleet-import';
import { Document, isNode, LineCounter, parseDocument, visit } from 'yaml';
import { compactDescription } from './compact.ts';
import { type FleetSource, type Path, WHOLE_FILE } from './source.ts';

/** As read by one thread, which finds each place at once. */
interface YamlSource extends Pick<FleetSource, 'value' | 'issues'> {
  locate(path: Path): FileLocation;
}

const LINE_WIDTH = 140;

export function readYaml(text: string): YamlSource {
  try {
    return readDocument(text);
  } catch (error) {
    // An alias of nothing, or aliases of aliases by the million.
    const reason = error instanceof Error ? error.message : String(error);
    return {
      value: undefined,
      issues: [{ level: 'error', path: [], message: 'Fleet_Import_Unreadable', values: { line: 0, reason } }],
      locate: () => WHOLE_FILE,
    };
  }
}

function readDocument(text: string): YamlSource {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const lineOf = (offset: number) => lineCounter.linePos(offset).line;
  return {
    value: document.errors.length === 0 ? document.toJS({ maxAliasCount: 10_000 }) : undefined,
    issues: document.errors.map((error) => ({
      level: 'error',
      path: [],
      message: 'Fleet_Import_Unreadable',
      values: { line: lineOf(error.pos[0]), reason: error.message },
    })),
    locate: (path) => {
      const offset = offsetOf(document, path);
      return { ...(offset !== undefined && { line: lineOf(offset) }), location: toText(path) };
    },
  };
}

/** Defaults are left out and short things stand on one line, so that a person can go on writing the file. */
export function writeYaml(description: FleetDescription): string {
  const document = new Document(compactDescription(description));
  visit(document, {
    Map: (_key, map) => {
      const flat = map.items.every(
        ({ value }) => !isNode(value) || !('items' in value) || (value.items as unknown[]).length === 0 || value.flow,
      );
      map.flow = flat && map.items.length > 0 && JSON.stringify(map).length < LINE_WIDTH - 20;
    },
  });
  return document.toString({ lineWidth: LINE_WIDTH, flowCollectionPadding: true });
}

/** Offset of the value, or of the nearest thing around it that is there. */
function offsetOf(document: ReturnType<typeof parseDocument>, path: Path): number | undefined {
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return undefined;
}

function toText(path: Path): string {
  return path.reduce<string>((text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${part}` : part), '');
}
