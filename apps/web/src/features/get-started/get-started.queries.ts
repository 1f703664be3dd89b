import { type DataImportReport, dataImportEndpoints, type MappingDraft, type UploadedData } from '@solvane/contract/data-import';
import type { EndpointDefinition } from '@solvane/contract/endpoint';
import type { Issue } from '@solvane/contract/errors';
import { deviceTreeEndpoints, type SegmentNode } from '@solvane/contract/fleet';
import { type FleetImportResponse, fleetImportEndpoints } from '@solvane/contract/fleet-import';
import type { FileId, SiteId } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { queryOptions } from '@tanstack/react-query';
import { type CallOptions, call, callForResponse } from '../../api/call.ts';

/** What a fleet description would change; with `apply` it is changed. */
export async function importFleetFile(file: File, { apply, ...options }: { apply: boolean } & SendOptions): Promise<FleetImportResponse> {
  return sendFile(fleetImportEndpoints.import, file, { ...options, query: { apply: String(apply) } });
}

export async function uploadData(file: File, options: SendOptions): Promise<UploadedData> {
  return sendFile(dataImportEndpoints.upload, file, options);
}

export function checkData(fileId: FileId, mapping: MappingDraft): Promise<{ issues: Issue[]; report: DataImportReport | null }> {
  return call(dataImportEndpoints.check, { body: { fileId, mapping } });
}

/** Only for a mapping that was checked: the server refuses any other. */
export function startImport(fileId: FileId, mapping: MappingDraft): Promise<{ jobId: string }> {
  return call(dataImportEndpoints.start, { body: { fileId, mapping: mapping as never } });
}

/** Devices that data can be of, site by site. */
export function deviceChoicesQuery(siteIds: readonly SiteId[]) {
  const asked = siteIds.slice(0, LIMITS.sitesPerSegmentRequest);
  return queryOptions({
    queryKey: ['segments', 'choices', asked],
    queryFn: ({ signal }) => call(deviceTreeEndpoints.segments, { body: { siteIds: asked }, signal }),
    enabled: asked.length > 0,
  });
}

/** A tree as a list, top down. */
export function flattenTree(node: SegmentNode | null): SegmentNode[] {
  return node ? [node, ...node.children.flatMap(flattenTree)] : [];
}

type SendOptions = Pick<CallOptions, 'signal' | 'onProgress'>;

async function sendFile<T>(
  endpoint: EndpointDefinition,
  file: File,
  options: SendOptions & { query?: Record<string, string> },
): Promise<T> {
  const body = new FormData();
  body.set('fileName', file.name);
  body.set('file', file);
  const response = await callForResponse(endpoint, { body, ...options });
  // The server checks every answer against the contract before it sends it.
  return (await response.json()) as T;
}
