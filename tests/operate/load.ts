// The load of a school at work while a backup is taken: pages published, files sent, people made, clicks. Every acknowledged write is noted
// with its time, to be looked for after the restore.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomText, sha256 } from '../faults/files.ts'
import { type Ground, keepWriting, query, type Writing } from '../faults/course.ts'
import { send } from '../flows/send.ts'
import type { Person } from '../flows/school.ts'
import type { Address } from '../flows/start.ts'

export type Load = {
  pages: Writing
  /** Upload → the checksum of its bytes. */
  files: Map<string, string>
  /** Person → their number. */
  people: Map<string, string>
  /** Names of clicks. */
  clicks: Set<string>
  /** Copies of the acknowledged writes so far. */
  now(): { pages: Map<string, string>; files: Map<string, string>; people: Map<string, string>; clicks: Set<string> }
  stop(): Promise<void>
}

export function keepWorking(ground: Ground, admin: Person): Load {
  const { teacher, student } = ground
  const pages = keepWriting(ground, { writers: 2, pause: 40 })
  const [files, people, clicks] = [new Map<string, string>(), new Map<string, string>(), new Set<string>()]
  let going = true
  const again = async (pause: number, work: () => Promise<void>) => {
    for (; going; await sleep(pause)) await work()
  }
  const done = [
    again(60, async () => {
      const bytes = randomText(2000 + Math.floor(Math.random() * 50_000)) as Buffer<ArrayBuffer>
      const { id, status } = await send(teacher, `${randomUUID()}.txt`, bytes)
      if (status === 'ready') files.set(id, sha256(bytes))
    }),
    again(150, async () => {
      const user_no = randomUUID().slice(0, 12)
      people.set((await admin.call('POST /api/users', { body: { name: `Somebody ${user_no}`, user_no, roles: ['student'] } })).id, user_no)
    }),
    again(80, async () => {
      const action = `click.${randomUUID()}`
      const { status } = await student.send('POST', '/api/user-actions', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ action, screen_width: 1, screen_height: 1 }),
      })
      if (status === 202) clicks.add(action)
    }),
  ]
  return {
    pages,
    files,
    people,
    clicks,
    now: () => ({ pages: new Map(pages.acknowledged), files: new Map(files), people: new Map(people), clicks: new Set(clicks) }),
    async stop() {
      going = false
      await Promise.all([pages.stop(), ...done])
    },
  }
}

/** Rows by type: a restore must bring them back to the letter. Versions and etags are the restored system's own. */
export async function rowsOf(at: Address, { pages, files, people }: ReturnType<Load['now']>): Promise<Record<string, string[]>> {
  const ask = async (service: string, sql: string, ids: Iterable<string>) =>
    (await query<{ row: string }>(at.databases[service], sql, [[...ids]])).map(({ row }) => row)
  const all = (columns: string) => `jsonb_strip_nulls(to_jsonb(t) - array[${columns}])::text as row`
  return {
    activities: await ask(
      'activity',
      `select ${all(`'version'`)} from activities t where id = any($1::uuid[]) order by id`,
      pages.values(),
    ),
    told: await ask(
      'notification',
      // a bundle may have been extended after the backup: what is compared is whom it tells of what
      `select ${all(`'id'`)} from (select id, org_id, person_id, type, course_id, sender_id, unnest(about) as told from notifications) t
       where told = any($1::uuid[]) order by told, person_id`,
      pages.values(),
    ),
    uploads: await ask('upload', `select ${all(`'version', 'etag'`)} from uploads t where id = any($1::uuid[]) order by id`, files.keys()),
    persons: await ask(
      'identity',
      `select ${all(`'version', 'updated_at'`)} from persons t where id = any($1::uuid[]) order by id`,
      people.keys(),
    ),
    mirrored: await ask('course', `select ${all(`'version'`)} from mirror.persons t where id = any($1::uuid[]) order by id`, people.keys()),
  }
}
