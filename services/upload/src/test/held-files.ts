// A course with holders of files for tests: its people, and facts of each kind of holder.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { type TestProducer, testProducer } from '@lyceum/kit/test/test-producer'
import { FilesHeldSchema as HeldByActivity } from '@lyceum/proto/activity'
import { FilesHeldSchema as HeldByCourse } from '@lyceum/proto/course'
import { expect } from 'vitest'
import type { FilesHeld } from '../../mirror/held-files.ts'
import { openUploads } from './uploads.ts'

const holderOf = {
  activity: [HeldByActivity, {}],
  cover: [HeldByCourse, {}],
  submission: [HeldByActivity, { hold: true, byRight: false }],
} as const
export type HolderKind = keyof typeof holderOf
export type HeldFiles = Awaited<ReturnType<typeof heldFiles>>

export async function heldFiles() {
  const env = await openUploads()
  const course = newId()
  const { db, org, person, teacher, manager, other } = env.school
  const [owner, assistant, student] = [await person('Owner', 'student'), await person('Aid', 'student'), await person('Peer', 'student')]
  const abroad: Actor = { ...(await person('Ines', 'instructor', 'educational_admin')), org: newId() }
  const produce: Record<'course' | 'activity' | 'identity', TestProducer> = {
    course: await testProducer(env.world, 'course'),
    activity: await testProducer(env.world, 'activity'),
    identity: await testProducer(env.world, 'identity'),
  }
  await db.query(
    `insert into mirror.courses (id, org_id, name, course_code, course_type, published, deleted, version) values ($1, $2, 'Tides', 'T', 1, true, false, 1)`,
    [course, org],
  )
  for (const [who, role] of [
    [teacher, 'instructor'],
    [assistant, 'instructor_assistant'],
    [student, 'student'],
    [owner, 'student'],
  ] as const)
    await db.query(`insert into mirror.members (course_id, person_id, org_id, role, state, version) values ($1, $2, $3, $4, 'active', 1)`, [
      course,
      who.person,
      org,
      role,
    ])
  let version = 1n
  const nextVersion = () => version++
  /** Emits that a holder of this kind holds these files, and waits until upload has applied it. */
  async function hold(kind: HolderKind, uploadIds: string[], id = newId(), more: Partial<FilesHeld> = {}): Promise<string> {
    const [schema, fields] = holderOf[kind]
    const held = { orgId: org, courseId: course, hold: false, byRight: true, ...fields, version: nextVersion(), ...more }
    await produce[kind === 'cover' ? 'course' : 'activity'].emit(
      schema as typeof HeldByActivity,
      { key: `course:${course}`, org: org },
      { holder: `${kind}:${id}`, uploadIds, ...held },
    )
    const known = async () =>
      (await db.query('select upload_id::text as id from upload_references where activity_id = $1 order by 1', [id])).rows.map(
        (row) => row.id,
      )
    await expect.poll(known).toEqual(uploadIds.toSorted())
    return id
  }
  return {
    env,
    course,
    people: { owner, teacher, assistant, student, outsider: other, manager, abroad },
    produce,
    hold,
    /** Versions of holders grow over all of them. */
    nextVersion,
    stop: async () => {
      await Promise.all(Object.values(produce).map((one) => one.stop()))
      await env.stop()
    },
  }
}
