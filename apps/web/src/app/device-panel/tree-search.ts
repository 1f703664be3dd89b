import { fold } from '../../shared/text/fold.ts';
import type { SiteTree } from '../../workspace/fleet/site-tree.ts';

/** The node itself is meant. */
export const HIT = 1;
/** Something below it is. */
export const ABOVE = 2;

/** For every node of a tree: nothing, `HIT`, `ABOVE` or both. */
export type Marks = Uint8Array;

/**
 * Marks the nodes whose path holds every word, where at least one word stands in the node itself: `guadal inv` finds the inverters of Guadal.
 *
 * @param typeText - what is searched for a segment type beside its name: label in the user's language and code
 */
export function searchTree(tree: SiteTree, words: readonly string[], typeText: (type: string) => string): Marks {
  const marks = new Uint8Array(tree.nodes.length);
  if (words.length === 0) return marks;
  const texts = textsOf(tree, typeText);
  const all = (1 << words.length) - 1;
  const paths = new Uint16Array(tree.nodes.length);
  for (let index = 0; index < marks.length; index++) {
    const text = texts[index] ?? '';
    let own = 0;
    for (let word = 0; word < words.length; word++) if (text.includes(words[word] ?? '')) own |= 1 << word;
    const parent = tree.nodes[index]?.parent ?? -1;
    const path = own | (paths[parent] ?? 0);
    paths[index] = path;
    if (own !== 0 && path === all) markHit(tree, marks, index);
  }
  return marks;
}

/** Marks the nodes for which something holds. */
export function markWhere(tree: SiteTree, isMeant: (id: string) => boolean): Marks {
  const marks = new Uint8Array(tree.nodes.length);
  for (let index = 0; index < marks.length; index++) if (isMeant(tree.nodes[index]?.id ?? '')) markHit(tree, marks, index);
  return marks;
}

/** Nodes that are hits of both. */
export function bothMarks(tree: SiteTree, first: Marks, second: Marks): Marks {
  const marks = new Uint8Array(tree.nodes.length);
  for (let index = 0; index < marks.length; index++) if ((first[index] ?? 0) & (second[index] ?? 0) & HIT) markHit(tree, marks, index);
  return marks;
}

/** Whether anything in the tree is marked: marks reach up to the site. */
export function hasMarks(marks: Marks): boolean {
  return (marks[0] ?? 0) !== 0;
}

function markHit(tree: SiteTree, marks: Marks, index: number): void {
  marks[index] = (marks[index] ?? 0) | HIT;
  for (let above = tree.nodes[index]?.parent ?? -1; above >= 0; above = tree.nodes[above]?.parent ?? -1) {
    if ((marks[above] ?? 0) & ABOVE) return;
    marks[above] = (marks[above] ?? 0) | ABOVE;
  }
}

const known = new WeakMap<SiteTree, { typeText: (type: string) => string; texts: readonly string[] }>();

function textsOf(tree: SiteTree, typeText: (type: string) => string): readonly string[] {
  const before = known.get(tree);
  if (before?.typeText === typeText) return before.texts;
  const types = new Map<string, string>();
  const foldedType = (type: string): string => {
    const folded = types.get(type) ?? fold(typeText(type));
    types.set(type, folded);
    return folded;
  };
  const texts = tree.nodes.map(({ name, type }) => `${fold(name)}\n${foldedType(type)}`);
  known.set(tree, { typeText, texts });
  return texts;
}
