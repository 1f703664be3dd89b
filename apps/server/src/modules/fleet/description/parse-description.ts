import type { Issue } from '@solvane/contract/errors';
import { type FleetDescription, fleetDescriptionSchema, type SegmentDescription } from '@solvane/contract/fleet-description';
import { findAttribute } from '@solvane/energy/devices/attributes';
import type { z } from 'zod';
import { asAttributeKind } from '../metadata/attribute-values.ts';

export interface ParsedDescription {
  /** undefined: the shape itself is wrong. */
  description: FleetDescription | undefined;
  issues: Issue[];
}

/** From anything to a description in its one normal form: histories in order of date, values of the type of their attribute. */
export function parseDescription(value: unknown): ParsedDescription {
  const parsed = fleetDescriptionSchema.safeParse(value);
  if (!parsed.success) return { description: undefined, issues: parsed.error.issues.map(toIssue) };
  return { description: normalizeDescription(parsed.data), issues: [] };
}

function normalizeDescription(description: FleetDescription): FleetDescription {
  return {
    ...description,
    sites: description.sites.map((site) => ({
      ...site,
      contractorEnterpriseIds: [...new Set(site.contractorEnterpriseIds)],
      metadata: normalizeMetadata(site.metadata),
      segments: site.segments.map((segment) => ({ ...segment, metadata: normalizeMetadata(segment.metadata) })),
    })),
  };
}

type Metadata = SegmentDescription['metadata'];

function normalizeMetadata(metadata: Metadata): Metadata {
  return Object.fromEntries(
    Object.entries(metadata).map(([name, given]) => {
      const attribute = findAttribute(name);
      const typed = <T extends string | number | boolean>(value: T) => (attribute ? asAttributeKind(attribute, value) : value);
      if (!Array.isArray(given)) return [name, typed(given)];
      const entries = given
        .map(({ from, value }) => ({ from, value: value === null ? null : typed(value) }))
        .sort((left, right) => (left.from ?? '').localeCompare(right.from ?? ''));
      const [only] = entries;
      return [name, entries.length === 1 && only && only.from === null && only.value !== null ? only.value : entries];
    }),
  );
}

/** A union reports what its best fitting branch says. */
function toIssue(issue: z.core.$ZodIssue): Issue {
  const branch = issue.code === 'invalid_union' ? issue.errors.toSorted((left, right) => depth(right) - depth(left))[0]?.[0] : undefined;
  const { path, message } = branch ? { path: [...issue.path, ...branch.path], message: branch.message } : issue;
  return {
    level: 'error',
    path: path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
    message: 'Fleet_Import_InvalidValue',
    values: { reason: message },
  };
}

function depth(issues: z.core.$ZodIssue[]): number {
  return Math.max(0, ...issues.map(({ path }) => path.length));
}
