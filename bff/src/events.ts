// The hint stream of open pages, as server-sent events: hints for the person, for their courses and for their organisations.
import { randomInt } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Kv } from '@lyceum/kit/kv/kv'
import { type Hint, subscribeToHints } from '@lyceum/kit/kv/hints'
import type { Log } from '@lyceum/kit/telemetry/log'
import { writeMarks } from '@lyceum/kit/facts/marks'
import type { Metrics } from '@lyceum/kit/telemetry/metrics'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { keepRecent } from '@lyceum/kit/recent'
import { bffCalls, keptHints, type PageHint } from './api.ts'
import { checkPerson, scopeOf } from './scope.ts'
import type { Sessions } from './sessions.ts'

type Stream = { to: ServerResponse; hash: string; session: string; person: string; orgs: Set<string>; opened: number } & Courses
/** `hidden`: those of them that the person does not see, being their student before they are published. */
type Courses = { courses: Set<string>; hidden: Set<string> }
export type Live = {
  sessions: Sessions
  kv: Kv
  log: Log
  metrics: Metrics
  coursesOf(person: string): Promise<Courses>
  limit(request: FastifyRequest, session: string | undefined): Promise<void>
}

const memberships = 'lyceum.course.v1.Member'
/** Changes that hide a course from its students, or show it: their hints reach students in either case. */
const sight: string[] = ['coursePublished', 'courseUnpublished'] satisfies Hint['subject'][]
const beat = 20_000
/** Streams of one session; a further one ends the oldest. A browser shares one among its tabs. */
const mostStreams = 8
/** Unread bytes after which a stream is cut off; its page connects again and reads everything anew. */
const mostUnread = 256 * 1024

/** Hints that are kept at most, for pages that begin to listen. */
const mostRecent = 20_000

export async function liveEvents(app: FastifyInstance, { sessions, kv, log, metrics, coursesOf, limit }: Live): Promise<void> {
  const streams = new Set<Stream>()
  metrics.gauge('lyceum_live_streams', () => streams.size)

  const end = (stream: Stream) => {
    streams.delete(stream)
    stream.to.end()
  }
  const write = (stream: Stream, text: string | Buffer) => {
    if (stream.to.writableLength > mostUnread) end(stream)
    // its headers are out, and nothing is added to what it carries: the response would only hold the socket until the next turn, for each of them
    else (stream.to.socket ?? stream.to).write(text)
  }
  const loadCourses = async (stream: Stream) => {
    const courses = await coursesOf(stream.person).catch((error) => {
      log.warn({ err: error }, 'the courses of a listener are not known')
    })
    if (courses) Object.assign(stream, courses)
  }

  const recent = keepRecent<Hint>({ ms: keptHints, most: mostRecent, now: Date.now })
  /** Hints that a page's first reads may have missed, each subject once. */
  const writeMissed = (stream: Stream, age: number) => {
    const hints = recent.since(age)
    if (!hints) return write(stream, 'event: gap\ndata: {}\n\n')
    const latest = new Map<string, string>()
    for (const hint of hints)
      if (isFor(stream, hint))
        latest.set(`${hint.subject} ${hint.id} ${hint.of} ${hint.about === stream.person}`, textOf(hint, hint.about === stream.person))
    if (latest.size > 0) write(stream, [...latest.values()].join(''))
  }

  const deaf = await subscribeToHints(kv, (hint) => {
    recent.add(hint)
    const texts = new Map<boolean, Buffer>()
    for (const stream of streams) {
      if (!isFor(stream, hint)) continue
      const mine = hint.about === stream.person
      const text = texts.get(mine) ?? Buffer.from(textOf(hint, mine))
      texts.set(mine, text)
      write(stream, text)
      if (hint.subject === 'coursePublished') stream.hidden.delete(hint.id)
      // an unknown course, a membership, or a course that is hidden: the person may have just joined or left, or sees it no more
      const unknown = hint.aggregate === 'course' && !stream.courses.has(hint.id)
      if (unknown || hint.subject === 'courseUnpublished' || hint.fact?.type.startsWith(memberships)) void loadCourses(stream)
    }
  })
  recent.begin()
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

  const { requestsRefused } = app.shutdown
  const endAll = () => {
    for (const stream of streams) {
      // spreads the reconnections over 8 s
      stream.to.write(`retry: ${randomInt(500, 8000)}\n\n`)
      end(stream)
    }
  }
  requestsRefused.addEventListener('abort', endAll, { once: true })
  app.addHook('preClose', async () => {
    clearInterval(pulse)
    unhear()
    await deaf()
  })

  const options = { exposeHeadRoute: false, config: { lasting: true }, schema: { querystring: bffCalls['GET /api/events'].query } }
  app.get('/api/events', options, async (request, reply) => {
    const received = Date.now()
    const { age } = request.query as { age?: number }
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
      hidden: new Set(),
      opened: Date.now(),
    }
    await loadCourses(stream)
    reply.hijack()
    // it ends with its connection anyway: without chunks a hint is one write to the socket of each stream, two fifths cheaper
    reply.raw.useChunkedEncodingByDefault = false
    reply.raw.shouldKeepAlive = false
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
    if (age !== undefined) writeMissed(stream, age + Date.now() - received)
    if (requestsRefused.aborted) endAll()
    if (!(await sessions.find(hash))) end(stream) // the session ended while the stream was being opened
  })
}

/** Recipients of a hint: its named people; else the members of its course who see it, the person or the organisation's people. */
function isFor(
  { person, orgs, courses, hidden }: Pick<Stream, 'person' | 'orgs' | 'courses' | 'hidden'>,
  { subject, aggregate, id, people }: Hint,
): boolean {
  if (people) return people.includes(person)
  if (aggregate === 'course') return courses.has(id) && (!hidden.has(id) || sight.includes(subject))
  if (aggregate === 'person') return id === person
  return aggregate === 'org' && orgs.has(id)
}

const textOf = (hint: Hint, mine: boolean) => `event: hint\ndata: ${dataOf(hint, mine)}\n\n`
const dataOf = ({ subject, aggregate, id, of, fact }: Hint, mine: boolean): string =>
  JSON.stringify({
    subject,
    id,
    ...(aggregate === 'course' && { course: id }),
    ...(of !== undefined && { of }),
    ...(mine && { mine }),
    ...(fact && { fact: writeMarks([fact]) }),
  } satisfies PageHint)
