// Exit codes of the command line, and the error that a command ends with.
/** Exit codes, for scripts. */
export const exits = { done: 0, refused: 1, usage: 2, unreachable: 3 } as const

/** Ends the command: `code` is stable, `next` is the operator's next step. */
export class Refused extends Error {
  readonly code: string
  readonly exit: number
  readonly flag: string | undefined

  constructor(code: string, message: string, { exit = exits.refused as number, flag }: { exit?: number; flag?: string } = {}) {
    super(message)
    this.code = code
    this.exit = exit
    this.flag = flag
  }
}
/** A refusal of the input: names the flag. */
export const usage = (flag: string, message: string) => new Refused('usage', `${flag}: ${message}`, { exit: exits.usage, flag })
