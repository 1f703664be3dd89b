import { UPLOAD_PERMISSIONS } from '@solvane/contract/uploads/uploads';
import type { Deps } from '../../deps.ts';
import { createCaller, createSiteDirectory } from '../../http/scope.ts';
import { findPresentUser } from '../access/sessions/authenticate.ts';
import type { ConfigureDeps } from '../configuration/change-configuration.ts';
import { importUpload } from './import/import-upload.ts';
import { importUploadJob, validateUploadJob } from './upload-jobs.ts';
import { validateUpload } from './validate-upload.ts';

export function uploadJobs(deps: Deps & ConfigureDeps): void {
  const { jobs, database, db } = deps;
  const findSiteDirectory = createSiteDirectory(db);
  jobs.handle(validateUploadJob, async ({ data, signal }) => {
    await validateUpload(deps, { ...data, signal });
    return undefined;
  });
  jobs.handle(importUploadJob, ({ data, signal, progress }) =>
    importUpload(
      {
        ...deps,
        findCaller: async ({ userId, kind }) => {
          const user = await findPresentUser(database.pool, userId);
          return user && createCaller(user, await findSiteDirectory(user.fleetVersion), UPLOAD_PERMISSIONS[kind]);
        },
      },
      { ...data, signal, progress },
    ),
  );
}
