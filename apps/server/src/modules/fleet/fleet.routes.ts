import { deviceTreeEndpoints, metadataEndpoints, siteEndpoints } from '@solvane/contract/fleet';
import { fleetImportEndpoints } from '@solvane/contract/fleet-import';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { readUpload } from '../../http/upload.ts';
import { listEnterprises } from '../access/users/enterprises.ts';
import { importUpload } from './import/import-upload.ts';
import { saveMetadata } from './metadata/metadata.commands.ts';
import { readMetadata } from './metadata/metadata.queries.ts';
import { readSegmentTrees } from './segment-trees.ts';
import { segmentTypeName } from './segment-type-name.ts';
import { createSiteStatus, type PowerReaders } from './site-status.ts';
import { listSegmentTypes, listSites } from './sites.queries.ts';

export interface FleetDeps extends Pick<Deps, 'db' | 'bus' | 'now'>, PowerReaders {}

export function fleetRoutes(app: FastifyInstance, { db, bus, now, ...power }: FleetDeps): void {
  const readSiteStatus = createSiteStatus(db, power);

  mount(app, deviceTreeEndpoints.sites, async ({ caller }) => ({
    enterprises: await listEnterprises(db, caller),
    sites: await listSites(db, caller),
    errors: [],
  }));
  mount(app, deviceTreeEndpoints.segments, async ({ caller, body }) => ({
    segmentsBySiteId: await readSegmentTrees(db, caller, body.siteIds),
  }));
  mount(app, deviceTreeEndpoints.segmentTypes, async ({ caller }) => ({
    items: (await listSegmentTypes(db, caller)).map(({ enterpriseId, segmentType }) => ({
      enterpriseId,
      apCode: segmentType,
      name: segmentTypeName(segmentType),
    })),
  }));

  mount(app, metadataEndpoints.read, async ({ caller, body }) => ({ items: await readMetadata(db, caller, body.segmentIds, now()) }));
  mount(app, metadataEndpoints.save, ({ caller, body }) => saveMetadata({ db, bus, now }, caller, body.changes));

  mount(app, fleetImportEndpoints.import, async ({ caller, query, request }) =>
    importUpload({ db, bus, now }, caller, { upload: await readUpload(request), apply: query.apply }),
  );

  mount(app, siteEndpoints.status, async ({ caller }) => ({ nowMs: now(), items: await readSiteStatus(caller) }));
}
