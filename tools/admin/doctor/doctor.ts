// `lyceum doctor`: checks a system's configuration, databases, servers and programs, each with the next step.
import type { Command } from '../command.ts'
import type { Finding } from './check.ts'
import { configuration, mail, processes } from './configuration.ts'
import { databases, lagInOneProcess, server, userNumbers } from './database.ts'
import { programs } from './programs.ts'
import { disk, files, kafka, redis } from './servers.ts'

const signs = { ok: 'ok  ', warn: 'WARN', fail: 'FAIL' }

function shown(all: Finding[]): string {
  const width = Math.max(...all.map(({ name }) => name.length))
  const lines = all.map(
    ({ name, state, found, next }) =>
      `${signs[state]} ${name.padEnd(width)}  ${found}${next ? `\n     ${' '.repeat(width)}  → ${next}` : ''}`,
  )
  const n = (state: Finding['state']) => all.filter((one) => one.state === state).length
  return [...lines, '', `${n('ok')} ok, ${n('warn')} to look at, ${n('fail')} failed`].join('\n')
}

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Looks at everything that goes wrong in practice, and says the next step',
  about:
    'Configuration, PostgreSQL, schemas, facts on their way, parked facts, work that lies, Kafka with its topics, Redis, files written and read,\nmail, clocks, disk, processes. Changes nothing. Ends with 1 when something has failed.',
  flags: {},
  async run({ installation }) {
    const reached = await server(installation)
    // without databases their other checks cannot run
    const there = reached[0]?.state !== 'fail'
    const found = await Promise.all([
      configuration(installation),
      reached,
      there ? databases(installation) : [],
      there ? userNumbers(installation) : [],
      there && installation.way === 'one' ? lagInOneProcess(installation).catch(() => []) : [],
      there ? kafka(installation) : [],
      redis(installation),
      files(installation),
      mail(installation),
      disk(installation),
      programs(installation),
      processes(installation),
    ])
    const all = found.flat()
    return {
      value: { well: !all.some(({ state }) => state === 'fail'), checks: all },
      failed: all.some(({ state }) => state === 'fail'),
      text: shown(all),
    }
  },
}
