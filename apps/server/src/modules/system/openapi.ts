import type { EndpointAccess, EndpointDefinition, ResponseKind } from '@solvane/contract/endpoint';
import { listEndpoints, type NamedEndpoint } from '@solvane/contract/endpoints';
import { ERRORS, type ErrorCode, errorBodySchema } from '@solvane/contract/errors';
import { isPermissionName } from '@solvane/contract/permissions';
import { CSRF_HEADER } from '@solvane/contract/session';
import { z } from 'zod';

type JsonObject = Record<string, unknown>;

const CONTENT_TYPES: Record<Exclude<ResponseKind, 'empty'>, string> = {
  json: 'application/json',
  arrow: 'application/vnd.apache.arrow.stream',
  file: 'application/octet-stream',
  frames: 'application/x-ndjson',
  html: 'text/html',
  text: 'text/plain',
  events: 'text/event-stream',
};

/** Every endpoint of the contract as OpenAPI 3.1. */
export function describeApi(version: string): JsonObject {
  const endpoints = listEndpoints();
  const schemas = describeSchemas(endpoints);
  const paths: Record<string, JsonObject> = {};
  for (const named of endpoints) {
    const path = named.endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [named.endpoint.method.toLowerCase()]: describeOperation(named, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Solvane', version },
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'solvane', description: `Changes also need the header ${CSRF_HEADER}.` },
        apiToken: { type: 'http', scheme: 'bearer', description: 'A token of a user, valid for 24 hours.' },
        ingestionKey: { type: 'http', scheme: 'bearer', description: 'A key that may only deliver data for its sites.' },
      },
    },
  };
}

/** One schema per body and response, named by its endpoint; what is recursive refers to itself by that name. */
function describeSchemas(endpoints: readonly NamedEndpoint[]): Record<string, JsonObject> {
  const [inputs, outputs] = [z.registry<{ id: string }>(), z.registry<{ id: string }>()];
  for (const { name, endpoint } of endpoints) {
    if (endpoint.body) inputs.add(endpoint.body, { id: `${name}.body` });
    if (endpoint.response) outputs.add(endpoint.response, { id: `${name}.response` });
  }
  outputs.add(errorBodySchema, { id: 'error' });
  const options = { unrepresentable: 'any', uri: toReference } as const;
  const described = {
    ...z.toJSONSchema(inputs, { ...options, io: 'input' }).schemas,
    ...z.toJSONSchema(outputs, { ...options, io: 'output' }).schemas,
  };
  return Object.fromEntries(Object.entries(described).map(([id, schema]) => [id, withoutIdentity(schema)]));
}

function toReference(id: string): string {
  return `#/components/schemas/${id}`;
}

function withoutIdentity({ $id: _id, $schema: _schema, ...schema }: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/__shared#/$defs/', '#/components/schemas/__shared/$defs/'));
}

function describeOperation({ name, endpoint }: NamedEndpoint, schemas: Record<string, JsonObject>): JsonObject {
  return {
    operationId: name,
    tags: [name.split('.', 1)[0]],
    summary: endpoint.summary,
    ...describeAccess(endpoint.access),
    parameters: [...describeParameters(endpoint.params, 'path'), ...describeParameters(endpoint.query, 'query')],
    ...describeBody(name, endpoint),
    responses: { ...describeResponse(name, endpoint, schemas), ...describeErrors(endpoint) },
  };
}

function describeAccess(access: EndpointAccess): JsonObject {
  if (access === 'public') return { security: [] };
  if (access === 'ingest') return { security: [{ ingestionKey: [] }] };
  return {
    security: [{ session: [] }, { apiToken: [] }],
    ...(isPermissionName(access) ? { description: `Needs the permission ${access}.` } : {}),
    ...(access === 'provider' ? { description: 'For provider staff.' } : {}),
  };
}

function describeParameters(schema: z.ZodType | undefined, place: 'path' | 'query'): JsonObject[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, described]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: described,
  }));
}

function describeBody(name: string, { body, rawBody }: EndpointDefinition): JsonObject {
  if (rawBody) return { requestBody: { content: Object.fromEntries(rawBody.map((type) => [type, {}])) } };
  if (!body) return {};
  return { requestBody: { required: true, content: { 'application/json': { schema: { $ref: toReference(`${name}.body`) } } } } };
}

function describeResponse(name: string, { responseKind = 'json' }: EndpointDefinition, schemas: Record<string, JsonObject>): JsonObject {
  if (responseKind === 'empty') return { 204: { description: 'Done.' } };
  const id = `${name}.response`;
  return {
    200: {
      description: 'The response.',
      content: { [CONTENT_TYPES[responseKind]]: schemas[id] ? { schema: { $ref: toReference(id) } } : {} },
    },
  };
}

function describeErrors({ access, body, query, params, rawBody, errors = [] }: EndpointDefinition): JsonObject {
  const codes: ErrorCode[] = [
    ...(body || query || params || rawBody ? (['request.invalid', 'request.malformed'] as const) : []),
    ...(body || rawBody ? (['request.tooLarge', 'request.unsupportedType'] as const) : []),
    ...(access === 'public' ? [] : (['auth.keyInvalid', 'access.forbidden', 'request.tooMany'] as const)),
    ...(access === 'public' ? [] : [access === 'ingest' ? ('auth.keyRequired' as const) : ('auth.required' as const)]),
    ...errors,
  ];
  const byStatus = Map.groupBy([...new Set(codes)], (code) => ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [
      status,
      { description: same.join(', '), content: { 'application/json': { schema: { $ref: toReference('error') } } } },
    ]),
  );
}
