// The demo school, made at the first start, in the background, by the public calls. Every step checks first whether its result exists, so a start
// after a kill continues where the last one stopped; later changes by people stay.
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '@lyceum/kit/telemetry/log'
import type { World } from '@lyceum/kit/service'
import { courses } from './content.ts'
import { makeCourse } from './courses.ts'
import { makeSchool } from './school.ts'

export type Seeding = { world: Pick<World, 'databaseUrl' | 'env'>; address: string; home: string; log: Pick<Log, 'info'> }

/** Resolves when the school is complete; at once when it was already, or in a real installation. */
export async function seedDemo({ world, address, home, log }: Seeding): Promise<void> {
  const folder = join(home, 'demo')
  const finished = join(folder, 'finished')
  if (existsSync(finished)) return
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const began = performance.now()
  const school = await makeSchool(world.databaseUrl('identity'))
  if (!school) return
  log.info('making the demo school')
  const ground = { folder, ffmpeg: world.env.LYCEUM_FFMPEG, address, school }
  // one after another: a film already uses both cores
  for (const course of courses) await makeCourse(course, ground)
  for (const part of (await readdir(folder)).filter((name) => name.endsWith('.part'))) await rm(join(folder, part))
  await writeFile(finished, new Date().toISOString())
  log.info({ seconds: Math.round((performance.now() - began) / 1000) }, 'the demo school is made')
  console.log(`  ${school.name} is ready: sign in at ${address}/login by one click\n`)
}
