// Attacks on limits and borders that were open once, each with what still passes: what visitors may leave, guesses, metrics, hints, pictures,
// addresses of meetings, and a database that loses a session while it is stopped.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { end } from '../flows/start.ts'
import { crossBorders } from './doors-of-content.ts'
import { guess } from './doors-of-guesses.ts'
import { leave, readMetrics } from './doors-of-visitors.ts'
import { type Instance, isUp, startInstance } from './instance.ts'
import type { Part } from './part.ts'
import type { Report } from './report.ts'
import { smtp } from './script-mails.ts'
import { makeWorld, type World } from './world.ts'

/** Milliseconds between the end of a session and the stop: the stop has to meet the database's recovery. */
const pauses = [0, 20, 100, 300]
/** Seconds that a stop may take, with all its harsher ways. */
const longestStop = 60

/** SIGKILL of one session of the database, then a stop: the process ends, and the next start has all that was acknowledged. */
async function crashDatabase(at: Instance, report: Report, { owner, ids }: World): Promise<void> {
  const params = { id: ids.course }
  for (const pause of pauses) {
    const repeat = `kill -9 of one PostgreSQL session, SIGTERM to the process after ${pause} ms, start it again`
    const { id } = await owner.call('POST /api/courses/:id/modules', { params, body: { name: `After ${pause}` } })
    const client = new pg.Client({ connectionString: at.databases.course })
    client.on('error', () => {}) // its session is the one that is killed
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    process.kill(rows[0]!.pid, 'SIGKILL')
    await sleep(pause)
    const ended = await Promise.race([end(at.process, 'SIGTERM').then(() => true), sleep(longestStop * 1000, false)])
    report.check(ended, `the process has not ended ${longestStop} s after SIGTERM`, repeat)
    await at.kill()
    const up = await at.again().then(
      () => isUp(at),
      () => false,
    )
    if (!report.check(up, 'the installation does not start again', repeat)) return
    const { modules } = await owner.call('GET /api/courses/:id/content', { params })
    report.check(
      modules.some((one) => one.id === id),
      'what was acknowledged before is gone',
      repeat,
    )
    await client.end().catch(() => {})
  }
}

export const doors: Part = {
  name: 'doors',
  about:
    'what visitors leave, guesses at once, metrics, hints of drafts, pictures elsewhere, addresses of meetings, a crash of the database',
  seconds: 180,
  async run(report) {
    const mails = await smtp()
    const at = await startInstance('doors', { SMTP_URL: mails.url, MAIL_GATHER_SECONDS: '0', MAIL_BETWEEN_SECONDS: '0' })
    try {
      const world = await makeWorld(at, 'Doors')
      await readMetrics(at, report)
      await leave(at, report, world)
      await crossBorders(at, report, world, mails.taken)
      await guess(at, report, world)
      await crashDatabase(at, report, world)
    } finally {
      await at.stop()
      mails.close()
    }
  },
}
