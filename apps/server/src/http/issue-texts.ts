import type { EndpointDefinition } from '@solvane/contract/endpoint';
import { type Issue, issueSchema } from '@solvane/contract/errors';
import { z } from 'zod';
import { englishText } from './english-text.ts';

type Rewrite = (value: unknown) => unknown;

const rewriters = new WeakMap<EndpointDefinition, Rewrite>();
const asItIs: Rewrite = (value) => value;

/** The value of a successful response with an English sentence beside the key of every issue in it, as failures have it. */
export function withIssueTexts(endpoint: EndpointDefinition, value: unknown): unknown {
  const rewrite = rewriters.get(endpoint) ?? rewriterOf(endpoint.response, new Set()) ?? asItIs;
  rewriters.set(endpoint, rewrite);
  return rewrite(value);
}

/** @returns undefined: values of the schema have no issues */
function rewriterOf(schema: unknown, above: ReadonlySet<unknown>): Rewrite | undefined {
  if (above.has(schema)) return undefined;
  const within = new Set([...above, schema]);
  if (schema instanceof z.ZodObject) return schema.shape.level === issueSchema.shape.level ? addText : objectRewriter(schema.shape, within);
  if (schema instanceof z.ZodArray) {
    const rewrite = rewriterOf(schema.element, within);
    return rewrite && ((value) => (Array.isArray(value) ? value.map(rewrite) : value));
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return rewriterOf(schema.unwrap(), within);
  if (schema instanceof z.ZodUnion) {
    const options = schema.options.flatMap((option) => rewriterOf(option, within) ?? []);
    return options.length === 0 ? undefined : (value) => options.reduce((rewritten, rewrite) => rewrite(rewritten), value);
  }
  return undefined;
}

function objectRewriter(shape: Readonly<Record<string, unknown>>, within: ReadonlySet<unknown>): Rewrite | undefined {
  const parts = Object.entries(shape).flatMap(([key, schema]) => {
    const rewrite = rewriterOf(schema, within);
    return rewrite ? [[key, rewrite] as const] : [];
  });
  if (parts.length === 0) return undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const rewritten: Record<string, unknown> = { ...value };
    for (const [key, rewrite] of parts) if (key in rewritten) rewritten[key] = rewrite(rewritten[key]);
    return rewritten;
  };
}

function addText(value: unknown): unknown {
  const issue = value as Issue;
  return { ...issue, text: englishText(issue.message, issue.values) };
}
