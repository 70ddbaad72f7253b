// Rosters of feature tests: rows of a source, their undo, and the facts that came of them.
import type { Actor } from '@lyceum/kit/calls/actor'
import type { RosterOutcome } from '@lyceum/kit/rosters/api'
import type { TestService } from '@lyceum/kit/test/test-service'
import { expect } from 'vitest'
import type { School } from './school.ts'

export type TestRosters = ReturnType<typeof testRosters>

export function testRosters(it: TestService, school: School, office: Actor, source = 'sis') {
  const answer = async (method: string, path: string, body: object) => {
    const { status, body: reply } = await it.call(office, method, `/api/roster/${path}`, { source, ...body })
    expect([status, reply.code, reply.details]).toEqual([200, undefined, undefined])
    return reply
  }
  return {
    put: async (kind: 'courses' | 'enrolments', rows: object[], more: { check?: true; take_over?: true } = {}): Promise<RosterOutcome[]> =>
      (await answer('PUT', kind, { rows, ...more })).rows,
    /** Of the rows of a run that have changed something, the newest first. */
    undo: async (kind: 'courses' | 'enrolments', run: RosterOutcome[]): Promise<{ outcome: string; code?: string }[]> =>
      (
        await answer('PUT', `${kind}/undo`, {
          rows: run.flatMap(({ external_id, id, before, version }) => (before === undefined ? [] : [{ external_id, id, before, version }])),
        })
      ).rows,
    find: async (sought: object) => (await answer('POST', 'courses/find', sought)).items,
    /** Of the school's courses and members. */
    facts: async () =>
      (await school.db.query(`select count(*)::int as n from kit.outbox where org_id = $1 and type like '%course.v1.%'`, [school.org]))
        .rows[0].n as number,
  }
}
