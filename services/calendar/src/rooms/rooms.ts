// Rooms: made, changed and deleted by who manages the calendar; chosen by everybody who makes an entry.
import { audit, changesOf } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid, notFound } from '@lyceum/kit/calls/errors'
import { limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { foldedSql, heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { cleanTitle } from '@lyceum/kit/text/titles'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import { meetingAddress } from '../meetings/provider.ts'
import { spanOf } from '../span.ts'
import { type Booking, type ManagedRoom, mostRooms, type Room, type RoomDraft } from './api.ts'
import { bookingsOf, clashesAmong } from './bookings.ts'

type Row = {
  id: string
  name: string
  place: string
  seats: number | null
  remote_address: string
  equipment: string
  version: string
}
const columns = 'r.id::text, r.name, r.place, r.seats, r.remote_address, r.equipment, r.version::text'
const lookAhead = 14 * 86_400_000
const mostBookings = 500
const longestSpan = 62 * 86_400_000

const idsOf = (found: readonly Row[]) => found.map(({ id }) => id)

async function page(tx: Tx, org: string, query: PageQuery & { keyword?: string; ids?: string[] }) {
  const { limit, offset } = limits(query)
  const found = await rows<Row & { total: number }>(
    tx,
    `
    select ${columns}, count(*) over ()::int as total from rooms r
    where r.org_id = $1 and r.deleted_at is null and ${heldSql(foldedSql('r.name', 'r.place'), '$2')} and ($3::uuid[] is null or r.id = any($3))
    order by lower(r.name), r.id limit $4 offset $5`,
    org,
    wordPatterns(query.keyword ?? ''),
    query.ids ?? null,
    limit,
    offset,
  )
  return { found, total: found[0]?.total ?? 0 }
}

export async function listRooms(
  { db }: Deps,
  { org }: Actor,
  query: PageQuery & { keyword?: string; start?: string; end?: string; without?: string },
) {
  const { found, total } = await page(db, org, query)
  const { start, end, without } = query
  const booked = start && end ? await bookingsOf(db, idsOf(found), spanOf({ start, end })) : undefined
  const taken = booked && new Set(booked.flatMap(({ id, room }) => (id === without ? [] : room)))
  const items = found.map(
    ({ id, name, place, seats, equipment }): Room => ({ id, name, place, seats, equipment, taken: taken ? taken.has(id) : null }),
  )
  return pageOf(query, total, items)
}

export async function listManagedRooms(deps: Deps, { org }: Actor, query: PageQuery & { keyword?: string; ids?: string[] }) {
  const { found, total } = await page(deps.db, org, query)
  return pageOf(query, total, await repliesOf(deps, found))
}

async function repliesOf({ db, now }: Deps, found: readonly Row[]): Promise<ManagedRoom[]> {
  const from = now()
  const booked = await bookingsOf(db, idsOf(found), { from, to: new Date(from.getTime() + lookAhead) })
  const clashing = clashesAmong(booked)
  const byRoom = Map.groupBy(booked, ({ room }) => room)
  return found.map(({ id, name, place, seats, remote_address, equipment, version }) => {
    const own = byRoom.get(id) ?? []
    const [next] = own
    return {
      id,
      name,
      place,
      seats,
      remote_address,
      equipment,
      bookings: own.length,
      clashes: own.filter((one) => clashing.has(one)).length,
      next: next ? { title: next.title, start_time: new Date(next.start).toISOString(), end_time: new Date(next.end).toISOString() } : null,
      version: Number(version),
    }
  })
}

/** 400 at the field for an empty name or an address that is none. */
function fieldsAfter(changes: Partial<RoomDraft>, before?: Row): Omit<Row, 'id' | 'version'> {
  const name = changes.name === undefined ? before!.name : cleanTitle(changes.name)
  if (name === '') throw invalid({ name: 'field.required' })
  const address = changes.remote_address === undefined ? (before?.remote_address ?? '') : meetingAddress(changes.remote_address)
  if (address === undefined) throw invalid({ remote_address: 'meeting.addressWrong' })
  return {
    name,
    place: changes.place === undefined ? (before?.place ?? '') : cleanTitle(changes.place),
    seats: changes.seats === undefined ? (before?.seats ?? null) : changes.seats,
    remote_address: address,
    equipment: changes.equipment?.trim() ?? before?.equipment ?? '',
  }
}

/** One after the other in an organisation, so that of two rooms with one name the second is refused. 409 room.nameTaken at the field. */
async function checkName(tx: Tx, org: string, name: string, id?: string): Promise<void> {
  await run(tx, `select pg_advisory_xact_lock(hashtextextended('rooms ' || $1, 0))`, org)
  const taken = await one(
    tx,
    'select from rooms where org_id = $1 and lower(name) = lower($2) and deleted_at is null and id is distinct from $3::uuid',
    org,
    name,
    id ?? null,
  )
  if (taken) throw invalid({ name: 'room.nameTaken' })
}

export async function makeRoom(deps: Deps, { org }: Actor, draft: RoomDraft): Promise<ManagedRoom> {
  const { db, now } = deps
  const row = { id: newId(), ...fieldsAfter(draft), version: String(versionAfter(undefined, now())) }
  await checkName(db, org, row.name)
  const count = await one<{ n: number }>(db, 'select count(*)::int as n from rooms where org_id = $1 and deleted_at is null', org)
  if ((count?.n ?? 0) >= mostRooms) throw conflict('room.tooMany', { most: mostRooms })
  await run(
    db,
    'insert into rooms (id, org_id, name, place, seats, remote_address, equipment, version) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    row.id,
    org,
    row.name,
    row.place,
    row.seats,
    row.remote_address,
    row.equipment,
    row.version,
  )
  await audit(db, { action: 'room.made', subject: `room:${row.id}`, after: { name: row.name } })
  return (await repliesOf(deps, [row]))[0]!
}

/** 404 for a room of another organisation or a deleted one, 409 for a newer row. */
async function lockRoom(tx: Tx, org: string, id: string, version: number): Promise<Row> {
  const row = await one<Row>(
    tx,
    `select ${columns} from rooms r where r.id = $1 and r.org_id = $2 and r.deleted_at is null for update`,
    id,
    org,
  )
  if (!row) throw notFound('room', id)
  if (version < Number(row.version)) throw conflict('room.newer', { version: Number(row.version) })
  return row
}

export async function changeRoom(
  deps: Deps,
  { org }: Actor,
  id: string,
  { version, ...changes }: Partial<RoomDraft> & { version: number },
): Promise<ManagedRoom> {
  const { db, now } = deps
  const before = await lockRoom(db, org, id, version)
  const fields = fieldsAfter(changes, before)
  if (fields.name !== before.name) await checkName(db, org, fields.name, id)
  const row: Row = { id, ...fields, version: String(versionAfter(BigInt(before.version), now())) }
  await run(
    db,
    'update rooms set name = $2, place = $3, seats = $4, remote_address = $5, equipment = $6, version = $7 where id = $1',
    id,
    row.name,
    row.place,
    row.seats,
    row.remote_address,
    row.equipment,
    row.version,
  )
  if (row.name !== before.name) await rename(db, id, row.name, now())
  const line = changesOf(auditedIn(before), auditedIn(row))
  if (line) await audit(db, { action: 'room.changed', subject: `room:${id}`, ...line })
  return (await repliesOf(deps, [row]))[0]!
}

/** By the names of the audit log, where `place` and `seats` are a question's and a group's. */
const auditedIn = ({ name, place: room_place, seats: room_seats, remote_address, equipment }: Row) => ({
  name,
  room_place,
  room_seats,
  remote_address,
  equipment,
})

/** Entries that are not over take the new name. Their readers see it when they read the calendar again. */
async function rename(tx: Tx, id: string, name: string, now: Date): Promise<void> {
  for (const [table, column] of [
    ['events', 'location'],
    ['timetables', 'location'],
    ['meetings', 'room'],
  ] as const)
    await run(
      tx,
      `update ${table} set ${column} = $2 where room_id = $1 and id in (select item_id from places where place_id = $1 and ends >= $3::timestamptz)`,
      id,
      name,
      now,
    )
}

export async function deleteRoom({ db, now }: Deps, { org }: Actor, id: string, version: number): Promise<null> {
  const before = await lockRoom(db, org, id, version)
  await run(
    db,
    'update rooms set deleted_at = $2, version = $3 where id = $1',
    id,
    now(),
    String(versionAfter(BigInt(before.version), now())),
  )
  await audit(db, { action: 'room.deleted', subject: `room:${id}`, before: { name: before.name } })
  return null
}

/** 404 for one that is not deleted, 400 room.nameTaken while another has its name. */
export async function restoreRoom(deps: Deps, { org }: Actor, id: string): Promise<ManagedRoom> {
  const { db, now } = deps
  const row = await one<Row>(
    db,
    `select ${columns} from rooms r where r.id = $1 and r.org_id = $2 and r.deleted_at is not null for update`,
    id,
    org,
  )
  if (!row) throw notFound('room', id)
  await checkName(db, org, row.name)
  const version = String(versionAfter(BigInt(row.version), now()))
  await run(db, 'update rooms set deleted_at = null, version = $2 where id = $1', id, version)
  await audit(db, { action: 'room.restored', subject: `room:${id}`, after: { name: row.name } })
  return (await repliesOf(deps, [{ ...row, version }]))[0]!
}

export async function readBookings({ db }: Deps, { org }: Actor, id: string, query: { start: string; end: string }) {
  const found = await one(db, 'select from rooms where id = $1 and org_id = $2 and deleted_at is null', id, org)
  if (!found) throw notFound('room', id)
  const span = spanOf(query)
  if (span.to.getTime() - span.from.getTime() > longestSpan)
    throw invalid({ end: ['calendar.spanTooLong', { days: longestSpan / 86_400_000 }] })
  const booked = await bookingsOf(db, [id], span)
  const clashing = clashesAmong(booked)
  const items = booked.slice(0, mostBookings).map((one): Booking => {
    const { kind, id: entry, title, start, end, waiting } = one
    return {
      kind,
      id: entry,
      title,
      start_time: new Date(start).toISOString(),
      end_time: new Date(end).toISOString(),
      clash: clashing.has(one),
      waiting,
    }
  })
  return { items, more: booked.length > mostBookings }
}
