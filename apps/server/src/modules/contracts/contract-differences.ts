import type { ContractDifference, ContractTerms } from '@solvane/contract/contracts';
import { compareVersions, type VersionField } from '../configuration/compare-versions.ts';

type Value = ContractDifference['before'];

/** The content of a contract for a comparison. */
export interface ComparedContract {
  fields: Readonly<Record<string, Value>>;
  terms: ContractTerms;
  earlierTerms: readonly { validTo: string }[];
  sites: readonly { siteId: string; siteName: string }[];
}

/** Fields in which two contracts differ. */
export function contractDifferences(before: ComparedContract, after: ComparedContract): ContractDifference[] {
  return compareVersions(fieldsOf(before), fieldsOf(after));
}

function fieldsOf({ fields, terms, earlierTerms, sites }: ComparedContract): VersionField<Value>[] {
  const all: VersionField<Value>[] = [];
  const put = (path: string[], value: Value): void => {
    all.push({ path, value });
  };
  const putAll = (path: string[], values: Readonly<Record<string, Value>>): void => {
    for (const [name, value] of Object.entries(values)) put([...path, name], value);
  };
  const { views, expectedMethods, guarantees, excludedPeriods, ...rest } = terms;
  putAll([], fields);
  for (const { siteId, siteName } of sites) put(['sites', siteId], siteName);
  for (const { validTo } of earlierTerms) put(['earlierTerms', validTo], validTo);
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
  return all;
}
