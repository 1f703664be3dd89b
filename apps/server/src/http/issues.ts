import type { Issue } from '@solvane/contract/errors';
import type { ZodError, z } from 'zod';

type ZodIssue = ZodError['issues'][number];

/** A list of a hundred thousand mistakes helps no sender, and would keep the server busy. */
const KEPT_ISSUES = 100;

/**
 * Options of a parse whose issues `toIssues` reads: tells what is missing from what is of another type. The input itself stays out of the issues, or a
 * refused list of a million values would be written to the log.
 */
export const TELL_MISSING: z.core.ParseContext<z.core.$ZodIssue> = {
  error: ({ code, input }) => (code === 'invalid_type' && input === undefined ? 'Common_Validation_Required' : undefined),
};

/** What a schema refused, in the words of the message catalogue. An `error` text of a schema that is a message key is used as it is. */
export function toIssues(error: ZodError): Issue[] {
  return error.issues.slice(0, KEPT_ISSUES).flatMap((issue) => toIssue(issue));
}

function toIssue(issue: ZodIssue): Issue[] {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  if (/^[A-Z][A-Za-z]*_\w+$/.test(issue.message)) return [{ level: 'error', path, message: issue.message }];
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ level: 'error', path: [...path, key], message: 'Common_Validation_Unknown' }));
  return [{ level: 'error', path, ...describe(issue) }];
}

function describe(issue: ZodIssue): Pick<Issue, 'message' | 'values'> {
  if (issue.code === 'too_big') return describeTooBig(issue.origin, Number(issue.maximum));
  if (issue.code === 'too_small') return describeTooSmall(issue.origin, Number(issue.minimum));
  if (issue.code === 'invalid_format' && issue.format === 'email') return { message: 'Common_Validation_Email' };
  return { message: 'Common_Validation_Invalid' };
}

function describeTooBig(origin: string, limit: number): Pick<Issue, 'message' | 'values'> {
  if (origin === 'string') return { message: 'Common_Validation_MaxLength', values: { maxLength: limit } };
  if (origin === 'array' || origin === 'set') return { message: 'Common_Validation_TooMany', values: { maxCount: limit } };
  return { message: 'Common_Validation_MaxValue', values: { maxValue: limit } };
}

function describeTooSmall(origin: string, limit: number): Pick<Issue, 'message' | 'values'> {
  if (origin === 'string' && limit === 1) return { message: 'Common_Validation_Required' };
  if (origin === 'string') return { message: 'Common_Validation_MinLength', values: { minLength: limit } };
  if (origin === 'array' || origin === 'set') return { message: 'Common_Validation_TooFew', values: { minCount: limit } };
  return { message: 'Common_Validation_MinValue', values: { minValue: limit } };
}
