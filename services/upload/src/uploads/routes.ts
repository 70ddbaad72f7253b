import { standingOf, teaches } from '@lyceum/course/mirror/rules'
import { conflict, forbidden, notFound } from '@lyceum/kit/errors'
import { routes } from '@lyceum/kit/routes'
import { bytesOrigin } from '../bytes/origin.ts'
import { ownGrant } from '../bytes/own-grant.ts'
import type { Deps } from '../deps.ts'
import { uploadCalls } from './api.ts'
import { calledBack, uploaded } from './arrival.ts'
import { declare } from './declare.ts'
import { deleteUploads, listDeleted, purgeUpload, restoreUploads } from './bin.ts'
import { listCourseFiles, listUploads } from './list.ts'
import { seen, writable } from './rights.ts'
import { findRow } from './rows.ts'
import { makeToken } from './tokens.ts'
import { changeUpload, downloadable, getUpload, moveUploads, noteVideo, retryUpload } from './uploads.ts'

/** Seconds an address of a download holds. */
const downloadSeconds = 3600

export const uploadRoutes = routes(uploadCalls)<Deps>({
  'POST /api/uploads': ({ deps, actor, body, request }) => declare(deps, actor, body, bytesOrigin(deps.config, request)),
  'GET /api/uploads': ({ deps, actor, query }) => listUploads(deps, actor, query),
  'GET /api/courses/:id/resources': ({ deps, place, actor, params, query }) =>
    listCourseFiles(deps, actor, { owner: actor.person, org: place.org, course: params.id }, query, teaches(standingOf(place))),
  'GET /api/deleted-uploads': ({ deps, actor, query }) => listDeleted(deps, actor, query),
  'POST /api/uploads/move': ({ deps, actor, body }) => moveUploads(deps, actor, body.upload_ids, body.parent_id),
  'POST /api/uploads/delete': ({ deps, actor, body }) => deleteUploads(deps, actor, body.upload_ids, { force: body.force ?? false }),
  'POST /api/uploads/restore': ({ deps, actor, body }) => restoreUploads(deps, actor, body.upload_ids),
  'GET /api/uploads/:id': ({ deps, actor, params }) => getUpload(deps, actor, params.id),
  'PUT /api/uploads/:id': ({ deps, actor, params, body }) => changeUpload(deps, actor, params.id, body),
  'DELETE /api/uploads/:id': ({ deps, actor, params, query }) =>
    query.purge
      ? purgeUpload(deps, actor, params.id, query.force ?? false)
      : deleteUploads(deps, actor, [params.id], { force: query.force ?? false }),
  'GET /api/uptoken': async ({ deps, actor, query }) => {
    const row = await deps.client.$transaction((tx) => writable(tx, actor, query.id))
    if (row.storageType !== 'chunked' || row.isFolder) throw conflict('upload.notChunked')
    // joined but not yet looked at: who lost the answer of mkfile asks for it again
    if (row.etag || row.status !== 'processing') throw conflict('upload.finished')
    const { token, expires } = await makeToken(deps, row.id, 'blocks')
    return { uptoken: token, expires_at: expires.toISOString() }
  },
  'PUT /api/uploads/:id/uploaded': ({ deps, actor, params }) => uploaded(deps, actor, params.id),
  'POST /api/uploads/:id/retry': ({ deps, actor, params }) => retryUpload(deps, actor, params.id),
  'POST /api/uploads/:id/videos': ({ deps, actor, params, body }) => noteVideo(deps, actor, params.id, body),
  'GET /api/uploads/:id/blob': async ({ deps, actor, params, query, request, reply }) => {
    const { config, now } = deps
    let grant = query.grant
    if (grant) {
      const row = await findRow(deps.db, params.id)
      if (!row) throw notFound('upload', params.id)
      const { grant: given } = await deps.openGrant(grant, { person: actor.person, upload: row.id })
      if (!given.file || !row.allowDownload) throw forbidden('upload.downloadNotAllowed')
      downloadable(row)
    } else {
      const { row, whole } = await seen(deps.db, actor, params.id)
      if (!whole && !row.allowDownload) throw forbidden('upload.downloadNotAllowed')
      downloadable(row)
      const expires = Math.floor(now().getTime() / 1000) + downloadSeconds
      grant = ownGrant(config, actor, params.id, { expires, file: true })
    }
    reply.header('location', `${bytesOrigin(config, request)}/bytes/${grant}/file?download=true`)
    return null
  },
  'POST /internal-api/upload/callback/:id': ({ deps, params, body, request }) =>
    calledBack(deps, params.id, request.headers['upload-token'] as string | undefined, body.file_key),
})
