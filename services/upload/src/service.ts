// The upload service: owns files and folders, their bytes, renditions and quotas, and sharing groups. Its bytes listener is an origin of its own.
// Emits UploadCreated, UploadChanged, UploadReady, UploadFailed, UploadDeleted, TextReady, PackageOpened, SharedResourceChanged, ResourceGroupChanged.
// Consumes people and courses (mirrors), ended sessions, the uploads of activities, and files elsewhere that activity offers.
import { auditWithin } from '@lyceum/course/mirror/audit-within'
import { courseMirrorMigrations } from '@lyceum/course/mirror/consumers'
import { courseFinder } from '@lyceum/course/mirror/rules'
import { identityMirrorMigrations } from '@lyceum/identity/mirror/consumers'
import { one } from '@lyceum/kit/database/database'
import { notFound } from '@lyceum/kit/calls/errors'
import type { Finder } from '@lyceum/kit/calls/routes'
import { servedRecorder } from '../mirror/served-seconds.ts'
import type { HandlersOf } from '@lyceum/kit/jobs/jobs'
import { defineService } from '@lyceum/kit/service'
import { allowOrigins } from './bytes/cors.ts'
import { grantOpener } from './bytes/open-grant.ts'
import { bytesRoutes } from './bytes/routes.ts'
import { captionRoutes } from './captions/routes.ts'
import { config } from './config.ts'
import { consumers } from './consumers.ts'
import { contracts } from './contracts.ts'
import { markConversionFailed, convert, enqueueMissingPreviews } from './conversion/convert.ts'
import type { Deps } from './deps.ts'
import { copyFilesJob } from './copies/course-files.ts'
import { PrismaClient } from './generated/client.ts'
import { eraseFiles } from './erasure/erase.ts'
import { expectFile, fetchFile, markFetchFailed } from './fetching/fetch-file.ts'
import type { Jobs } from './jobs.ts'
import { failureRoutes } from './failures/routes.ts'
import { groupRoutes } from './groups/routes.ts'
import { linkRoutes } from './links/routes.ts'
import { orgBinRoutes } from './org-bin/routes.ts'
import { markOpeningFailed, openMissingPackages, openPackage } from './packages/open-package.ts'
import { packageRoutes } from './package-doors/routes.ts'
import { servePackage } from './package-doors/serve-package.ts'
import { countMissingPages, countUploadPages } from './pages/pages.ts'
import { isolation } from './processes/isolation.ts'
import { referenceRoutes } from './references/routes.ts'
import { afterRestore } from './after-restore.ts'
import { secureHeld } from './references/secure-held.ts'
import { resyncSteps, emitUploads } from './resync.ts'
import { rules } from './rules.ts'
import { sharingRoutes } from './sharing/routes.ts'
import { storageRoutes } from './storage/routes.ts'
import { makeCopy, markCopyFailed } from './stripping/copies.ts'
import { markTextFailed, readText } from './texts/texts.ts'
import { markTranscodingFailed, transcode } from './transcoding/transcode.ts'
import { cleanUpload, sweep } from './uploads/clean.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { viewRoutes } from './viewing/routes.ts'

/** Uploads in the bin too: they can be purged. */
const upload: Finder = async (tx, id) => {
  const found = await one<{ org: string }>(tx, 'select org_id::text as org from uploads where id = $1::uuid and purged_at is null', id)
  if (!found) throw notFound('lark.errorMsg', id)
  return found
}
const resourceGroup: Finder = async (tx, id) =>
  await one(tx, 'select org_id::text as org from resource_groups where id = $1::uuid and not deleted', id)

export const service = defineService({
  name: 'upload',
  config,
  migrations: [
    identityMirrorMigrations,
    courseMirrorMigrations,
    { schema: 'public', folder: new URL('../prisma/migrations/', import.meta.url) },
  ],
  client: (adapter) => new PrismaClient({ adapter }),
  contracts,
  auditWithin,
  resync: resyncSteps,
  afterRestore,
  projections: ['upload_references', 'holders', 'restorable_uploads', 'grant_revocations', 'personal_grant_revocations'],
  workers: {
    transcode: [
      'transcode',
      'convert',
      'countPages',
      'readText',
      'stripFile',
      'sweepMissingPages',
      'sweepMissingPreviews',
    ] satisfies (keyof Jobs)[],
  },
  open: async ({ config, db, pool, kv, blobs, log, now, onCommit }) => {
    const openGrant = grantOpener({ client: db, pool, kv, config, now })
    const deps: Deps = { db, client: db, config, blobs, kv, openGrant, recordServed: servedRecorder(kv), log, now, onCommit }
    void isolation().then(({ network, files }) => log.info({ network, files }, 'isolation of programs over people’s files'))
    return {
      deps,
      routes: [
        uploadRoutes,
        linkRoutes,
        storageRoutes,
        failureRoutes,
        referenceRoutes,
        groupRoutes,
        sharingRoutes,
        orgBinRoutes,
        viewRoutes,
        captionRoutes,
        packageRoutes,
        bytesRoutes(openGrant, servePackage),
      ],
      configureBytesListener: (app) => allowOrigins(app, config),
      finders: { upload, resourceGroup, course: courseFinder },
      rules,
      consumers,
      jobs: {
        transcode: { run: transcode, dead: markTranscodingFailed, concurrent: config.transcode.atOnce, maxTries: 5 },
        convert: { run: convert, dead: markConversionFailed, concurrent: config.conversion.atOnce, maxTries: 3 },
        countPages: { run: countUploadPages, concurrent: 1, maxTries: 3, formerly: 'pages' },
        openPackage: { run: openPackage, dead: markOpeningFailed, concurrent: 1, maxTries: 5 },
        readText: { run: readText, dead: markTextFailed, concurrent: 1, maxTries: 4 },
        stripFile: { run: makeCopy, dead: markCopyFailed, concurrent: 1, maxTries: 3 },
        cleanUpload: { run: cleanUpload, formerly: 'clean' },
        erasePersonFiles: { run: eraseFiles, formerly: 'forget' },
        // tried for a day, every hour at last
        expectFile: { run: expectFile, concurrent: 1 },
        fetchFile: {
          run: fetchFile,
          dead: markFetchFailed,
          concurrent: 2,
          maxTries: 30,
          backoff: (tries) => Math.min(3_600_000, 15_000 * 2 ** tries),
        },
        secureHeld: { run: secureHeld, concurrent: 1, maxTries: 5 },
        tellUploads: { run: emitUploads },
        copyFiles: copyFilesJob(db),
        // the bytes of a file are gone within the hour after its time in the bin
        sweepUploads: { run: sweep, every: 1_800_000, formerly: 'sweep' },
        sweepMissingPages: { run: countMissingPages, every: 3_600_000, formerly: 'pages.missing' },
        sweepUnopenedPackages: { run: openMissingPackages, every: 3_600_000 },
        sweepMissingPreviews: { run: enqueueMissingPreviews, every: 3_600_000, formerly: 'previews.missing' },
      } satisfies HandlersOf<Jobs, Deps>,
      ready: () => blobs.ready(),
    }
  },
})
