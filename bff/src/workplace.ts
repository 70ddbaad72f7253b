// Chats of courses at the workplace messenger: course decides who may read and change one, identity holds it and reaches the messenger.
import type { contracts as courseContracts } from '@lyceum/course/contracts'
import type { contracts as identityContracts } from '@lyceum/identity/contracts'
import type { ActorKeys } from '@lyceum/kit/calls/actor'
import { pathOf } from '@lyceum/kit/calls/client'
import type { Reply } from '@lyceum/kit/calls/contract'
import { type ErrorCode, forbidden, invalid, Problem, unavailable } from '@lyceum/kit/calls/errors'
import { NoResponse } from '@lyceum/kit/calls/transport'
import { deadlineHeader } from '@lyceum/kit/facts/marks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bffCalls } from './api.ts'
import { actorHeaders, type Forwarding, headersOf } from './forward.ts'
import { checkPerson, scopeOf } from './scope.ts'
import { internalClient, type ServiceBehind } from './services.ts'

type Chatting = Pick<Forwarding, 'sessions' | 'address' | 'limit' | 'marks' | 'tokenOf'> & { services: ServiceBehind[]; keys: ActorKeys }
const ask = 'GET /api/courses/:id/chat-members'
type ChatMembers = Reply<(typeof courseContracts)[typeof ask]>
type ByCourse = { Querystring: { course_id: string } }

/** Milliseconds for the course, and for a messenger, whose requests identity ends before. */
const [coursePatience, messengerPatience] = [4000, 25_000]

export function workplaceRoutes(app: FastifyInstance, { services, keys, ...forwarding }: Chatting): void {
  const named = (name: string) => services.find((one) => one.name === name)
  const [course, identity] = [named('course'), named('identity')]
  if (!course || !identity) return
  const chats = internalClient<typeof identityContracts>(identity, keys, messengerPatience)

  app.decorateRequest('known')
  app.addHook('preParsing', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const known = await forwarding.sessions.must(request)
    await forwarding.limit(request, known.session.id)
    request.known = known
  })

  /** The answer of the course to its caller. Throws its refusals. */
  async function membersOf(request: FastifyRequest, id: string, ids?: string[]): Promise<ChatMembers> {
    const known = request.known!
    checkPerson(request, known.session)
    const headers = await actorHeaders(headersOf(request, forwarding), { org: scopeOf(request, {}, known.session), known }, forwarding)
    const answer = await course!.transport
      .send({
        method: 'GET',
        url: pathOf(ask, { params: { id }, query: { ids } })[1],
        headers: { ...headers, [deadlineHeader]: String(Date.now() + coursePatience) },
        timeout: coursePatience,
      })
      .catch((error: unknown) => {
        throw error instanceof NoResponse ? unavailable('service.unavailable') : error
      })
    const body = JSON.parse(answer.body.toString())
    if (answer.status === 200) return body as ChatMembers
    if (answer.status >= 500) throw unavailable(answer.status === 503 ? body.code : 'service.unavailable')
    throw new Problem(answer.status, body.code as ErrorCode, { message: body.message, params: body.params })
  }

  const read = bffCalls['GET /api/workplace/chat']
  app.get<ByCourse>('/api/workplace/chat', { schema: { querystring: read.query, response: { 200: read.reply } } }, async (request) => {
    const id = request.query.course_id
    const { org_id: org, may_change } = await membersOf(request, id)
    const chat = await chats('GET /internal-api/workplace/chats/:course', { params: { course: id }, query: { org } })
    if (!may_change || chat.missing.length === 0) return { ...chat, missing: [] }
    return { ...chat, missing: await stillMembers(request, id, chat.missing) }
  })

  /** People who have left the course are not missed in its chat. */
  async function stillMembers(request: FastifyRequest, id: string, missing: { id: string; name: string }[]) {
    const { members } = await membersOf(request, id, missing.map((one) => one.id).slice(0, 100))
    return missing.filter((one) => members.includes(one.id))
  }

  const write = bffCalls['PUT /api/workplace/chat']
  app.put<ByCourse & { Body: { users_2_add: string[] } }>(
    '/api/workplace/chat',
    { schema: { querystring: write.query, body: write.body, response: { 200: write.reply } } },
    async (request) => {
      const { session } = request.known!
      if (session.kind === 'job') throw forbidden('session.ofJob')
      const id = request.query.course_id
      const people = [...new Set(request.body.users_2_add)]
      const { org_id: org, name, member, members } = await membersOf(request, id, people)
      if (members.length < people.length) throw invalid({ users_2_add: 'field.choice' })
      const body = { org, name, owner: member ? session.user.id : null, people }
      const chat = await chats('PUT /internal-api/workplace/chats/:course', { params: { course: id }, body })
      return { ...chat, missing: chat.missing.length > 0 ? await stillMembers(request, id, chat.missing) : [] }
    },
  )
}
