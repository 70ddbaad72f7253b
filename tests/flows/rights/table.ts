// The tables of rights: of each service its calls, each with the profile that says who may make it, and the permission that opens it. They
// are written from the specification and reviewed by people; they check what the contract tables say (`may`).
import { readFileSync } from 'node:fs'
import { bffCalls } from '@lyceum/bff/api'
import type { Table } from '@lyceum/kit/calls/contract'
import { bytesCalls } from '@lyceum/upload/bytes/api'
import { contracts } from '../../../services/contracts.ts'
import { type Role, roleNames, type Where } from './places.ts'

/**
 * ok: allowed; 401: sign in first; no: 403 or 404; 404: there is no such call for browsers; grant: refused without a grant or token of its own;
 * unknown: allowed, but the course that the body names is none of theirs.
 */
export const classes = ['ok', '401', 'no', '404', 'grant', 'unknown'] as const
export type Class = (typeof classes)[number]
/** The rights to a call: of each place that it is tried in, the class of the answer to each role. */
export type Profile = Partial<Record<Where, Record<Role, Class>>>
export type Right = { call: string; profile: string; permission: string }

/** The calls of each table. */
export const callsOf = { ...contracts, upload: { ...contracts.upload, ...bytesCalls }, bff: bffCalls } satisfies Record<string, Table>
export type Service = keyof typeof callsOf

const read = (file: URL): Record<string, string>[] => {
  const [head = '', ...lines] = readFileSync(file, 'utf8').trim().split('\n')
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell])))
}

export const profiles: Record<string, Profile> = {}
for (const { profile = '', place = '', ...cells } of read(new URL('./profiles.csv', import.meta.url))) {
  const classOf = Object.fromEntries(roleNames.map((role) => [role, cells[role]])) as Record<Role, Class>
  profiles[profile] = { ...profiles[profile], [place]: classOf }
}

/** The rows of a table. */
export const rightsIn = (file: URL): Right[] =>
  read(file).map(({ call = '', profile = '', permission = '' }) => ({ call, profile, permission }))
