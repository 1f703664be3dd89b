import type { ContractDifference, ContractTerms } from '@solvane/contract/contracts';

type Value = ContractDifference['before'];

/** What a contract says, field by field, so that two can be laid side by side. */
export interface ComparedContract {
  fields: Readonly<Record<string, Value>>;
  terms: ContractTerms;
  sites: readonly { siteId: string; siteName: string }[];
}

/** Fields that two contracts do not share, in the order of the first. What only one of them has is null in the other. */
export function contractDifferences(before: ComparedContract, after: ComparedContract): ContractDifference[] {
  const [left, right] = [leavesOf(before), leavesOf(after)];
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((key): ContractDifference[] => {
    const [a, b] = [left.get(key), right.get(key)];
    const path = (a ?? b)?.path;
    const values = { before: a?.value ?? null, after: b?.value ?? null };
    return path === undefined || values.before === values.after ? [] : [{ path, ...values }];
  });
}

interface Leaf {
  path: string[];
  value: Value;
}

/** Lists are known by what their entries are about, not by their position: moving a view changes nothing. */
function leavesOf({ fields, terms, sites }: ComparedContract): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  const put = (path: string[], value: Value): void => {
    leaves.set(path.join('\n'), { path, value });
  };
  const putAll = (path: string[], values: Readonly<Record<string, Value>>): void => {
    for (const [name, value] of Object.entries(values)) put([...path, name], value);
  };
  const { views, expectedMethods, guarantees, excludedPeriods, ...rest } = terms;
  putAll([], fields);
  for (const { siteId, siteName } of sites) put(['sites', siteId], siteName);
  putAll([], rest);
  for (const { name, basis, label, sheets } of views) {
    put(['views', name, basis, 'label'], label);
    for (const [source, sheet] of Object.entries(sheets)) putAll(['views', name, basis, source], sheet);
  }
  for (const [source, methods] of Object.entries(expectedMethods)) {
    for (const [at, method] of methods.entries()) put(['expectedMethods', source, String(at + 1)], method);
  }
  for (const { view, basis, percent, steps } of guarantees) {
    put(['guarantees', view, basis, 'percent'], percent);
    for (const [at, step] of steps.entries()) putAll(['guarantees', view, basis, String(at + 1)], step);
  }
  for (const { startMs, endMs, reason } of excludedPeriods) putAll(['excludedPeriods', String(startMs)], { startMs, endMs, reason });
  return leaves;
}
