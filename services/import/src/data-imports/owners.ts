// The owners of a roster's things, by their public calls: departments, units and people of identity, courses and enrolments of course.
import { CallFailed } from '@lyceum/kit/calls/client'
import { delegatedClient } from '@lyceum/kit/calls/delegation'
import type { RosterFound, RosterKind, RosterOutcome, RosterReply, RosterUndone } from '@lyceum/kit/rosters/api'
import { newId } from '@lyceum/kit/ids'
import type { Static } from 'typebox'
import type { Deps } from '../deps.ts'
import type { Session } from './files.ts'

export type OwnerRow = { external_id: string } & Record<string, unknown>
export type UndoRow = { external_id: string; id: string; before: object | null; version: number }
type Undone = Static<typeof RosterUndone>['rows'][number]
export type Owners = {
  /** The judgement alone; nothing is written. */
  check(kind: RosterKind, rows: OwnerRow[]): Promise<RosterOutcome[]>
  /** `key`: the same rows with the same key are written once, and answered as they were the first time. */
  write(kind: RosterKind, rows: OwnerRow[], key: string): Promise<RosterOutcome[]>
  undo(kind: RosterKind, rows: UndoRow[], key: string): Promise<Undone[]>
  /** Of enrolments none. */
  find(kind: RosterKind, values: string[]): Promise<Static<typeof RosterFound>['items']>
}

/** The calls of both owners have one shape for each kind. */
const pathOf = (kind: RosterKind) => `/api/roster/${kind.replace('_', '-')}`

export function ownersOf(
  { door }: Pick<Deps, 'door'>,
  session: Session,
  { id, source, take_over, signal }: { id: string; source: string; take_over: boolean; signal: AbortSignal },
): Owners {
  const call = delegatedClient(door, { ...session, signal }) as unknown as (name: string, input: object) => Promise<unknown>
  /** False once an owner has refused the id of the import: an earlier release of it, which knows no such field. */
  let isNamed = true
  const put = async (kind: RosterKind, rows: OwnerRow[], more: object, key: string): Promise<RosterOutcome[]> => {
    const body = { source, ...(take_over && { take_over }), ...more }
    const send = async (some: OwnerRow[], key: string, named: boolean) => {
      const input = { body: { ...body, ...(named && { import_id: id }), rows: some }, headers: { 'idempotency-key': key } }
      return ((await call(`PUT ${pathOf(kind)}`, input)) as Static<typeof RosterReply>).rows
    }
    return await halved(rows, key, async (some, part) => {
      // of people alone it is asked later, to whom invitations go
      const named = isNamed && kind === 'people'
      try {
        return await send(some, part, named)
      } catch (error) {
        if (!named || !(error instanceof CallFailed) || !isUnknown(error, 'import_id')) throw error
        isNamed = false
        return await send(some, `${part}.0`, false)
      }
    })
  }
  return {
    check: (kind, rows) => put(kind, rows, { check: true }, newId()),
    write: (kind, rows, key) => put(kind, rows, {}, key),
    undo: async (kind, rows, key) => {
      const input = { body: { source, rows }, headers: { 'idempotency-key': key } }
      return ((await call(`PUT ${pathOf(kind)}/undo`, input)) as Static<typeof RosterUndone>).rows
    },
    find: async (kind, values) => {
      if (kind === 'enrolments' || values.length === 0) return []
      return (
        (await call(`POST ${pathOf(kind)}/find`, { body: { source, external_ids: values, codes: values } })) as Static<typeof RosterFound>
      ).items
    },
  }
}

const isUnknown = ({ problem: { details } }: CallFailed, field: string): boolean =>
  Object.entries(details).some(([name, faults]) => name.endsWith(field) && faults.some(({ code }) => code === 'field.unknown'))

/** A call that is refused for one of its rows is made again with halves of them, so that the others go on. */
async function halved(
  rows: OwnerRow[],
  key: string,
  send: (rows: OwnerRow[], key: string) => Promise<RosterOutcome[]>,
): Promise<RosterOutcome[]> {
  try {
    return await send(rows, key)
  } catch (error) {
    if (!(error instanceof CallFailed) || ![400, 413].includes(error.status)) throw error
    if (rows.length === 1) {
      const { code, params, details } = error.problem
      const [field] = Object.entries(details)
      return [
        {
          external_id: rows[0]!.external_id,
          id: null,
          outcome: 'refused',
          pinned: [],
          code: field?.[1][0]?.code ?? code,
          // of rows/0/email the field is email
          params: { ...params, ...field?.[1][0]?.params, ...(field && { field: field[0].split(/[./]/).at(-1)! }) },
        },
      ]
    }
    const half = Math.ceil(rows.length / 2)
    return [...(await halved(rows.slice(0, half), `${key}.1`, send)), ...(await halved(rows.slice(half), `${key}.2`, send))]
  }
}
