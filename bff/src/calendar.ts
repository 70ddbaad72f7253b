// The calendar, joined: entries of calendar (the main part), dates and classes of activities (side parts, named as away when they fail). And the feeds.
import { createHash } from 'node:crypto'
import type { contracts as activityContracts } from '@lyceum/activity/contracts'
import type { contracts as calendarContracts } from '@lyceum/calendar/contracts'
import { pathOf } from '@lyceum/kit/calls/client'
import { unavailable } from '@lyceum/kit/calls/errors'
import type { TransportResponse } from '@lyceum/kit/calls/transport'
import { deadlineHeader } from '@lyceum/kit/facts/marks'
import type { ActorKeys } from '@lyceum/kit/calls/actor'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bffCalls } from './api.ts'
import { feedText } from './calendar-ics.ts'
import { actorHeaders, type Forwarding, headersOf } from './forward.ts'
import { checkPerson, scopeOf } from './scope.ts'
import { internalClient, type ServiceBehind } from './services.ts'

type Reading = Pick<Forwarding, 'sessions' | 'address' | 'limit' | 'marks' | 'tokenOf'> & {
  services: ServiceBehind[]
  keys: ActorKeys
  release: string
}

/** Milliseconds for the main part and for a side part. */
const [mainPatience, sidePatience] = [5000, 1500]

export function calendarRoutes(app: FastifyInstance, { services, keys, release, ...forwarding }: Reading): void {
  const named = (name: string) => services.find((one) => one.name === name)
  const [calendar, activity] = [named('calendar'), named('activity')]
  if (!calendar) return
  const feeds = internalClient<typeof calendarContracts>(calendar, keys)
  const dates = activity && internalClient<typeof activityContracts>(activity, keys)

  const { query } = bffCalls['GET /api/calendar']
  app.get<{ Querystring: { start: string; end: string } }>('/api/calendar', { schema: { querystring: query } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const known = await forwarding.sessions.must(request)
    await forwarding.limit(request, known.session.id)
    checkPerson(request, known.session)
    const headers = await actorHeaders(headersOf(request, forwarding), { org: scopeOf(request, {}, known.session), known }, forwarding)
    const span = { start: request.query.start, end: request.query.end }
    const side = async (call: string) => {
      const answer = await ask(activity, call, span, headers, sidePatience).catch((error: unknown) => {
        request.log.warn({ err: error, call }, 'a part of a calendar was not answered')
      })
      return answer?.status === 200 ? answer.body : undefined
    }
    const [main, due, held] = await Promise.all([
      ask(calendar, 'GET /api/calendar-entries', span, headers, mainPatience),
      side('GET /api/activity/calendar'),
      side('GET /api/activity/cloud-classroom'),
    ])
    if (!main) throw unavailable('service.unavailable')
    if (main.status !== 200) return passOn(reply, main)
    return passOn(reply, { ...main, body: joined(main.body, due, held) })
  })

  app.get<{ Params: { token: string } }>('/api/calendar-feed/:token', async (request, reply) => {
    await forwarding.limit(request, undefined)
    const token = request.params.token.replace(/\.ics$/, '').slice(0, 200)
    const site = `${request.protocol}://${request.host}`
    // addresses in the text and how it is written follow from the site and the release
    const form = createHash('sha256').update(`${release} ${site}`).digest('base64url').slice(0, 12)
    const [knownEntries, knownDates] = knownParts(request, form)
    const ofDates = async (feed: FeedSpan, known?: string) => {
      const body = { person_id: feed.person_id, course_id: feed.course_id, start: feed.from, end: feed.to, ...(known && { known }) }
      // a feed without its due dates would take them out of people's calendars: it is asked for again later
      return dates ? await dates('POST /internal-api/activity-dates', { body }) : { version: '-', dates: [] }
    }
    const feed = await feeds('POST /internal-api/calendar-feed', { body: { token, ...(knownEntries && { known: knownEntries }) } })
    const own = await ofDates(feed, feed.content ? undefined : knownDates)
    reply.header('etag', `"${feed.version}.${own.version}.${form}"`).header('cache-control', 'private, max-age=300')
    // nothing is read and written whose version the reader has
    if (!feed.content && !own.dates) return reply.code(304).send()
    const { content } = feed.content ? feed : await feeds('POST /internal-api/calendar-feed', { body: { token } })
    const text = feedText(content!, own.dates ?? (await ofDates(feed)).dates!, site)
    return reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="calendar.ics"')
      .send(text)
  })
}

/**
 * One object of the fields of several, as text: a month is hundreds of entries, which nobody needs to understand here. A service of the release before
 * knows no colours.
 */
export function joined(main: Buffer, due: Buffer | undefined, held: Buffer | undefined): Buffer {
  const fieldsOf = (body: Buffer) => body.subarray(body.indexOf('{') + 1, body.lastIndexOf('}'))
  const parts: (Buffer | string)[] = [
    fieldsOf(main),
    main.includes('"colours":') ? '' : ',"colours":[]',
    ',',
    due ? fieldsOf(due) : '"dates":[]',
    ',',
    held ? fieldsOf(held) : '"classrooms":[]',
    due && held ? ',"away":[]' : ',"away":["activity"]',
  ]
  return Buffer.concat([Buffer.from('{'), ...parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)), Buffer.from('}')])
}

type FeedSpan = { person_id: string; course_id: string | null; from: string; to: string }

/** The versions that a reader has of entries and dates, of feeds written in this form; compression marks one as weak. */
function knownParts({ headers }: FastifyRequest, form: string): [string?, string?] {
  const [entries, dates] =
    (headers['if-none-match'] ?? '')
      .split(',')
      .map((one) => one.trim().replace(/^W\//, '').replaceAll('"', '').split('.'))
      .find((parts) => parts.length === 3 && parts[2] === form && parts.every((part) => part.length <= 64)) ?? []
  return [entries, dates]
}

const passOn = (reply: FastifyReply, answer: TransportResponse) =>
  reply
    .code(answer.status)
    .header('content-type', answer.headers['content-type'] ?? 'application/json')
    .serializer((body: unknown) => body as string)
    .send(answer.body)

async function ask(
  service: ServiceBehind | undefined,
  call: string,
  query: Record<string, string>,
  headers: Record<string, string>,
  timeout: number,
): Promise<TransportResponse | undefined> {
  return await service?.transport.send({
    method: 'GET',
    url: pathOf(call, { query })[1],
    headers: { ...headers, [deadlineHeader]: String(Date.now() + timeout) },
    timeout,
  })
}
