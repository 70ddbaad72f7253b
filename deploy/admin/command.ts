// What a command of the command line is, what it is given, and how it says that it could not.
import type { Place } from './place.ts'

export type Flag = {
  about: string
  /** What stands after it; absent: it is said or not. */
  value?: string
  required?: true
  /** May be said several times. */
  many?: true
  choices?: readonly string[]
}
export type Given = {
  /** What stands without a flag, in order. */
  words: string[]
  text(flag: string): string | undefined
  texts(flag: string): string[]
  said(flag: string): boolean
  place: Place
  /** A line for whoever watches; never part of the result. */
  say(line: string): void
}
/** `value` is what --json prints, `text` what people read. `failed`: it did its work and what it found is not well (exit code 1). */
export type Result = { value: unknown; text: string; failed?: boolean }
export type Command = {
  /** 'user create' */
  name: string
  summary: string
  /** Further sentences of its own --help. */
  about?: string
  words?: { name: string; about: string; optional?: true }[]
  flags: Record<string, Flag>
  /** It makes the system: the folder is to hold none. */
  fresh?: true
  /** Looks at what was typed before the system is opened, or made. */
  first?(given: Omit<Given, 'place'>): Promise<void>
  run(given: Given): Promise<Result>
}

/** Columns under their names. */
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
