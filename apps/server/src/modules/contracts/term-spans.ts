import type { ContractTerms } from '@solvane/contract/contracts';
import type { DateSpan } from '@solvane/energy/time/validity';
import type { ContractRow } from '../../db/schema/contracts.ts';

/** Days of a contract on which the same terms hold. */
export interface TermSpan extends DateSpan {
  terms: ContractTerms;
}

/** Terms of a contract by time: those of earlier periods, then the current ones. A contract that ended early keeps only what it reached. */
export function termSpans({
  validFrom,
  validTo,
  content,
  earlierTerms,
}: Pick<ContractRow, 'validFrom' | 'validTo' | 'content' | 'earlierTerms'>): TermSpan[] {
  const spans: TermSpan[] = [];
  let from = validFrom;
  for (const earlier of earlierTerms) {
    const to = earlier.validTo < validTo ? earlier.validTo : validTo;
    if (from < to) spans.push({ validFrom: from, validTo: to, terms: earlier.terms });
    if (to > from) from = to;
  }
  if (from < validTo) spans.push({ validFrom: from, validTo, terms: content });
  return spans;
}

/** Terms by which a month is counted. @param month - 2026-05 */
export function termsOfMonth(spans: readonly TermSpan[], month: string, fallback: ContractTerms): ContractTerms {
  const [first, next] = [`${month}-01`, `${month}-32`];
  return spans.find((span) => span.validFrom < next && span.validTo > first)?.terms ?? fallback;
}
