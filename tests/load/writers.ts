// Students with sessions, written into the databases: a thousand sign-ins would hash passwords for minutes.
import { createHash } from 'node:crypto'
import { Agent, request } from 'node:http'
import { newId, newToken } from '@lyceum/kit/ids'
import { makePerson } from '@lyceum/identity/demo'
import { plain } from '@lyceum/kit/database/database'
import { until } from '@lyceum/kit/test/wait'
import pg from 'pg'
import type { Address } from '../flows/start.ts'

export type Writer = { person: string; device: string; headers: Record<string, string> }

/** Students of a course, in identity and in activity's mirror; every service knows them, so that their arrival is no part of a measured second. */
export async function makeWriters(at: Address, org: string, course: string, count: number): Promise<Writer[]> {
  const [identity, activity] = [new pg.Client(at.databases.identity), new pg.Client(at.databases.activity)]
  await Promise.all([identity.connect(), activity.connect()])
  try {
    const writers: Writer[] = []
    await identity.query('begin')
    for (let nth = 0; nth < count; nth++) {
      const [person, token] = [newId(), newToken()]
      await makePerson(plain(identity), { id: person, org, name: `Writer ${nth}`, user_no: `W${person.slice(-9)}`, roles: ['student'] })
      await identity.query(
        `insert into sessions (id, hash, person_id, org_id, created_at, seen_at, expires_at, agent) values ($1, $2, $3, $4, now(), now(), now() + interval '1 day', 'test')`,
        [newId(), createHash('sha256').update(token).digest(), person, org],
      )
      writers.push({
        person,
        device: newId(),
        headers: { cookie: `lyceum=${token}`, 'request-scope': org, 'content-type': 'application/json' },
      })
    }
    await identity.query('commit')
    const people = writers.map(({ person }) => person)
    await activity.query(
      `insert into mirror.persons (id, org_id, name, user_no, email, avatar, locale, deleted, version)
       select p, $2::uuid, 'Writer', '', '', '', '', false, 1 from unnest($1::uuid[]) p on conflict do nothing`,
      [people, org],
    )
    await activity.query(
      `insert into mirror.members (course_id, person_id, org_id, role, state, version) select $2::uuid, p, $3::uuid, 'student', 'active', 1 from unnest($1::uuid[]) p`,
      [people, course, org],
    )
    await Promise.all(Object.values(at.databases).map((database) => knowPeople(database, people)))
    return writers
  } finally {
    await Promise.all([identity.end(), activity.end()])
  }
}

async function knowPeople(database: string, people: string[]): Promise<void> {
  const client = new pg.Client(database)
  await client.connect()
  try {
    const { rows } = await client.query<{ there: boolean }>(`select to_regclass('mirror.persons') is not null as there`)
    if (!rows[0]?.there) return
    const known = async () =>
      (
        await client.query<{ n: number }>('select count(*)::int as n from mirror.persons where id = any($1::uuid[]) and version > 1', [
          people,
        ])
      ).rows[0]?.n
    await until(async () => (await known()) === people.length, 60_000, 100)
  } finally {
    await client.end()
  }
}

export type Answered = { status: number; body: any; taken: number }

/** Calls over kept connections; the generator's own work is small beside the product's. `status` 0: no answer. */
export function callsOver(at: Address, sockets = 64) {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets })
  const { hostname, port } = new URL(at.url)
  const call = (writer: Writer, method: string, path: string, body?: object): Promise<Answered> => {
    const began = performance.now()
    const sent = body && JSON.stringify(body)
    return new Promise((resolve) => {
      const headers = { ...writer.headers, ...(sent && { 'content-length': Buffer.byteLength(sent) }) }
      const asked = request({ agent, hostname, port, method, path, headers }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('error', () => resolve({ status: 0, body: undefined, taken: performance.now() - began }))
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString()
          resolve({
            status: answer.statusCode ?? 0,
            body: text.startsWith('{') ? JSON.parse(text) : text,
            taken: performance.now() - began,
          })
        })
      })
      asked.on('error', () => resolve({ status: 0, body: undefined, taken: performance.now() - began }))
      asked.end(sent)
    })
  }
  return { call, close: () => agent.destroy() }
}
