// A school for one test: an organisation with people, made through identity's own functions, and clients signed in as them.
import { randomUUID } from 'node:crypto'
import type { bffCalls } from '@lyceum/bff/api'
import { makeDepartment, makeOrganisation, makePerson } from '@lyceum/identity/demo'
import { type Client, createClient } from '@lyceum/kit/calls/client'
import { plain } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { until } from '@lyceum/kit/test/wait'
import pg from 'pg'
import type { contracts } from '../../services/contracts.ts'
import type { Address } from './start.ts'

type Contracts = typeof contracts
/** Every call that the BFF answers. */
export type AllCalls = Contracts['identity'] &
  Contracts['course'] &
  Omit<Contracts['activity'], keyof typeof bffCalls> &
  Contracts['upload'] &
  Contracts['calendar'] &
  Contracts['notification'] &
  Contracts['statistics'] &
  Contracts['import'] &
  typeof bffCalls

/** All belong to the school's department but the manager, who is bound to none. */
export const schoolPeople = {
  admin: ['admin'],
  wgAdmin: ['wg_admin'],
  manager: ['educational_admin'],
  teacher: ['instructor'],
  otherTeacher: ['instructor'],
  assistant: ['instructor_assistant'],
  faculty: ['faculty'],
  student: ['student'],
  secondStudent: ['student'],
  thirdStudent: ['student'],
} as const
export type SchoolPerson = keyof typeof schoolPeople

/** A client of the BFF: `call` throws CallFailed for any answer that is not 2xx; `send` gives the bare answer. */
export type Visitor = {
  call: Client<AllCalls>
  send(method: string, path: string, init?: RequestInit): Promise<Response>
}
export type Person = Visitor & {
  id: string
  name: string
  login: string
  /** The organisation in which calls act. */
  org: string
  /** As sent with each call: `name=value`. */
  cookie: string
  signOut(): Promise<void>
}
export type School = {
  id: string
  name: string
  password: string
  people: Record<SchoolPerson, { id: string; name: string; login: string }>
  department: string
  /** A new session of this person. */
  signIn(who: SchoolPerson): Promise<Person>
}

/** A client without a session. */
export const visitor = (at: Address, headers: Record<string, string> = {}): Visitor => ({
  call: createClient<AllCalls>({ base: at.url, headers: () => headers }),
  send: (method, path, init = {}) =>
    fetch(at.url + path, { redirect: 'manual', ...init, method, headers: { ...headers, ...(init.headers as Record<string, string>) } }),
})

/** Signs in by password; `org` is the value of Request-Scope. Throws CallFailed for a refusal. */
export async function signIn(at: Address, { login, password, org }: { login: string; password: string; org: string }): Promise<Person> {
  const answer = await fetch(`${at.url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password }),
  })
  if (answer.status !== 201) throw new Error(`${login} could not sign in: ${answer.status} ${await answer.text()}`)
  const session = (await answer.json()) as { user: { id: string; name: string } }
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const { call, send } = visitor(at, { cookie, 'request-scope': org })
  return {
    id: session.user.id,
    name: session.user.name,
    login,
    org,
    cookie,
    call,
    send,
    signOut: async () => void (await call('DELETE /api/session')),
  }
}

/** Makes the organisation and its people; resolves when every service has them. */
export async function makeSchool(at: Address, { name = 'Coral University' }: { name?: string } = {}): Promise<School> {
  const tag = randomUUID().slice(0, 8)
  const password = `tide-${tag}-Mangrove`
  const client = new pg.Client(at.databases.identity)
  await client.connect()
  const people = {} as School['people']
  let id = newId()
  let department = ''
  try {
    await client.query('begin')
    const tx = plain(client)
    id = await makeOrganisation(tx, { id, name: `${name} ${tag}`, locale: 'en' })
    department = await makeDepartment(tx, { org: id, name: 'Marine Biology' })
    for (const [who, roles] of Object.entries(schoolPeople)) {
      const login = `${who.toLowerCase()}.${tag}@example.edu`
      const person = { org: id, name: `${who} ${tag}`, user_no: `${who}-${tag}`, email: login, roles: [...roles], password }
      const draft = who === 'manager' ? person : { ...person, department }
      people[who as SchoolPerson] = { id: await makePerson(tx, draft), name: person.name, login }
    }
    await client.query('commit')
  } finally {
    await client.end()
  }
  const ids = Object.values(people).map((person) => person.id)
  await Promise.all([
    mirrored(at, 'persons', 'id = any($1::uuid[])', [ids], ids.length),
    mirrored(at, 'departments', 'id = $1', [department]),
  ])
  return {
    id,
    name: `${name} ${tag}`,
    password,
    people,
    department,
    signIn: (who) => signIn(at, { login: people[who].login, password, org: id }),
  }
}

/** Waits until each service that mirrors such a table has this many rows of it. */
export async function mirrored(
  at: Address,
  table: 'persons' | 'departments',
  condition: string,
  values: unknown[],
  wanted = 1,
): Promise<void> {
  await Promise.all(
    Object.entries(at.databases)
      .filter(([service]) => service !== 'identity')
      .map(async ([, url]) => {
        const client = new pg.Client(url)
        await client.connect()
        try {
          const keeps = await client.query(`select to_regclass('mirror.${table}') is not null as yes`)
          const count = async () =>
            (await client.query(`select count(*)::int as n from mirror.${table} where ${condition}`, values)).rows[0].n
          if (keeps.rows[0].yes) await until(async () => (await count()) === wanted, 60_000, 100)
        } finally {
          await client.end()
        }
      }),
  )
}
