// `lyceum parked`: lists facts that a consumer failed to apply, and replays them once the cause is mended.
import { setTimeout as sleep } from 'node:timers/promises'
import { plain } from '@lyceum/kit/database/database'
import { requestReplay, type Parked, parkedFacts } from '@lyceum/kit/facts/parked'
import { type Command, table } from './command.ts'
import { usage } from './refusal.ts'
import { eachDatabase, type ServiceName, serviceNames, serviceOf } from './databases.ts'
import type { Installation } from './installation.ts'

type Kept = Parked & { service: ServiceName }
const most = 1000

const all = async (installation: Installation, names: ServiceName[]): Promise<Kept[]> =>
  (
    await eachDatabase(installation, names, async (pool, service) =>
      (await parkedFacts(plain(pool), most)).map((one) => ({ service, ...one })),
    )
  ).flat()

const service = { value: 'SERVICE', about: 'only of this one', choices: serviceNames }
const named = (said: string | undefined) => (said ? [serviceOf(said, '--service')] : serviceNames)

const shown = (found: Kept[]) =>
  found.length === 0
    ? 'nothing is parked'
    : table(
        ['service', 'id', 'type', 'key', 'since', 'tries', 'error'],
        found.map(({ service, id, type, key, parked_at, attempts, error }) => [
          service,
          id,
          type,
          key,
          parked_at.toISOString(),
          attempts,
          error.replace(/\s+/g, ' ').slice(0, 120),
        ]),
      )

export const parkedCommands: Command[] = [
  {
    name: 'parked list',
    summary: 'Facts that were set aside after five failures, the oldest first (at most 1,000 of a service)',
    flags: { service },
    async run({ installation, text }) {
      const found = await all(installation, named(text('service')))
      return { value: found, text: shown(found) }
    },
  },
  {
    name: 'parked retry',
    summary: 'Let parked facts be handled again',
    about: 'The running service does it within seconds. One that fails again stays parked, with the new error; then this ends with 1.',
    words: [{ name: 'id', about: 'of one fact; without it --all', optional: true }],
    flags: {
      all: { about: 'every parked fact' },
      service,
      wait: { value: 'SECONDS', about: 'how long it may take; default 60, 0: does not wait' },
    },
    async run({ installation, words: [id], said, text }) {
      if ((id === undefined) === !said('all')) throw usage('<id>', 'name one fact, or say --all')
      const names = named(text('service'))
      const seconds = Number(text('wait') ?? 60)
      if (!Number.isFinite(seconds) || seconds < 0) throw usage('--wait', `"${text('wait')}" is not a number of seconds`)
      const requested = (await eachDatabase(installation, names, (pool) => requestReplay(plain(pool), id))).reduce(
        (sum, one) => sum + one,
        0,
      )
      if (id && requested === 0) throw usage('<id>', `no fact ${id} is parked`)
      const waits = async () =>
        (await all(installation, names)).filter((one) => one.replay_at !== null && (id === undefined || one.id === id))
      let waiting = await waits()
      for (const end = Date.now() + seconds * 1000; waiting.length > 0 && Date.now() < end; waiting = await waits()) await sleep(500)
      const left = (await all(installation, names)).filter((one) => id === undefined || one.id === id)
      const handled = requested - left.length
      const value = { asked: requested, handled, parked: left }
      if (seconds === 0) return { value, text: `${requested} facts will be handled again` }
      const why = waiting.length > 0 ? `; ${waiting.length} still wait: does their service run?` : ''
      return {
        value,
        failed: left.length > 0,
        text: `${handled} of ${requested} facts were handled${why}${left.length > 0 ? `\n${shown(left)}` : ''}`,
      }
    },
  },
]
