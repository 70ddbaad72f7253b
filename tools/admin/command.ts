// The types of the command line: a command, its flags, its input and its result.
import type { Installation } from './installation.ts'

export type Flag = {
  about: string
  /** Name of the flag's value in --help; absent: the flag is a switch. */
  value?: string
  required?: true
  /** May be repeated. */
  many?: true
  choices?: readonly string[]
}
export type CommandContext = {
  /** Arguments without a flag, in order. */
  words: string[]
  text(flag: string): string | undefined
  texts(flag: string): string[]
  said(flag: string): boolean
  installation: Installation
  /** Prints a line of progress, on standard error; never part of the result. */
  say(line: string): void
}
/** `value` is the output of --json, `text` the output for people. `failed`: the command ran, and its finding is a fault (exit code 1). */
export type Result = { value: unknown; text: string; failed?: boolean }
export type Command = {
  /** 'user create' */
  name: string
  summary: string
  /** Further sentences of its own --help. */
  about?: string
  words?: { name: string; about: string; optional?: true }[]
  flags: Record<string, Flag>
  /** The command creates the system: the folder must not hold one. */
  fresh?: true
  /** Checks the input before the system is opened or created. */
  first?(given: Omit<CommandContext, 'installation'>): Promise<void>
  run(given: CommandContext): Promise<Result>
}

/** A text table: columns under their names. */
export function table(names: string[], rows: (string | number)[][]): string {
  const all = [names, ...rows.map((row) => row.map(String))]
  const widths = names.map((_, at) => Math.max(...all.map((row) => row[at]!.length)))
  return all
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
