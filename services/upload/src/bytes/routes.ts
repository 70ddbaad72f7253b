import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { tooLarge } from '@lyceum/kit/errors'
import { routes } from '@lyceum/kit/routes'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { makeFile, putBlock } from '../blocks/blocks.ts'
import type { Deps } from '../deps.ts'
import { bytesCalls } from './api.ts'
import type { Opening } from './opening.ts'
import { putFile } from './put.ts'
import { serveCaptions, serveFile, servePlayed, servePreview } from './serve.ts'

/** Contexts of 300,000 blocks: more than a terabyte. */
const longestContexts = 32 * 1024 * 1024

const announced = ({ headers }: FastifyRequest) => (headers['content-length'] === undefined ? undefined : Number(headers['content-length']))
const tokenOf = ({ headers }: FastifyRequest) => headers['upload-token'] as string | undefined
/** What is refused is not read to its end: the connection closes after the answer. */
async function orClose<T>(request: FastifyRequest, reply: FastifyReply, work: Promise<T>): Promise<T> {
  return await work.catch((error) => {
    if ((announced(request) ?? Number.POSITIVE_INFINITY) > 16 * 1024 * 1024 && !request.raw.complete) reply.header('connection', 'close')
    throw error
  })
}

/** Fastify wants something to drop where HEAD is answered without a body. */
const out = async ({ method }: FastifyRequest, work: Promise<Readable | null>) =>
  (await work) ?? (method === 'HEAD' ? Readable.from([]) : null)

export const bytesRoutes = (open: Opening) =>
  routes(bytesCalls)<Deps>({
    'PUT /bytes/in/:token': ({ deps, params, request, reply }) =>
      orClose(request, reply, putFile(deps, params.token, bodyOf(request), announced(request))),
    'POST /bytes/blocks/:id/mkblk/:length': ({ deps, params, query, request, reply }) =>
      orClose(
        request,
        reply,
        putBlock(deps, {
          id: params.id,
          token: tokenOf(request),
          body: bodyOf(request),
          length: Number(params.length),
          index: query.index,
          announced: announced(request),
        }),
      ),
    'POST /bytes/blocks/:id/mkfile/:size': async ({ deps, params, request }) => {
      if ((announced(request) ?? 0) > longestContexts) throw tooLarge()
      return await makeFile(deps, {
        id: params.id,
        token: tokenOf(request),
        body: bodyOf(request),
        size: Number(params.size),
        contexts: await text(bodyOf(request)),
      })
    },
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

const bodyOf = (request: FastifyRequest): Readable => (request.body as Readable | undefined) ?? request.raw
