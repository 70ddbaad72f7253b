#!/usr/bin/env node
// lyceum: the command line of an installation's operators. docs/operate describes its uses.
import { ConfigError, type Env } from '@lyceum/kit/config'
import { processEnv } from '../../runtime/settings.ts'
import type { Command } from './command.ts'
import { exits, Refused } from './refusal.ts'
import { backupCommand } from './backup.ts'
import { doctorCommand } from './doctor/doctor.ts'
import { operatorCommands } from './operators.ts'
import { organisationCommands } from './organisations.ts'
import { settingsCommand } from './organisation-settings.ts'
import { mailCommand } from './mail-test.ts'
import { parkedCommands } from './parked.ts'
import { openInstallation } from './installation.ts'
import { restoreCommand } from './restore.ts'
import { settleCommand } from './settling.ts'
import { topicCommands } from './topics.ts'
import { commandOf, helpOf, overview, read } from './typed.ts'
import { userCommands } from './users.ts'

const commands: Command[] = [
  ...userCommands,
  ...organisationCommands,
  ...operatorCommands,
  settingsCommand,
  mailCommand,
  ...topicCommands,
  ...parkedCommands,
  backupCommand,
  restoreCommand,
  settleCommand,
  doctorCommand,
]

export type Outcome = { exit: number; out: string; err: string }

/** Runs one command with the words after `lyceum`. The result is printed to `out`, errors and progress to `err`. */
export async function lyceum(typed: string[], env: Env, say: (line: string) => void): Promise<Outcome> {
  const json = typed.includes('--json')
  try {
    return await run(inOrder(typed), env, say, json)
  } catch (error) {
    return refuse(error, json)
  }
}

/** Puts the command before its flags: `lyceum --home x org list` is `lyceum org list --home x`. */
function inOrder(typed: string[]): string[] {
  const first = typed[0] ?? ''
  const taken = first === '--json' || first.startsWith('--home=') ? 1 : first === '--home' ? 2 : 0
  return taken === 0 || typed.length <= taken ? typed : [...inOrder(typed.slice(taken)), ...typed.slice(0, taken)]
}

async function run(typed: string[], env: Env, say: (line: string) => void, json: boolean): Promise<Outcome> {
  const found = commandOf(commands, typed)
  if (!found) {
    if (typed.length === 0 || ['--help', 'help'].includes(typed[0]!)) return done(overview(commands))
    throw new Refused('usage', `there is no command "${typed.join(' ')}"; \`lyceum --help\` says which there are`, { exit: exits.usage })
  }
  const given = read(found.command, found.rest)
  if (given.said('help')) return done(helpOf(found.command))
  await found.command.first?.({ ...given, say })
  const installation = await openInstallation(env, given.text('home'), found.command.fresh)
  try {
    const { value, text, failed } = await found.command.run({ ...given, installation, say })
    await installation.close()
    return { ...done(json ? JSON.stringify(value) : text), ...(failed && { exit: exits.refused }) }
  } catch (error) {
    await installation.close()
    await installation.undo?.()
    throw error
  }
}

const done = (out: string): Outcome => ({ exit: exits.done, out, err: '' })

function refuse(error: unknown, json: boolean): Outcome {
  const said = error instanceof ConfigError ? new Refused('config', error.message, { exit: exits.usage }) : error
  const known = said instanceof Refused
  const { code, message, flag, exit } = known ? said : new Refused('failed', (said as Error).message)
  const text = known ? message : ((said as Error).stack ?? message)
  return { exit, out: '', err: json ? JSON.stringify({ error: { code, message, ...(flag && { flag }) } }) : `lyceum: ${text}` }
}

if (import.meta.main) {
  const { exit, out, err } = await lyceum(process.argv.slice(2), processEnv(), (line) => console.error(line))
  if (out) console.log(out)
  if (err) console.error(err)
  // closes connections to a server that does not answer
  process.exit(exit)
}
