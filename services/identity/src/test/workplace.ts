// A school with a stand-in of each workplace messenger, for the tests of messengers.
import { actorOf } from '@lyceum/kit/test/actors'
import { expect } from 'vitest'
import { dingtalkStandIn, larkStandIn, type StandIn, standInSettings, startStandIn, wecomStandIn } from './messengers.ts'
import { testSchool } from './people.ts'

export const kinds = ['dingtalk', 'wecom', 'feishu'] as const
type Kind = (typeof kinds)[number]
export const messengerKeys = {
  dingtalk: { app_key: 'ding-key', app_secret: 'ding-secret', agent_id: '77' },
  wecom: { corp_id: 'ww1', app_secret: 'we-secret', agent_id: '1000002' },
  feishu: { app_id: 'cli_1', app_secret: 'lark-secret' },
}

/** Its administrator has the number +86 138 0000 0001, which no messenger knows. */
export async function workplaceSchool() {
  const [dingtalk, wecom, feishu] = await Promise.all([dingtalkStandIn, wecomStandIn, larkStandIn].map((vendor) => startStandIn(vendor)))
  const stands = { dingtalk, wecom, feishu } as Record<Kind, StandIn>
  const bases = Object.fromEntries(kinds.map((kind) => [kind, stands[kind].base]))
  const school = await testSchool(standInSettings({ ...bases, lark: 'https://169.254.169.254' }))
  await school.person({ user_no: 'admin', roles: ['admin'], email: 'admin@school.test' })
  const admin = (await school.signIn('admin')).actor
  const bff = actorOf({ kind: 'job', person: '', org: '', roles: [], session: '' })
  const prove = (person: string, number: string) =>
    school.pool.query('update persons set mobile_phone = $2, mobile_verified_at = now() where id = $1', [person, number])
  await prove(admin.person, '+8613800000001')
  const read = async () => (await school.call(admin, 'GET', '/api/org/workplace')).body
  const write = async (body: object) => school.call(admin, 'PUT', '/api/org/workplace', { version: (await read()).version, ...body })
  let nth = 10
  return {
    school,
    admin,
    stands,
    read,
    write,
    async choose(kind: Kind): Promise<StandIn> {
      expect((await write({ kind, keys: messengerKeys[kind], on: true })).status).toBe(200)
      return stands[kind]
    },
    remove: () => write({ kind: null, on: false }),
    tried: async () => (await school.call(admin, 'POST', '/api/org/workplace/test')).body.steps,
    /** A student with a proven number, which the messenger knows. */
    async member(at: StandIn, { known = true } = {}) {
      const number = `138${String(nth++).padStart(8, '0')}`
      const user = `user-${number}`
      const id = await school.person({ user_no: number, email: `${number}@school.test` })
      await prove(id, `+86${number}`)
      if (known) for (const one of [number, `+86${number}`]) at.people.set(one, user)
      return { id, user, actor: actorOf({ person: id, org: school.org, roles: ['student'] }) }
    },
    chat: (course: string, body: object) =>
      school.it.call(bff, 'PUT', `/internal-api/workplace/chats/${course}`, { org: school.org, name: 'Reefs', ...body }),
    readChat: async (course: string) =>
      (await school.it.call(bff, 'GET', `/internal-api/workplace/chats/${course}?org=${school.org}`)).body,
    /** Between two tests: no request was one that the documentation does not have. */
    check() {
      for (const kind of kinds) {
        expect(stands[kind].faults, kind).toEqual([])
        stands[kind].mend()
      }
    },
    async stop() {
      for (const kind of kinds) stands[kind].stop()
      await school.stop()
    },
  }
}
