// The demo school, made at the first start, behind the page, by the public calls; the past of its students by a function of activity's. Every step
// checks first whether its result exists, so a start after a kill continues where the last one stopped; later changes by people stay.
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { recordPast } from '@lyceum/activity/demo'
import { openPool } from '@lyceum/kit/database/connections'
import { plainDatabase } from '@lyceum/kit/database/database'
import type { World } from '@lyceum/kit/service'
import type { Log } from '@lyceum/kit/telemetry/log'
import { addBulletins } from './bulletins.ts'
import { addEvents, addTimetable } from './calendar.ts'
import { onceKnown, signIn } from './client.ts'
import { courses } from './content.ts'
import { addExams } from './exams.ts'
import { pastOf } from './history.ts'
import { addHomework } from './homework.ts'
import { addJoining } from './joining.ts'
import { addFilms, addOwnTimes, addTraces, type Ground, type Made, openCourse } from './make-course.ts'
import { addNotes } from './notes.ts'
import { addPackage } from './packages.ts'
import { addPlan } from './plan.ts'
import { finishSchool, makeSchool, studentNos } from './school.ts'
import { addTalk } from './talk.ts'
import { makeTerms } from './terms.ts'

export type Seeding = { world: Pick<World, 'databaseUrl' | 'env'>; address: string; home: string; log: Pick<Log, 'info'> }

/**
 * Makes the school and its people, so that they can sign in from the first page on, and returns what fills it behind the page. Undefined when the
 * school is complete, was made by an earlier release, or this is a real installation.
 */
export async function beginDemo({ world, address, home, log }: Seeding): Promise<(() => Promise<void>) | undefined> {
  const folder = join(home, 'demo')
  const finished = join(folder, 'finished')
  if (existsSync(finished)) return undefined
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const began = performance.now()
  const school = await makeSchool(world.databaseUrl('identity'))
  if (!school) return undefined
  return async () => {
    log.info('making the demo school')
    const now = new Date()
    const term = await makeTerms({ address, school, now })
    await fill({ folder, ffmpeg: world.env.LYCEUM_FFMPEG, address, school, now, term }, world)
    await finishSchool(world.databaseUrl('identity'), school.org)
    for (const part of (await readdir(folder)).filter((name) => name.endsWith('.part'))) await rm(join(folder, part))
    await writeFile(finished, new Date().toISOString())
    log.info({ seconds: Math.round((performance.now() - began) / 1000) }, 'the demo school is made')
    console.log(`  ${school.name} is ready: sign in at ${address}/login by one click\n`)
  }
}

async function fill(ground: Ground, world: Seeding['world']): Promise<void> {
  const made: Made[] = []
  // the last joined stands first on everybody's start page
  for (const course of courses.toReversed()) {
    const one = await openCourse(course, ground)
    if (one) made.unshift(one)
  }
  for (const one of made) await addTraces(one)
  for (const one of made) await addJoining(one)
  await review(made, ground)
  await addBulletins(ground)
  for (const one of made) await addTimetable(one)
  await addEvents(made, ground)
  for (const one of made) await addTalk(one)
  // one after another: a film uses both cores, and the page comes first
  for (const one of made) await addFilms(one)
  for (const one of made) await addPackage(one)
  for (const one of made) await addPlan(one)
  for (const one of made) await addPast(one, world.databaseUrl('activity'))
  for (const one of made) await addNotes(one)
  for (const one of made) await addExams(one, world.databaseUrl('activity'))
  for (const one of made) await addHomework(one)
  for (const one of made) await addOwnTimes(one)
}

/** A manager has looked at most courses, and offers the templates. */
async function review(made: Made[], { address, school }: Ground) {
  const person = school.people.get('M1002')
  if (!person) return
  const { call } = await signIn(address, { org: school.org, person })
  for (const { given, course } of made) {
    const params = { id: course }
    if (!given.unreviewed)
      await onceKnown([403, 404], () => call('PUT /api/course/:id/manager/review', { params, body: { type: 'reviewed' } }))
    if (given.template) await onceKnown([403, 404], () => call('PUT /api/courses/:id/template', { params, body: { template: true } }))
  }
}

/** The past of the course's students, once its films are converted: what was watched is counted in seconds of them. */
async function addPast({ teacher: { call }, course, given, ground }: Made, databaseUrl: string) {
  const converting = async () => {
    const content = await call('GET /api/courses/:id/content', { params: { id: course } })
    return content.activities.some(({ uploads }) => uploads.some(({ status }) => status === 'processing')) ? undefined : content
  }
  let content = await converting()
  for (let tries = 0; !content && tries < 600; tries++) {
    await sleep(1000)
    content = await converting()
  }
  const people = studentNos(given).flatMap((no) => {
    const id = ground.school.people.get(no)
    return id ? [{ no, id }] : []
  })
  const past = pastOf(given, people, ground.now)
  const pool = openPool(databaseUrl, { max: 1 })
  try {
    for (const { id, title } of content?.activities ?? [])
      await plainDatabase(pool).$transaction((tx) => recordPast(tx, id, past.get(title) ?? []))
  } finally {
    await pool.end()
  }
}
