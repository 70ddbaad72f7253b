// Owns uploads: files and folders, their bytes, renditions and quotas, and the groups they are shared in. The bytes door is an origin of its own.
// Emits UploadCreated, UploadChanged, UploadReady, UploadFailed, UploadDeleted.
// Consumes people and courses (mirrors), ended sessions, and which activities use an upload.
import { courseMirrorMigrations } from '@lyceum/course/mirror/consumers'
import { authorise, courseFinder } from '@lyceum/course/mirror/rules'
import { identityMirrorMigrations } from '@lyceum/identity/mirror/consumers'
import { one } from '@lyceum/kit/db'
import type { Finder } from '@lyceum/kit/routes'
import { servedRecorder } from '@lyceum/kit/served'
import { defineService } from '@lyceum/kit/service'
import { openDoor } from './bytes/cors.ts'
import { opening } from './bytes/opening.ts'
import { bytesRoutes } from './bytes/routes.ts'
import { captionRoutes } from './captions/routes.ts'
import { type Config, readConfig } from './config.ts'
import { consumers } from './consumers.ts'
import { contracts } from './contracts.ts'
import { conversionGivenUp, convert, wantMissingPreviews } from './conversion/convert.ts'
import type { Deps } from './deps.ts'
import { PrismaClient } from './generated/client.ts'
import { forgetFiles } from './forgetting/forget.ts'
import { groupRoutes } from './groups/routes.ts'
import { countMissing, countUpload } from './pages/pages.ts'
import { isolation } from './processes/isolation.ts'
import { referenceRoutes } from './references/routes.ts'
import { restored } from './restored.ts'
import { retelling } from './retell.ts'
import { storageRoutes } from './storage/routes.ts'
import { givenUp, transcode } from './transcoding/transcode.ts'
import { cleanUpload, sweep } from './uploads/clean.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { viewRoutes } from './viewing/routes.ts'

const upload: Finder = async (tx, id) =>
  await one(tx, 'select org_id::text as org from uploads where id = $1::uuid and purged_at is null', id)
const resourceGroup: Finder = async (tx, id) =>
  await one(tx, 'select org_id::text as org from resource_groups where id = $1::uuid and not deleted', id)

export const service = defineService<Config, PrismaClient, Deps>({
  name: 'upload',
  config: readConfig,
  migrations: [
    { schema: 'public', folder: new URL('../prisma/migrations/', import.meta.url) },
    identityMirrorMigrations,
    courseMirrorMigrations,
  ],
  client: (adapter) => new PrismaClient({ adapter }),
  contracts,
  retelling,
  restored,
  copies: ['upload_references', 'grant_revocations'],
  workers: { transcode: ['transcode', 'convert', 'pages', 'pages.missing'] },
  async open({ config, db, pool, kv, blobs, log, now, committed }) {
    const openGrant = opening({ client: db, pool, kv, config, now })
    const deps: Deps = { db, client: db, config, blobs, kv, openGrant, recordServed: servedRecorder(kv), log, now, committed }
    void isolation().then(({ network, files }) => log.info({ network, files }, 'programs over people’s files are kept from these'))
    return {
      deps,
      mounts: [uploadRoutes, storageRoutes, referenceRoutes, groupRoutes, viewRoutes, captionRoutes, bytesRoutes(openGrant)],
      door: (app) => openDoor(app, config),
      // what is in the bin is found too: it can be deleted for good
      finders: { upload, resourceGroup, course: courseFinder },
      authorise,
      consumers,
      jobs: {
        transcode: { run: transcode, dead: givenUp, concurrent: config.transcode.atOnce, maxTries: 5 },
        convert: { run: convert, dead: conversionGivenUp, concurrent: config.conversion.atOnce, maxTries: 3 },
        pages: { run: countUpload, concurrent: 1, maxTries: 3 },
        'pages.missing': { run: countMissing, every: 3_600_000 },
        'previews.missing': { run: wantMissingPreviews, every: 3_600_000 },
        clean: cleanUpload,
        forget: forgetFiles,
        sweep: { run: sweep, every: 3_600_000 },
      },
      ready: () => blobs.ready(),
    }
  },
})
