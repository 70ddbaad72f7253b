// Parses the words of a command line into a command and its input; prints --help.
import { parseArgs } from 'node:util'
import type { Command, Flag, CommandContext } from './command.ts'
import { exits, Refused, usage } from './refusal.ts'

/** Flags of every command. */
export const everywhere: Record<string, Flag> = {
  home: {
    value: 'FOLDER',
    about: 'the data folder of a system in one process; default LYCEUM_HOME, else .lyceum. Not used where DATABASE_URL is set',
  },
  json: { about: 'one JSON value on standard output, errors as JSON on standard error' },
  help: { about: 'this text' },
}

/** The command with the longest name that the words begin with. */
export function commandOf(commands: Command[], typed: string[]): { command: Command; rest: string[] } | undefined {
  const found = commands
    .filter(({ name }) => name.split(' ').every((word, at) => typed[at] === word))
    .sort((a, b) => b.name.length - a.name.length)[0]
  return found && { command: found, rest: typed.slice(found.name.split(' ').length) }
}

export type Read = Pick<CommandContext, 'words' | 'text' | 'texts' | 'said'>

export function read(command: Command, typed: string[]): Read {
  const flags = { ...everywhere, ...command.flags }
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { value }]) => [name, { type: value ? ('string' as const) : ('boolean' as const), multiple: true }]),
  )
  const { values, positionals } = parsed(command, options, typed)
  const texts = (flag: string) => (values[flag] ?? []) as string[]
  const has = (flag: string) => (values[flag] ?? []).length > 0
  if (!has('help')) check(command, flags, texts, positionals)
  return { words: positionals, said: has, texts, text: (flag) => texts(flag).at(-1) }
}

function parsed(command: Command, options: Record<string, { type: 'string' | 'boolean'; multiple: boolean }>, args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true }) as {
      values: Record<string, (string | boolean)[] | undefined>
      positionals: string[]
    }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    const flag = /'(?:-\w, )?(--?[\w-]+)/.exec(message)?.[1] ?? 'arguments'
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
      throw usage(flag, `there is no such flag; \`lyceum ${command.name} --help\` says which there are`)
    if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')
      throw usage(flag, options[flag.slice(2)]?.type === 'boolean' ? 'it takes no value' : 'its value is missing')
    throw usage(flag, message)
  }
}

function check({ name, words = [] }: Command, flags: Record<string, Flag>, texts: (flag: string) => string[], positionals: string[]) {
  for (const [flag, { value, required, many, choices }] of Object.entries(flags)) {
    const given = texts(flag)
    if (required && given.length === 0) throw usage(`--${flag}`, `it is needed: --${flag} ${value}`)
    if (value && !many && given.length > 1) throw usage(`--${flag}`, 'it is said twice')
    const wrong = given.find((one) => one === '' || (choices && !choices.includes(one)))
    if (value && wrong !== undefined)
      throw usage(`--${flag}`, choices ? `"${wrong}" is none of ${choices.join(', ')}` : 'its value is empty')
  }
  const missing = words.find(({ optional }, at) => !optional && positionals[at] === undefined)
  if (missing) throw usage(`<${missing.name}>`, `it is missing; ${missing.about}`)
  if (positionals.length > words.length)
    throw new Refused('usage', `"${positionals[words.length]}": \`lyceum ${name}\` does not take this`, { exit: exits.usage })
}

const line = (flag: string, { value, about, required, many, choices }: Flag) => {
  const marks = [required && 'needed', many && 'may be repeated', choices?.join(', ')].filter(Boolean).join('; ')
  return `  ${`--${flag}${value ? ` ${value}` : ''}`.padEnd(26)} ${about}${marks ? ` (${marks})` : ''}`
}

export function helpOf({ name, summary, about, words = [], flags }: Command): string {
  const shown = words.map(({ name, optional }) => (optional ? `[${name}]` : `<${name}>`)).join(' ')
  return [
    `lyceum ${name} ${shown}`.trim(),
    `\n${summary}.${about ? `\n${about}` : ''}`,
    ...(words.length > 0 ? ['', ...words.map(({ name, about }) => `  ${name.padEnd(26)} ${about}`)] : []),
    '',
    ...Object.entries({ ...flags, ...everywhere }).map(([flag, given]) => line(flag, given)),
  ].join('\n')
}

export const overview = (commands: Command[]): string => `lyceum <command> …

${commands.map(({ name, summary }) => `  ${name.padEnd(16)} ${summary}`).join('\n')}

\`lyceum <command> --help\` says more; --json gives one JSON value. Where the system is: DATABASE_URL and the other variables of the servers,
else the folder of a system in one process (--home, LYCEUM_HOME, .lyceum).
Ends with ${exits.done} done, ${exits.refused} refused or not well, ${exits.usage} typed or configured wrongly, ${exits.unreachable} the system cannot be reached.`
