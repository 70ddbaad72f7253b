// Routes of uploads: each call of api.ts with the function behind it.
import { teaches } from '@lyceum/course/mirror/rules'
import { conflict, forbidden } from '@lyceum/kit/calls/errors'
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { bytesOrigin } from '../grants/origin.ts'
import { signOwnGrant } from '../grants/sign-own-grant.ts'
import type { Deps } from '../deps.ts'
import { uploadCalls } from './api.ts'
import { confirmByCallback, confirmUploaded } from './arrival.ts'
import { declareUpload } from './declare.ts'
import { deleteUploads, listDeleted, purgeUpload, restoreUploads } from './bin.ts'
import { findFiles } from './find-files.ts'
import { listCourseFiles, listUploads } from './list.ts'
import { auditRead } from './audit-files.ts'
import { readAccess, lockWritable } from './rights.ts'
import { openGranted, readGranted, requireGrant } from '../grants/granted.ts'
import { createToken } from '../rows/tokens.ts'
import { changeUpload, assertDownloadable, readUpload, moveUploads, addVideo, retryUpload } from './uploads.ts'

/** Seconds that the address of a download holds. */
const downloadSeconds = 3600

export const uploadRoutes = routes(uploadCalls)<Deps, CourseRules>({
  'POST /api/uploads': ({ deps, actor, body, request }) => declareUpload(deps, actor, body, bytesOrigin(deps.config, request)),
  'GET /api/uploads': ({ deps, actor, query }) => listUploads(deps, actor, query),
  'GET /api/my-files': ({ deps, actor, query }) => findFiles(deps, actor, query),
  'GET /api/courses/:id/resources': ({ deps, scope, actor, params, query }) =>
    listCourseFiles(deps, actor, { owner: actor.person, org: scope.org, course: params.id }, query, teaches(scope.access)),
  'GET /api/deleted-uploads': ({ deps, actor, query }) => listDeleted(deps, actor, query),
  'POST /api/uploads/move': ({ deps, actor, body }) => moveUploads(deps, actor, body.upload_ids, body.parent_id),
  'POST /api/uploads/delete': ({ deps, actor, body }) => deleteUploads(deps, actor, body.upload_ids, { force: body.force ?? false }),
  'POST /api/uploads/restore': ({ deps, actor, body }) => restoreUploads(deps, actor, body.upload_ids),
  'GET /api/uploads/:id': ({ deps, actor, params, query }) => {
    const grant = requireGrant(actor, query.grant)
    return grant === undefined ? readUpload(deps, actor, params.id) : readGranted(deps, actor, params.id, grant)
  },
  'PUT /api/uploads/:id': ({ deps, actor, params, body }) => changeUpload(deps, actor, params.id, body),
  'DELETE /api/uploads/:id': ({ deps, actor, params, query }) =>
    query.purge
      ? purgeUpload(deps, actor, params.id, query.force ?? false)
      : deleteUploads(deps, actor, [params.id], { force: query.force ?? false }),
  'GET /api/uptoken': async ({ deps, actor, query }) => {
    const row = await deps.client.$transaction((tx) => lockWritable(tx, actor, query.id))
    if (row.storageType !== 'chunked' || row.isFolder) throw conflict('upload.notChunked')
    // a joined upload still gets a token: a page without the reply of mkfile repeats it
    if (row.etag || row.status !== 'processing') throw conflict('upload.finished')
    const { token, expires } = await createToken(deps, row.id, 'blocks')
    return { uptoken: token, expires_at: expires.toISOString() }
  },
  'PUT /api/uploads/:id/uploaded': ({ deps, actor, params }) => confirmUploaded(deps, actor, params.id),
  'POST /api/uploads/:id/retry': ({ deps, actor, params }) => retryUpload(deps, actor, params.id),
  'POST /api/uploads/:id/videos': ({ deps, actor, params, body }) => addVideo(deps, actor, params.id, body),
  'GET /api/uploads/:id/blob': async ({ deps, actor, params, query, request, reply }) => {
    const { config, now } = deps
    let grant = requireGrant(actor, query.grant)
    if (grant !== undefined) {
      const { row, grant: opened } = await openGranted(deps, actor, params.id, grant)
      if (!opened.file || !row.allowDownload) throw forbidden('upload.downloadNotAllowed')
      assertDownloadable(row)
    } else {
      const access = await readAccess(deps.db, actor, params.id)
      const { row, wholeFile } = access
      if (!wholeFile && !row.allowDownload) throw forbidden('upload.downloadNotAllowed')
      assertDownloadable(row)
      await auditRead(deps.db, now(), actor, access)
      const expires = Math.floor(now().getTime() / 1000) + downloadSeconds
      grant = signOwnGrant(config, actor, params.id, { expires, file: true })
    }
    reply.header('location', `${bytesOrigin(config, request)}/bytes/${grant}/file?download=true`)
    return null
  },
  'POST /internal-api/upload/callback/:id': ({ deps, params, body, request }) =>
    confirmByCallback(deps, params.id, request.headers['upload-token'] as string | undefined, body.file_key),
})
