// The routes of the bytes door. A body is handed on unread: who has opened the row reads it, up to what the row expects.
import { Readable } from 'node:stream'
import { routes } from '@lyceum/kit/routes'
import type { FastifyRequest } from 'fastify'
import { makeFile, putBlock } from '../blocks/blocks.ts'
import type { Deps, Opening } from '../deps.ts'
import { bytesCalls } from './api.ts'
import { putFile } from './put.ts'
import { serveCaptions, serveFile, servePlayed, servePreview } from './serve.ts'

const announced = ({ headers }: FastifyRequest) => (headers['content-length'] === undefined ? undefined : Number(headers['content-length']))
const tokenOf = ({ headers }: FastifyRequest) => headers['upload-token'] as string | undefined

/** Fastify wants something to drop where HEAD is answered without a body. */
const out = async ({ method }: FastifyRequest, work: Promise<Readable | null>) =>
  (await work) ?? (method === 'HEAD' ? Readable.from([]) : null)

export const bytesRoutes = (open: Opening) =>
  routes(bytesCalls)<Deps>({
    'PUT /bytes/in/:token': ({ deps, params, request, receive }) => putFile(deps, params.token, { receive, announced: announced(request) }),
    'POST /bytes/blocks/:id/mkblk/:length': ({ deps, params, query, request, receive }) =>
      putBlock(deps, {
        id: params.id,
        token: tokenOf(request),
        receive,
        length: Number(params.length),
        index: query.index,
        announced: announced(request),
      }),
    'POST /bytes/blocks/:id/mkfile/:size': ({ deps, params, request, receive }) =>
      makeFile(deps, { id: params.id, token: tokenOf(request), receive, size: Number(params.size) }),
    'GET /bytes/:grant/master.m3u8': ({ deps, params, request, reply }) =>
      out(request, servePlayed(deps, open, params.grant, 'master.m3u8', { request, reply })),
    'GET /bytes/:grant/:quality/:file': ({ deps, params, request, reply }) =>
      out(request, servePlayed(deps, open, params.grant, `${params.quality}/${params.file}`, { request, reply })),
    'GET /bytes/:grant/preview': ({ deps, params, request, reply }) =>
      out(request, servePreview(deps, open, params.grant, { request, reply })),
    'GET /bytes/:grant/captions/:language': ({ deps, params, request, reply }) =>
      out(request, serveCaptions(deps, open, params.grant, params.language, { request, reply })),
    'GET /bytes/:grant/file': ({ deps, params, query, request, reply }) =>
      out(request, serveFile(deps, open, params.grant, query.download ?? false, { request, reply })),
  })
