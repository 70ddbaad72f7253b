// Works of feature tests, as hand-ins leave them.
import { randomUUID } from 'node:crypto'
import type { Actor } from '@lyceum/kit/calls/actor'
import type { TestCourse } from './course.ts'

type Handed = {
  text?: string
  files?: { upload_id: string; name: string; size: number; type?: string }[]
  members?: Actor[]
  group?: string
  trial?: boolean
}

/** Hands in the next version of a person's or a group's work in an activity. Returns the id of the submission. */
export async function handIn({ db, org, course }: TestCourse, activity: string, by: Actor, handed: Handed = {}): Promise<string> {
  const { text = '<p>Salt water is heavy.</p>', files = [], members = [by], group = null, trial = false } = handed
  const people = members.map(({ person }) => person)
  const found = await db.query('select id from submissions where activity_id = $1 and (person_id = $2 or group_id = $3)', [
    activity,
    by.person,
    group,
  ])
  const id: string = found.rows[0]?.id ?? randomUUID()
  await db.query(
    `
    insert into submissions (id, org_id, course_id, activity_id, person_id, group_id, pseudonym, trial, version)
    values ($1, $2, $3, $4, $5, $6, (select count(*) + 11 from submissions where activity_id = $4), $7, 1) on conflict do nothing`,
    [id, org, course, activity, group ? null : by.person, group, trial],
  )
  await db.query(
    `
    with next as (
      update submissions set n = n + 1, state = 'submitted', submitted_at = now(), member_ids = $2 where id = $1 returning n)
    insert into submission_versions (submission_id, n, text, files, member_ids, submitted_by, submitted_at, late_seconds, receipt)
    select $1, n, $3, $4, $2, $5, now(), 0, 'receipt' from next`,
    [id, people, text, JSON.stringify(files.map((file) => ({ type: 'document', ...file }))), by.person],
  )
  return id
}
