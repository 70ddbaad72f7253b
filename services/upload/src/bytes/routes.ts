// The routes of the bytes listener. A handler reads the body only after it has opened the row, up to the length that the row expects.
import { Readable } from 'node:stream'
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { FastifyRequest } from 'fastify'
import { joinBlocks, putBlock } from '../blocks/blocks.ts'
import type { Deps, OpenGrant } from '../deps.ts'
import { serveFilePlayer } from '../links/file-player.ts'
import { bytesCalls } from './api.ts'
import { putFile } from '../blocks/put.ts'
import { type HttpExchange, serveCaptions, serveFile, serveHls, servePreview } from './serve.ts'

const declaredLength = ({ headers }: FastifyRequest) =>
  headers['content-length'] === undefined ? undefined : Number(headers['content-length'])
const tokenOf = ({ headers }: FastifyRequest) => headers['upload-token'] as string | undefined

/** Fastify needs a body to drop in the reply to HEAD. */
const toBody = async ({ method }: FastifyRequest, work: Promise<Readable | null>) =>
  (await work) ?? (method === 'HEAD' ? Readable.from([]) : null)

/** Serves a file of a package through a door: the path as the address has it after the door. */
type ServePackage = (deps: Deps, door: string, path: string, http: HttpExchange) => Promise<Readable | null>

export const bytesRoutes = (open: OpenGrant, servePackage: ServePackage) =>
  routes(bytesCalls)<Deps, CourseRules>({
    'PUT /bytes/in/:token': ({ deps, params, request, receive }) =>
      putFile(deps, params.token, { receive, announced: declaredLength(request) }),
    'POST /bytes/blocks/:id/mkblk/:length': ({ deps, params, query, request, receive }) =>
      putBlock(deps, {
        id: params.id,
        token: tokenOf(request),
        receive,
        length: Number(params.length),
        index: query.index,
        announced: declaredLength(request),
      }),
    'POST /bytes/blocks/:id/mkfile/:size': ({ deps, params, request, receive }) =>
      joinBlocks(deps, { id: params.id, token: tokenOf(request), receive, size: Number(params.size) }),
    'GET /bytes/:grant/master.m3u8': ({ deps, params, request, reply }) =>
      toBody(request, serveHls(deps, open, params.grant, 'master.m3u8', { request, reply })),
    'GET /bytes/:grant/:quality/:file': ({ deps, params, request, reply }) =>
      toBody(request, serveHls(deps, open, params.grant, `${params.quality}/${params.file}`, { request, reply })),
    'GET /bytes/:grant/preview': ({ deps, params, request, reply }) =>
      toBody(request, servePreview(deps, open, params.grant, { request, reply })),
    'GET /bytes/:grant/captions/:language': ({ deps, params, request, reply }) =>
      toBody(request, serveCaptions(deps, open, params.grant, params.language, { request, reply })),
    'GET /bytes/player': async ({ deps, request, reply }) => serveFilePlayer(deps.config, request, reply),
    'GET /packages/:door/*': ({ deps, params, request, reply }) =>
      toBody(request, servePackage(deps, params.door, (request.params as { '*': string })['*'], { request, reply })),
    'GET /bytes/:grant/file': ({ deps, params, query, request, reply }) =>
      toBody(request, serveFile(deps, open, params.grant, query.download ?? false, { request, reply })),
  })
