// Chats of courses at the messenger: one of each, made for the first people who are brought in. The course decides who may do it.
import { conflict, unavailable } from '@lyceum/kit/calls/errors'
import { one, rows, run } from '@lyceum/kit/database/database'
import type { Deps } from '../deps.ts'
import type { WorkplaceChat } from './api.ts'
import { atOnce, MessengerFailed } from './messengers/messenger.ts'
import { messengerKindOf, messengerOf, type OpenWorkplace } from './settings.ts'
import { findUsers, type Found } from './users.ts'

type Sql = Pick<Deps, 'sql'>
type Row = { chat_id: string | null; url: string | null }

/** Milliseconds for all requests of one call, below the time that the BFF waits. */
const patience = 20_000
/** Seconds after which a chat whose making was cut off is made anew. */
const making = 60
/** As many as one question about the members of a course names. */
const mostNamed = 100

/** The chat as it is known here; nothing is asked of the messenger. */
export async function readChat({ sql }: Sql, org: string, course: string): Promise<WorkplaceChat> {
  const messenger = await messengerKindOf(sql, org)
  if (!messenger) return { messenger, chat_id: null, url: null, missing: [] }
  const chat = await one<Row>(sql, 'select chat_id, url from workplace_chats where org_id = $1 and course_id = $2', org, course)
  const missing = await rows<{ id: string; name: string }>(
    sql,
    `
    select p.id::text, p.name from workplace_chat_people c join persons p on p.id = c.person_id and not p.deleted
    where c.org_id = $1 and c.course_id = $2 and not c.inside order by p.name, p.id limit $3`,
    org,
    course,
    mostNamed,
  )
  return { messenger, chat_id: chat?.chat_id ?? null, url: chat?.url ?? null, missing }
}

export type ChatRequest = { org: string; course: string; owner: string | null; name: string; people: readonly string[] }

/** 409 workplace.off without a messenger, workplace.tooFew where it knows fewer than two, workplace.running while another call makes the chat; 503 workplace.failed. */
export async function changeChat(deps: Deps, { org, course, owner, name, people }: ChatRequest): Promise<WorkplaceChat> {
  const open = await messengerOf(deps, org, { signal: AbortSignal.timeout(patience) })
  if (!open) throw conflict('workplace.off')
  try {
    const found = await findUsers(deps, org, open, await notInside(deps, org, course, [...new Set([...(owner ? [owner] : []), ...people])]))
    await note(
      deps,
      org,
      course,
      found.filter(({ user }) => !user),
      false,
    )
    await bringIn(deps, open, { org, course, owner, name, people }, found)
  } catch (error) {
    throw error instanceof MessengerFailed ? unavailable('workplace.failed', { retryAfter: 5 }) : error
  }
  return await readChat(deps, org, course)
}

async function bringIn(deps: Deps, open: OpenWorkplace, request: ChatRequest, found: Found[]): Promise<void> {
  const { org, course, owner } = request
  const there = found.filter((one): one is Found & { user: string } => one.user !== null)
  const chat = await one<Row>(deps.sql, 'select chat_id, url from workplace_chats where org_id = $1 and course_id = $2', org, course)
  if (!chat?.chat_id) return await makeChat(deps, open, request, there)
  try {
    await addAll(deps, open, request, chat.chat_id, there)
  } catch (error) {
    if (!(error instanceof MessengerFailed) || !error.gone) throw error
    // somebody has ended it in the messenger: another one takes its place, for all who were in it
    const all = await rows<{ id: string }>(
      deps.sql,
      'delete from workplace_chat_people where org_id = $1 and course_id = $2 and inside returning person_id::text as id',
      org,
      course,
    )
    await run(deps.sql, 'delete from workplace_chats where org_id = $1 and course_id = $2 and chat_id = $3', org, course, chat.chat_id)
    const before = await findUsers(deps, org, open, [...new Set([...(owner ? [owner] : []), ...all.map(({ id }) => id)])])
    const everybody = new Map([...there, ...before].map((one) => [one.id, one]))
    await makeChat(
      deps,
      open,
      request,
      [...everybody.values()].filter((one): one is Found & { user: string } => one.user !== null),
    )
  }
}

/** Its row is claimed first, so that two calls do not make two chats. */
async function makeChat(deps: Deps, open: OpenWorkplace, request: ChatRequest, there: (Found & { user: string })[]): Promise<void> {
  const { org, course, owner, name } = request
  const [first] = there.filter(({ id }) => id === owner).concat(there)
  if (!first || there.length < 2) throw conflict('workplace.tooFew')
  const claimed = await run(
    deps.sql,
    `
    insert into workplace_chats as c (org_id, course_id, made_at) values ($1, $2, $3)
    on conflict (org_id, course_id) do update set made_at = excluded.made_at
    where c.chat_id is null and c.made_at < excluded.made_at - make_interval(secs => ${making})`,
    org,
    course,
    deps.now(),
  )
  if (claimed === 0) throw conflict('workplace.running')
  const ordered = [first, ...there.filter((one) => one !== first)]
  const beginning = ordered.slice(0, atOnce)
  try {
    const { id, url } = await open.messenger.makeChat({ name, owner: first.user, users: beginning.map(({ user }) => user) })
    if (id === '') throw new MessengerFailed('format')
    await run(deps.sql, 'update workplace_chats set chat_id = $3, url = $4 where org_id = $1 and course_id = $2', org, course, id, url)
    await note(deps, org, course, beginning, true)
    await addAll(deps, open, request, id, ordered.slice(atOnce))
  } catch (error) {
    await run(deps.sql, 'delete from workplace_chats where org_id = $1 and course_id = $2 and chat_id is null', org, course)
    throw error
  }
}

async function addAll(
  deps: Deps,
  { messenger }: OpenWorkplace,
  { org, course }: ChatRequest,
  chat: string,
  people: (Found & { user: string })[],
) {
  for (let start = 0; start < people.length; start += atOnce) {
    const some = people.slice(start, start + atOnce)
    const refused = new Set(
      await messenger.addToChat(
        chat,
        some.map(({ user }) => user),
      ),
    )
    await note(
      deps,
      org,
      course,
      some.filter(({ user }) => !refused.has(user)),
      true,
    )
    await note(
      deps,
      org,
      course,
      some.filter(({ user }) => refused.has(user)),
      false,
    )
  }
}

/** Those of a list who are not in the chat yet. */
async function notInside({ sql }: Sql, org: string, course: string, people: string[]): Promise<string[]> {
  const inside = await rows<{ id: string }>(
    sql,
    `
    select person_id::text as id from workplace_chat_people c join workplace_chats w using (org_id, course_id)
    where org_id = $1 and course_id = $2 and person_id = any($3::uuid[]) and inside and w.chat_id is not null`,
    org,
    course,
    people,
  )
  const there = new Set(inside.map(({ id }) => id))
  return people.filter((id) => !there.has(id))
}

async function note({ sql }: Sql, org: string, course: string, people: readonly Found[], inside: boolean): Promise<void> {
  if (people.length === 0) return
  await run(
    sql,
    `
    insert into workplace_chat_people (org_id, course_id, person_id, inside) select $1, $2, id, $4 from persons where id = any($3::uuid[])
    on conflict (org_id, course_id, person_id) do update set inside = excluded.inside`,
    org,
    course,
    people.map(({ id }) => id),
    inside,
  )
}
