// The audit log of an organisation: each service lists its own lines, here they become one list, with the names of who and what is meant.
import { auditKey, type AuditLine, type AuditQuery } from '@lyceum/kit/audit/api'
import { pathOf } from '@lyceum/kit/calls/client'
import { forbidden, unavailable } from '@lyceum/kit/calls/errors'
import { deadlineHeader } from '@lyceum/kit/facts/marks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bffCalls } from './api.ts'
import { actorHeaders, type Forwarding, headersOf } from './forward.ts'
import { checkPerson, scopeOf } from './scope.ts'
import type { ServiceBehind } from './services.ts'

export type AuditReading = Pick<Forwarding, 'sessions' | 'address' | 'limit' | 'marks' | 'tokenOf'> & {
  services: ServiceBehind[]
  /** Names of people, departments and courses of an organisation by their ids; ids without one are left out. */
  namesOf(org: string, ids: string[]): Promise<Record<string, string>>
}

type Page = { items: AuditLine[]; more: boolean }

/** Milliseconds for a service; without an answer it is named as away. */
const patience = 4000
const key = 'GET /api/audit'

export function auditRoutes(app: FastifyInstance, { services, namesOf, ...forwarding }: AuditReading): void {
  const keepers = services.filter(({ name, contracts }) => auditKey(name) in contracts)
  const call = bffCalls[key]

  app.get<{ Querystring: AuditQuery }>(
    '/api/audit',
    { schema: { querystring: call.query, response: { 200: call.reply } } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const known = await forwarding.sessions.must(request)
      await forwarding.limit(request, known.session.id)
      checkPerson(request, known.session)
      const org = scopeOf(request, {}, known.session)
      const headers = await actorHeaders(headersOf(request, forwarding), { org, known }, forwarding)
      const { limit = 50 } = request.query
      const pages = await Promise.all(
        keepers.map(async (service) => ({ service: service.name, page: await pageOf(service, request, headers) })),
      )
      const answered = pages.flatMap(({ page }) => page ?? [])
      if (answered.length === 0) throw unavailable('service.unavailable')
      const all = answered.flatMap(({ items }) => items).sort((a, b) => (a.id < b.id ? 1 : -1))
      const items = all.slice(0, limit)
      return {
        items,
        more: all.length > limit || answered.some(({ more }) => more),
        away: pages.filter(({ page }) => !page).map(({ service }) => service),
        names: await namesOf(org, idsIn(items)),
      }
    },
  )
}

/** The lines of one service as the person may read them: it checks the right. undefined: it is away, or an older release without the call. */
async function pageOf(
  { name, transport }: ServiceBehind,
  request: FastifyRequest,
  headers: Record<string, string>,
): Promise<Page | undefined> {
  const query = request.query as AuditQuery
  const answer = await transport
    .send({
      method: 'GET',
      url: pathOf(auditKey(name), { query })[1],
      headers: { ...headers, [deadlineHeader]: String(Date.now() + patience) },
      timeout: patience,
    })
    .catch((error: unknown) => {
      request.log.warn({ err: error, service: name }, 'a service did not list its audit log')
    })
  if (answer?.status === 403) throw forbidden(answer.body.includes('"authCode.needed"') ? 'authCode.needed' : undefined)
  return answer?.status === 200 ? (JSON.parse(answer.body.toString()) as Page) : undefined
}

/** Fields of values that hold ids. Another value that looks like one, as an id of a register may, is no name's. */
const namingFields = new Set(['course_id', 'department_id', 'grade_id', 'klass_id', 'parent_id', 'person_id', 'person_ids', 'program_id'])
const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whoever and whatever the lines are about, and the people, places and courses that their values name. */
function idsIn(lines: AuditLine[]): string[] {
  const ids = new Set<string>()
  const add = (value: unknown) => {
    if (typeof value === 'string' && isId.test(value)) ids.add(value)
    else if (Array.isArray(value)) for (const one of value) add(one)
  }
  for (const { actor, person, course, subject, before, after } of lines) {
    add([actor, person, course, subject.slice(subject.indexOf(':') + 1)])
    for (const values of [before, after]) for (const [field, value] of Object.entries(values ?? {})) if (namingFields.has(field)) add(value)
  }
  return [...ids]
}
