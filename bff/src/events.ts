// Live hints for open pages, as server-sent events: those for the person, for the courses they are in, for their organisations.
import { randomInt } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Kv } from '@lyceum/kit/kv'
import { type Hint, hints } from '@lyceum/kit/live'
import type { Log } from '@lyceum/kit/log'
import { writeMarks } from '@lyceum/kit/marks'
import type { Metrics } from '@lyceum/kit/metrics'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bffCalls } from './api.ts'
import { checkPerson, scopeOf } from './scope.ts'
import type { Sessions } from './sessions.ts'

type Stream = { to: ServerResponse; hash: string; session: string; person: string; orgs: Set<string>; courses: Set<string>; opened: number }
export type Live = {
  sessions: Sessions
  kv: Kv
  log: Log
  metrics: Metrics
  coursesOf(person: string): Promise<string[]>
  limit(request: FastifyRequest, session: string | undefined): Promise<void>
}

const memberships = 'lyceum.course.v1.Member'
const beat = 20_000
/** Of one session; the oldest gives way. A browser shares one among its tabs. */
const mostStreams = 8
/** A page that does not read is cut off: it comes back and reads everything anew. Bytes. */
const mostUnread = 256 * 1024

export async function liveEvents(app: FastifyInstance, { sessions, kv, log, metrics, coursesOf, limit }: Live): Promise<void> {
  const streams = new Set<Stream>()
  metrics.gauge('lyceum_live_streams', () => streams.size)

  const end = (stream: Stream) => {
    streams.delete(stream)
    stream.to.end()
  }
  const write = (stream: Stream, text: string) => {
    if (stream.to.writableLength > mostUnread) end(stream)
    else stream.to.write(text)
  }
  const loadCourses = async (stream: Stream) => {
    const courses = await coursesOf(stream.person).catch((error) => {
      log.warn({ err: error }, 'the courses of a listener are not known')
    })
    if (courses) stream.courses = new Set(courses)
  }

  const deaf = await hints(kv, (hint) => {
    let text: string | undefined
    for (const stream of streams) {
      if (!isFor(stream, hint)) continue
      text ??= `event: hint\ndata: ${dataOf(hint)}\n\n`
      write(stream, text)
      // told of a course that is not known here, or of a membership: they may have just joined or left
      if ((hint.course && !stream.courses.has(hint.course)) || hint.fact?.type.startsWith(memberships)) void loadCourses(stream)
    }
  })
  const unhear = sessions.onEnd((hash) => {
    for (const stream of streams) if (stream.hash === hash) end(stream)
  })
  const pulse = setInterval(() => {
    for (const stream of streams) {
      write(stream, ': still here\n\n')
      sessions.find(stream.hash).then(
        (session) => {
          if (!session) end(stream)
        },
        () => {},
      )
      if ((Date.now() - stream.opened) % 300_000 < beat) void loadCourses(stream)
    }
  }, beat).unref()

  const { refusing } = app.shutdown
  const endAll = () => {
    for (const stream of streams) {
      // all of them come back at once otherwise
      stream.to.write(`retry: ${randomInt(500, 8000)}\n\n`)
      end(stream)
    }
  }
  refusing.addEventListener('abort', endAll, { once: true })
  app.addHook('preClose', async () => {
    clearInterval(pulse)
    unhear()
    await deaf()
  })

  app.get('/api/events', { exposeHeadRoute: false, schema: { querystring: bffCalls['GET /api/events'].query } }, async (request, reply) => {
    const { hash, session } = await sessions.must(request)
    await limit(request, session.id)
    checkPerson(request, session)
    scopeOf(request, { scope: 'query' }, session)
    const stream: Stream = {
      to: reply.raw,
      hash,
      session: session.id,
      person: session.user.id,
      orgs: new Set(session.memberships.map(({ org }) => org.id)),
      courses: new Set(),
      opened: Date.now(),
    }
    await loadCourses(stream)
    reply.hijack()
    const { 'content-length': _, ...headers } = reply.getHeaders()
    reply.raw.writeHead(200, {
      ...(headers as Record<string, string>),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    reply.raw.on('close', () => streams.delete(stream))
    reply.raw.on('error', () => streams.delete(stream))
    const mine = [...streams].filter((one) => one.session === stream.session)
    if (mine.length >= mostStreams) end(mine[0]!)
    streams.add(stream)
    stream.to.write(`retry: ${randomInt(1000, 4000)}\n: hello\n\n`)
    if (refusing.aborted) endAll()
    if (!(await sessions.find(hash))) end(stream) // it ended while the stream was opened
  })
}

/** Named people alone, else the members of the course, else whom it is about. */
function isFor({ person, orgs, courses }: Pick<Stream, 'person' | 'orgs' | 'courses'>, { subject, id, course, people }: Hint): boolean {
  if (people) return people.includes(person)
  if (course) return courses.has(course)
  if (subject === 'person') return id === person
  return subject === 'org' && orgs.has(id)
}

const dataOf = ({ subject, id, course, fact }: Hint): string =>
  JSON.stringify({ subject, id, ...(course && { course }), ...(fact && { fact: writeMarks([fact]) }) })
